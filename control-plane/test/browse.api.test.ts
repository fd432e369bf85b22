import { startTestPages, type TestPages } from '@reelyard/capture-node/sessions/test/pages.ts';
import { freePort } from '@reelyard/deploy/local/free-port.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startCaptureNode, type TestCaptureNode } from './capture-node.ts';
import { type Answer, type Farm, startFarm } from './harness.ts';

let farm: Farm;
let node: TestCaptureNode;
let pages: TestPages;
let shop: string;
const opened: { key: string; id: string }[] = [];

beforeAll(async () => {
  const port = await freePort();
  farm = await startFarm({ FARM_PUBLIC_URL: `http://127.0.0.1:${port}` });
  await farm.app.listen({ host: '127.0.0.1', port });
  pages = await startTestPages();
  shop = pages.url('127.0.0.1', '/shop');
  node = await startCaptureNode(farm);
}, 120_000);
afterEach(async () => {
  farm.clock.set(new Date());
  await Promise.all(opened.splice(0).map(({ key, id }) => farm.call(key, 'DELETE', `/browse/sessions/${id}`)));
});
afterAll(async () => {
  await node?.close();
  await pages?.[Symbol.asyncDispose]();
  await farm?.close();
});

let accountCount = 0;
/** An account of its own: limits of one test are nobody else's. */
const newKey = (over: { plan?: 'free' | 'pro'; environment?: 'live' | 'test'; accountId?: string } = {}) => {
  accountCount += 1;
  return farm.newKey({ accountId: `acc_browse_${accountCount}`, ...over });
};

const open = async (key: string, body: object = {}): Promise<Answer> => {
  const answer = await farm.call(key, 'POST', '/browse/sessions', { url: shop, ...body });
  if (answer.status === 201) opened.push({ key, id: answer.body.data.id });
  return answer;
};
const openId = async (key: string, body: object = {}): Promise<string> => {
  const answer = await open(key, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data.id;
};
const act = (key: string, id: string, ...actions: object[]): Promise<Answer> =>
  farm.call(key, 'POST', `/browse/sessions/${id}/actions`, { actions });
const get = (key: string, id: string, what: 'outline' | 'status'): Promise<Answer> =>
  farm.call(key, 'GET', `/browse/sessions/${id}/${what}`);
const close = (key: string, id: string): Promise<Answer> => farm.call(key, 'DELETE', `/browse/sessions/${id}`);
const closedBySweep = (key: string, id: string) =>
  expect.poll(async () => (await get(key, id, 'status')).body.data.closeReason, { timeout: 30_000 });

const newProject = async (key: string): Promise<string> => {
  const scenes = [{ templateId: 'big-claim', parameters: { headline: 'Calm' } }];
  const answer = await farm.call(key, 'POST', '/projects', { title: 'Film', scenes });
  return answer.body.data.id;
};

describe('a browsing session', () => {
  test('S75–S78, N16, N35: opens, is looked at, takes steps, and closes once', async () => {
    const key = await newKey();
    const answer = await open(key);
    expect(answer.status).toBe(201);
    const { id, viewport, expiresAt, loginUrl, outline } = answer.body.data;
    expect(id).toMatch(/^bws_/);
    expect(viewport).toEqual({ widthPx: 1_440, heightPx: 900, isMobile: false });
    expect(Date.parse(expiresAt)).toBeGreaterThan(farm.clock.now().getTime() + 590_000);
    expect(loginUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/browse\/login\//);
    expect(outline).toMatchObject({ title: 'Norra shop', loginUrl, step: { used: 0, remaining: 150 }, refused: [] });

    const acted = await act(
      key,
      id,
      { type: 'click', text: 'Show plans' },
      { type: 'click', text: 'Delete account' },
      { type: 'back' },
    );
    expect(acted.status).toBe(200);
    expect(acted.body.data.results).toMatchObject([
      { index: 0, status: 'ok', code: null },
      { index: 1, status: 'refused', code: 'STEP_LOOKS_LIKE_DELETION' },
    ]);
    expect(acted.body.data.outline).toMatchObject({ step: { used: 2, remaining: 148 }, refused: [{ index: 1 }] });
    expect((await get(key, id, 'outline')).body.data.step.used).toBe(2);

    expect((await close(key, id)).body.data).toMatchObject({ closed: true, billedCredits: 0, reason: 'closed' });
    expect((await close(key, id)).body.data).toMatchObject({ closed: true, reason: 'closed' });
    const late = await act(key, id, { type: 'back' });
    expect(late).toMatchObject({ status: 400, body: { code: 'SESSION_CLOSED', reason: 'closed' } });
    expect((await get(key, id, 'status')).body.data).toMatchObject({
      state: 'closed',
      closeReason: 'closed',
      billedCredits: 0,
    });
  });

  test('S83: steps are logged on their project, without texts and addresses', async () => {
    const key = await newKey();
    const projectId = await newProject(key);
    const id = await openId(key, { projectId });
    const secret = 'CanaryThatNobodyKeeps';
    await act(key, id, { type: 'type', selector: '#q', text: secret }, { type: 'press', text: 'Enter' });
    const steps = await farm.call(key, 'GET', `/projects/${projectId}/browse/steps`);
    const { host } = new URL(shop);
    expect(steps.body.data.steps).toMatchObject([
      { action: 'press', status: 'ok', host, sessionId: id },
      { action: 'type', status: 'ok', host },
    ]);
    expect(farm.logLines.filter((line) => line.includes(secret))).toEqual([]);
    for (const table of ['browse_step', 'browse_session', 'browse_usage']) {
      const { rows } = await sql`select 1 from ${sql.table(table)} t where t::text like ${`%${secret}%`}`.execute(
        farm.db,
      );
      expect(rows, table).toEqual([]);
    }
  });

  test('S75: the project and the scene have to be the caller’s', async () => {
    const [key, other] = [await newKey(), await newKey()];
    const projectId = await newProject(other);
    expect(await open(key, { projectId })).toMatchObject({ status: 404, body: { code: 'PROJECT_NOT_FOUND' } });
    expect(await open(other, { projectId, sceneId: 'scn_none' })).toMatchObject({
      status: 404,
      body: { code: 'SCENE_NOT_FOUND' },
    });
  });

  test('N43: the session of another account, and of the other environment, does not exist', async () => {
    const [key, other] = [await newKey({ accountId: 'acc_pair' }), await newKey()];
    const sandbox = await newKey({ accountId: 'acc_pair', environment: 'test' });
    const id = await openId(key);
    for (const stranger of [other, sandbox]) {
      for (const answer of [
        await get(stranger, id, 'outline'),
        await get(stranger, id, 'status'),
        await act(stranger, id, { type: 'back' }),
        await close(stranger, id),
        await farm.call(stranger, 'POST', `/browse/sessions/${id}/human-done`),
      ]) {
        expect(answer).toMatchObject({ status: 404, body: { code: 'BROWSE_SESSION_NOT_FOUND' } });
      }
    }
  });

  test('S83: sandbox keys browse anonymously', async () => {
    const key = await newKey({ environment: 'test' });
    const answer = await open(key);
    expect(answer.body.data.loginUrl).toBeUndefined();
    expect(answer.body.data.outline.loginUrl).toBeUndefined();
    const done = await farm.call(key, 'POST', `/browse/sessions/${answer.body.data.id}/human-done`);
    expect(done).toMatchObject({ status: 400, body: { code: 'ANONYMOUS_BROWSER' } });
    expect((await farm.call(key, 'GET', '/browse/logins')).body.data).toEqual({
      exists: false,
      profileCreatedAt: null,
      lastUsedAt: null,
      domains: [],
    });
  });

  test.each([
    ['http://10.0.0.1/', 'ADDRESS_REFUSED'],
    ['http://no-such-host.invalid/', 'HOST_UNREACHABLE'],
  ])('S83: %s is refused as %s, and no session is left', async (url, code) => {
    const key = await newKey();
    expect(await open(key, { url })).toMatchObject({ status: 400, body: { code } });
    expect((await farm.call(key, 'GET', '/browse/logins')).status).toBe(200);
  });

  test('S109: a plan without mcp_browse is refused by its name; test keys are not gated', async () => {
    const live = await newKey({ plan: 'free' });
    const answer = await open(live);
    expect(answer).toMatchObject({ status: 403, body: { code: 'FEATURE_NOT_IN_PLAN' } });
    expect(answer.body.message).toContain('mcp_browse');
    expect((await open(await newKey({ plan: 'free', environment: 'test' }))).status).toBe(201);
  });
});

describe('the limits of browsing (S120)', () => {
  test('G10: of 50 openings at once three get a session', async () => {
    const accountId = 'acc_barrier';
    const keys = await Promise.all(Array.from({ length: 5 }, () => newKey({ accountId })));
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => open(keys[index % 5] ?? '')));
    const full = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(full).toHaveLength(47);
    expect(full[0]?.body).toMatchObject({ code: 'BROWSE_CONCURRENCY', limit: 3, used: 3, requested: 1 });
    expect(Date.parse(full[0]?.body.resetsAt)).toBeGreaterThan(farm.clock.now().getTime());
    const { rows } = await sql`select * from inv.i25_browsing_too_long`.execute(farm.db);
    expect(rows).toEqual([]);
  }, 120_000);

  test('12 openings a minute, 60 calls a minute; thirteen steps in a call are an error of shape', async () => {
    const key = await newKey();
    const opens = await Promise.all(Array.from({ length: 13 }, () => open(key, { url: 'http://10.0.0.1/' })));
    expect(opens.filter(({ body }) => body.code === 'BROWSE_OPENS')).toHaveLength(1);
    const calls = await Promise.all(Array.from({ length: 61 }, () => get(key, 'bws_none', 'outline')));
    const refused = calls.filter(({ body }) => body.code === 'BROWSE_CALLS');
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ status: 429, body: { limit: 60, resetsAt: expect.any(String) } });
    const other = await newKey();
    const actions = Array.from({ length: 13 }, () => ({ type: 'back' }));
    expect((await act(other, 'bws_none', ...actions)).status).toBe(400);
  }, 120_000);

  test('150 steps a session, counted before they are done', async () => {
    const key = await newKey();
    const id = await openId(key);
    await farm.db.updateTable('browse_session').set({ steps_used: 149 }).where('id', '=', id).execute();
    const over = await act(key, id, { type: 'wait', text: '1' }, { type: 'wait', text: '1' });
    expect(over).toMatchObject({
      status: 429,
      body: { code: 'BROWSE_SESSION_STEPS', limit: 150, used: 149, requested: 2, resetsAt: expect.any(String) },
    });
    expect((await act(key, id, { type: 'wait', text: '1' })).body.data.outline.step).toEqual({
      used: 150,
      remaining: 0,
    });
  });

  test('120 minutes a day live and 40 in the sandbox, until midnight UTC', async () => {
    for (const [environment, minutes] of [
      ['live', 120],
      ['test', 40],
    ] as const) {
      const key = await newKey({ environment });
      const id = await openId(key);
      await close(key, id);
      const row = await farm.db
        .selectFrom('browse_session')
        .select(['opened_at', 'billed_seconds'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const day = new Date(farm.clock.now().toISOString().slice(0, 10));
      await farm.db
        .updateTable('browse_session')
        .set({ opened_at: day, billed_seconds: minutes * 60 })
        .where('id', '=', id)
        .execute();
      const over = await open(key);
      expect(over).toMatchObject({
        status: 429,
        body: { code: 'BROWSE_DAILY_MINUTES', limit: minutes, used: minutes },
      });
      expect(over.body.resetsAt).toBe(new Date(day.getTime() + 86_400_000).toISOString());
      expect(over.headers['retry-after']).toMatch(/^\d+$/);
      await farm.db.updateTable('browse_session').set(row).where('id', '=', id).execute();
    }
  });
});

describe('the life and the price of a session (S31, S121)', () => {
  test('N49: time is billed in started five minutes after the first, to the last use', async () => {
    const key = await newKey();
    const id = await openId(key);
    farm.clock.advanceSeconds(301);
    expect((await get(key, id, 'outline')).status).toBe(200);
    farm.clock.advanceSeconds(601);
    await closedBySweep(key, id).toBe('idle');
    expect((await get(key, id, 'status')).body.data).toMatchObject({ state: 'closed', billedCredits: 1 });
    const usage = await farm.db.selectFrom('browse_usage').selectAll().where('session_id', '=', id).execute();
    expect(usage).toMatchObject([{ action: 'BROWSE_SESSION', credits: 1 }]);
    expect(usage[0]?.seconds).toBeGreaterThanOrEqual(301);
    expect(usage[0]?.seconds).toBeLessThan(360);
  }, 120_000);

  test('N53: a session ends with the last five minutes that can be paid, and says so before', async () => {
    const key = await newKey();
    const { keyId } = await farm.db
      .selectFrom('api_key')
      .select('id as keyId')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    await farm.db.updateTable('api_key').set({ monthly_credit_cap: 1 }).where('id', '=', keyId).execute();
    const id = await openId(key);
    farm.clock.advanceSeconds(290);
    expect((await get(key, id, 'outline')).body.meta.warnings).toBeUndefined();
    farm.clock.advanceSeconds(30);
    expect((await get(key, id, 'outline')).body.meta.warnings).toMatchObject([{ code: 'BROWSE_CREDITS_LOW' }]);
    farm.clock.advanceSeconds(290);
    const late = await get(key, id, 'outline');
    expect(late).toMatchObject({ status: 400, body: { code: 'SESSION_CLOSED', reason: 'credits', billedCredits: 1 } });
  });

  test('S31: publishing the project closes its sessions', async () => {
    const key = await newKey();
    const projectId = await newProject(key);
    const [id, other] = [await openId(key, { projectId }), await openId(key)];
    expect((await farm.call(key, 'POST', `/projects/${projectId}/publish`, {})).status).toBe(200);
    expect(await get(key, id, 'outline')).toMatchObject({
      status: 400,
      body: { code: 'SESSION_CLOSED', reason: 'published' },
    });
    expect((await get(key, other, 'outline')).status).toBe(200);
  });

  test('S103: the sessions of a key end with it', async () => {
    const accountId = 'acc_revoked';
    const [key, other] = [await newKey({ accountId }), await newKey({ accountId })];
    const id = await openId(key);
    const { rows } = await sql<{ id: string }>`select api_key_id as id from browse_session where id = ${id}`.execute(
      farm.db,
    );
    expect((await farm.call(other, 'DELETE', `/api-keys/${rows[0]?.id}`)).status).toBe(200);
    await closedBySweep(other, id).toBe('key_ended');
  }, 120_000);

  test('no price is wrong, and no browser is left', async () => {
    const { rows } = await sql`select * from inv.i26_browse_price_wrong`.execute(farm.db);
    expect(rows).toEqual([]);
    await expect
      .poll(
        async () =>
          await farm.db
            .selectFrom('browse_session')
            .select('id')
            .where('closed_at', 'is not', null)
            .where('released_at', 'is', null)
            .execute(),
        { timeout: 30_000 },
      )
      .toEqual([]);
  }, 120_000);

  test('a node that dies ends its sessions honestly, and a new one opens at once', async () => {
    const key = await newKey();
    const [unreachable, id] = [await openId(key), await openId(key)];
    const { nodeId } = node;
    const reached = await farm.db
      .selectFrom('node')
      .select('sessions_url')
      .where('id', '=', nodeId)
      .executeTakeFirstOrThrow();
    const goTo = (sessions_url: string | null) =>
      farm.db.updateTable('node').set({ sessions_url }).where('id', '=', nodeId).execute();
    await goTo(`http://127.0.0.1:${await freePort()}`);
    expect(await act(key, unreachable, { type: 'back' })).toMatchObject({
      status: 503,
      body: { code: 'SESSION_LOST' },
    });
    expect((await get(key, unreachable, 'status')).body.data).toMatchObject({
      state: 'closed',
      closeReason: 'node_lost',
    });
    await goTo(reached.sessions_url);
    await node.close();
    const lost = await get(key, id, 'outline');
    expect(lost).toMatchObject({ status: 503, body: { code: 'SESSION_LOST', reason: 'node_lost', billedCredits: 0 } });
    expect(await open(key)).toMatchObject({ status: 503, body: { code: 'NO_BROWSER_AVAILABLE' } });
    node = await startCaptureNode(farm);
    expect((await open(key)).status).toBe(201);
  }, 120_000);
});
