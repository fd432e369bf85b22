import type { BrowserLease } from '@reelyard/capture-node/browsers/browser-lease.ts';
import { startTestPages, type TestPages } from '@reelyard/capture-node/sessions/test/pages.ts';
import { leaseOptions, openTestPool, type TestPool } from '@reelyard/capture-node/test/browser-pool.ts';
import { freePort } from '@reelyard/deploy/local/free-port.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startCaptureNode, type TestCaptureNode } from './capture-node.ts';
import { type Answer, type Farm, startFarm } from './harness.ts';

let farm: Farm;
let node: TestCaptureNode;
let pages: TestPages;
/** The browsers of people, as far from the farm's own as they can be on one machine. */
let people: TestPool;
let site: string;
const password = 'CanaryOfThePassword';

beforeAll(async () => {
  const port = await freePort();
  farm = await startFarm({ FARM_PUBLIC_URL: `http://127.0.0.1:${port}` });
  await farm.app.listen({ host: '127.0.0.1', port });
  pages = await startTestPages();
  site = pages.url('127.0.0.1', '/me');
  node = await startCaptureNode(farm, 6);
  people = await openTestPool('127.0.0.1');
}, 120_000);
afterAll(async () => {
  await people?.[Symbol.asyncDispose]();
  await node?.close();
  await pages?.[Symbol.asyncDispose]();
  await farm?.close();
});

const open = async (key: string): Promise<{ id: string; loginUrl: string; outline: Answer['body'] }> => {
  const answer = await farm.call(key, 'POST', '/browse/sessions', { url: site });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
};
const close = (key: string, id: string): Promise<Answer> => farm.call(key, 'DELETE', `/browse/sessions/${id}`);
const headingOf = async (key: string): Promise<string> => {
  const { id, outline } = await open(key);
  await close(key, id);
  return outline.headings[0].text;
};
const status = async (key: string, id: string) =>
  (await farm.call(key, 'GET', `/browse/sessions/${id}/status`)).body.data;
const withBrowser = async (work: (lease: BrowserLease) => Promise<void>): Promise<void> => {
  await using lease = await people.pool.acquire(
    leaseOptions({ viewport: { widthPx: 1_100, heightPx: 800, scale: 1 }, wallMs: 60_000 }),
  );
  await work(lease);
};

/** Signs in as `name` by the link, with mouse and keyboard in the picture. */
const signIn = async (
  lease: BrowserLease,
  { loginUrl, outline }: Awaited<ReturnType<typeof open>>,
  name: string,
  meanwhile: () => Promise<void>,
): Promise<void> => {
  const { page } = lease;
  await page.goto(loginUrl);
  expect(await page.textContent('h1')).toContain('127.0.0.1');
  await page.click('button');
  const isShown =
    "document.querySelector('#picture')?.width > 100 && document.querySelector('#state').textContent === ''";
  await expect.poll(async () => await page.evaluate(isShown), { timeout: 30_000 }).toBe(true);
  expect(await page.textContent('.whose')).toContain('acc_');
  const form = outline.sections.find(({ id }: { id: string }) => id.includes('form')).box;
  const picture = await page.locator('#picture').boundingBox();
  if (picture === null) throw new Error('the picture is not shown');
  const scale = picture.width / 1_440;
  await page.mouse.click(picture.x + (form.x + 120) * scale, picture.y + (form.y + 12) * scale);
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.evaluate(`{
    const given = new DataTransfer(); given.setData('text/plain', '${password}');
    document.querySelector('#keys').dispatchEvent(new ClipboardEvent('paste', { clipboardData: given, bubbles: true, cancelable: true }));
  }`);
  await meanwhile();
  await page.keyboard.press('Enter');
  await expect.poll(async () => await page.textContent('#title'), { timeout: 30_000 }).toBe('Home');
  await page.click('#done');
  await expect.poll(async () => await page.textContent('#state'), { timeout: 30_000 }).toContain('Thank you');
};

describe('a person signs in in the remote browser', () => {
  test('S79, N35, D14: by mouse, keyboard and paste in a second browser; agents wait meanwhile and go on signed in', async () => {
    const key = await farm.newKey({ accountId: 'acc_anna' });
    const session = await open(key);
    const { id } = session;
    expect(session.outline.authWall.detected).toBe(true);
    expect(await status(key, id)).toMatchObject({ humanSignedInAt: null, humanHoldUntil: null });
    const early = await farm.call(key, 'POST', `/browse/sessions/${id}/human-done`);
    expect(early).toMatchObject({ status: 400, body: { code: 'LOGIN_NOT_STARTED' } });

    await withBrowser(async (lease) => {
      await signIn(lease, session, 'anna', async () => {
        const held = await farm.call(key, 'POST', `/browse/sessions/${id}/actions`, { actions: [{ type: 'back' }] });
        const { humanHoldUntil } = await status(key, id);
        expect(held).toMatchObject({ status: 429, body: { code: 'HUMAN_HOLD', resetsAt: humanHoldUntil } });
        expect((await farm.call(key, 'GET', `/browse/sessions/${id}/outline`)).body.code).toBe('HUMAN_HOLD');
      });
    });
    const after = await status(key, id);
    expect(after.humanHoldUntil).toBeNull();
    expect(Date.parse(after.humanSignedInAt)).toBeGreaterThan(0);
    const done = await farm.call(key, 'POST', `/browse/sessions/${id}/human-done`);
    expect(done.body.data.outline.headings[0].text).toBe('Hello anna');
    expect(pages.bodies).toContain(`name=anna&password=${password}`);
    await close(key, id);
    const { host } = new URL(site);
    expect((await farm.call(key, 'GET', '/browse/logins')).body.data).toMatchObject({ exists: true, domains: [host] });
  }, 120_000);

  test('H8: nothing that was typed stands in a log or in a table', async () => {
    expect(farm.logLines.filter((line) => line.includes(password) || line.includes('anna&'))).toEqual([]);
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(farm.db);
    for (const { name } of rows) {
      const found = await sql`select 1 from ${sql.table(name)} t where t::text like ${`%${password}%`}`.execute(
        farm.db,
      );
      expect(found.rows, name).toEqual([]);
    }
  });

  test('S83, D11: the sign-in is there in that person’s next session, and in nobody else’s', async () => {
    const key = await farm.newKey({ accountId: 'acc_anna' });
    const colleague = await farm.newKey({ accountId: 'acc_anna' });
    await sql`update api_key set created_by = 'usr_bert' where id = (
      select id from api_key where account_id = 'acc_anna' order by created_at desc limit 1)`.execute(farm.db);
    const stranger = await farm.newKey({ accountId: 'acc_stranger' });
    const sandbox = await farm.newKey({ accountId: 'acc_anna', environment: 'test' });
    expect(await headingOf(key)).toBe('Hello anna');
    for (const other of [colleague, stranger, sandbox]) expect(await headingOf(other)).toBe('Sign in');
    expect((await farm.call(colleague, 'GET', '/browse/logins')).body.data.domains).toEqual([]);
    // Sealed: not even the name of the cookie can be read.
    const { rows } = await sql<{
      sealed: Buffer;
    }>`select sealed from browse_profile where account_id = 'acc_anna' and holder = 'account'`.execute(farm.db);
    expect(rows[0]?.sealed.includes('user')).toBe(false);
  }, 120_000);

  test('S82: a reset forgets it, also what a session that is open brings home later', async () => {
    const key = await farm.newKey({ accountId: 'acc_anna' });
    const { id, outline } = await open(key);
    expect(outline.headings[0].text).toBe('Hello anna');
    expect((await farm.call(key, 'DELETE', '/browse/logins')).body.data).toEqual({ reset: true });
    await close(key, id);
    expect((await farm.call(key, 'GET', '/browse/logins')).body.data).toMatchObject({ exists: false, domains: [] });
    expect(await headingOf(key)).toBe('Sign in');
  }, 120_000);

  test('D14: a person who is signed in to another account is not let in; S83: what a person opens is their own', async () => {
    const [anna, bert] = await Promise.all(
      ['acc_web_anna', 'acc_web_bert'].map((accountId) => farm.newWebUser({ accountId, plan: 'pro' })),
    );
    const answer = await anna?.call('POST', '/browse/sessions', { url: site });
    expect(answer?.status, JSON.stringify(answer?.body)).toBe(201);
    const { id, loginUrl } = answer?.body.data ?? {};
    const visit = async (method: 'GET' | 'POST', cookie: string) => {
      const { statusCode, body } = await farm.app.inject({
        method,
        url: new URL(loginUrl).pathname,
        headers: { cookie },
      });
      return { statusCode, title: /<h1>([^<]+)/.exec(body)?.[1] };
    };
    for (const method of ['GET', 'POST'] as const) {
      expect(await visit(method, bert?.cookie ?? '')).toEqual({
        statusCode: 403,
        title: 'This link belongs to another account',
      });
    }
    expect((await visit('GET', anna?.cookie ?? '')).statusCode).toBe(200);
    const { rows } = await sql`select profile_holder, api_key_id from browse_session where id = ${id}`.execute(farm.db);
    expect(rows).toEqual([{ profile_holder: `user:${anna?.userId}`, api_key_id: null }]);
    farm.clock.advanceSeconds(590);
    const closed = await anna?.call('DELETE', `/browse/sessions/${id}`);
    // S106: people who are signed in never spend credits.
    expect(closed?.body.data).toMatchObject({ reason: 'closed', billedCredits: 0 });
    farm.clock.set(new Date());
  }, 120_000);

  test('D14: a link works once, in one browser, for 15 minutes', async () => {
    const key = await farm.newKey({ accountId: 'acc_links' });
    const { id, loginUrl } = await open(key);
    const visit = async (address: string, method: 'GET' | 'POST' = 'GET') => {
      const response = await farm.app.inject({ method, url: new URL(address).pathname });
      return {
        status: response.statusCode,
        title: /<h1>([^<]+)/.exec(response.body)?.[1] ?? '',
        headers: response.headers,
      };
    };
    // To look changes nothing: mail scanners open links.
    expect(await visit(loginUrl)).toMatchObject({ status: 200 });
    const first = await visit(loginUrl);
    expect(first.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(first.headers['cache-control']).toBe('no-store');
    const races = await Promise.all(Array.from({ length: 6 }, () => visit(loginUrl, 'POST')));
    expect(races.map((each) => each.status).sort((a, b) => a - b)).toEqual([303, 410, 410, 410, 410, 410]);
    const winner = races.find((each) => each.status === 303);
    const drive = `${farm.config.FARM_PUBLIC_URL}${winner?.headers.location}`;
    const cookie = String(winner?.headers['set-cookie']).split(';')[0] ?? '';
    expect(String(winner?.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/);
    expect(await visit(loginUrl)).toMatchObject({ status: 410, title: 'This link was used already' });
    expect(await visit(drive)).toMatchObject({ status: 403, title: 'This browser is driven elsewhere' });
    expect(await visit(`${drive}/done`, 'POST')).toMatchObject({ status: 403 });
    expect((await visit(`${loginUrl.slice(0, -1)}${loginUrl.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);

    const closeCode = (headers: Record<string, string>): Promise<number> =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${drive.replace('http', 'ws')}/live`, { headers });
        socket.on('close', resolve);
        socket.on('error', reject);
      });
    const origin = farm.config.FARM_PUBLIC_URL;
    expect(await closeCode({ origin })).toBe(1008);
    expect(await closeCode({ origin, cookie: `${cookie}x` })).toBe(1008);
    expect(await closeCode({ origin: 'https://evil.example', cookie })).toBe(1008);

    farm.clock.advanceSeconds(601);
    await close(key, id);
    expect((await visit(loginUrl)).title).toBe('This browser is closed');
    const other = await open(key);
    farm.clock.advanceSeconds(540);
    await farm.call(key, 'GET', `/browse/sessions/${other.id}/outline`);
    farm.clock.advanceSeconds(400);
    expect(await visit(other.loginUrl)).toMatchObject({ status: 410, title: 'This link has expired' });
    farm.clock.set(new Date());
    await close(key, other.id);
  }, 120_000);
});
