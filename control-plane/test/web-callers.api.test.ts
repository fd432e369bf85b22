import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compose } from '../compose.ts';
import { type Farm, startFarm, type TestUser } from './harness.ts';
import { webBrowser } from './web-browser.ts';

const accountId = 'acc_web';
let farm: Farm;
let user: TestUser;
let keys: Readonly<Record<'live' | 'test', string>>;

beforeAll(async () => {
  farm = await startFarm();
  user = await farm.newWebUser({ accountId });
  keys = { live: await farm.newKey({ accountId }), test: await farm.newKey({ accountId, environment: 'test' }) };
});
afterAll(() => farm.close());

const scenes = [{ templateId: 'big-claim', title: 'Hello' }];
const made = async (by: (path: string, body: object) => Promise<{ body: { data: { id: string } } }>) =>
  (await by('/projects', { scenes })).body.data.id;

describe('GET /account', () => {
  test('says whose key it is, its scopes and its environment', async () => {
    expect((await farm.call(keys.test, 'GET', '/account')).body.data).toMatchObject({
      id: accountId,
      plan: { slug: 'pro', name: 'Pro' },
      environment: 'test',
      key: { id: expect.stringMatching(/^key_/), name: 'test', scopes: expect.arrayContaining(['publish']) },
      user: null,
    });
  });

  test('says who is signed in and what they are', async () => {
    const admin = await farm.newWebUser({ accountId, role: 'admin' });
    expect((await admin.call('GET', '/account')).body.data).toMatchObject({
      id: accountId,
      environment: 'live',
      key: null,
      user: { id: admin.userId, email: admin.email, role: 'admin' },
    });
  });

  test('is refused without either', async () => {
    expect(await farm.call(null, 'GET', '/account')).toMatchObject({ status: 401, body: { code: 'API_KEY_MISSING' } });
  });
});

describe('N43: what a web session sees', () => {
  test('are live and sandbox projects, together or apart; each stays what it is (S18)', async () => {
    const [live, sandbox] = [
      await made((path, body) => farm.call(keys.live, 'POST', path, body)),
      await made((path, body) => farm.call(keys.test, 'POST', path, body)),
    ];
    const own = await made((path, body) => user.call('POST', path, body));
    const listed = async (query: string): Promise<[string, boolean][]> =>
      (await user.call('GET', `/projects${query}`)).body.data.projects.map(
        (project: { id: string; sandbox: boolean }) => [project.id, project.sandbox],
      );
    expect(await listed('')).toEqual([
      [own, false],
      [sandbox, true],
      [live, false],
    ]);
    expect(await listed('?sandbox=true')).toEqual([[sandbox, true]]);
    expect((await listed('?sandbox=false')).map(([id]) => id)).toEqual([own, live]);
    expect((await user.call('GET', `/projects/${sandbox}`)).body.data).toMatchObject({ id: sandbox, sandbox: true });
    expect((await user.call('PATCH', `/projects/${sandbox}`, { title: 'Renamed' })).status).toBe(200);
    expect((await farm.call(keys.test, 'GET', `/projects/${sandbox}`)).body.data.title).toBe('Renamed');
    expect((await user.call('POST', `/projects/${sandbox}/duplicate`)).body.data.sandbox).toBe(true);
  });

  test('is nothing of another account', async () => {
    const stranger = await farm.newWebUser({ accountId: 'acc_web_stranger' });
    const project = await made((path, body) => user.call('POST', path, body));
    expect((await stranger.call('GET', `/projects/${project}`)).status).toBe(404);
    expect((await stranger.call('GET', '/projects')).body.data.projects).toEqual([]);
  });

  test('a sandbox project keeps the rules of the sandbox when it is edited in the web app', async () => {
    const sandbox = await made((path, body) => farm.call(keys.test, 'POST', path, body));
    for (const _scene of [2, 3, 4]) {
      expect((await user.call('POST', `/projects/${sandbox}/scenes`, scenes[0])).status).toBe(201);
    }
    expect(await user.call('POST', `/projects/${sandbox}/scenes`, scenes[0])).toMatchObject({
      status: 429,
      body: { code: 'SANDBOX_PROJECT_SCENES' },
    });
  });
});

describe('N41: keys in the hands of a web session', () => {
  test('of both environments are made, listed, rotated and revoked, each in the name of the user', async () => {
    for (const environment of ['live', 'test'] as const) {
      const created = await user.call('POST', '/api-keys', { name: `by hand ${environment}`, environment });
      expect(created).toMatchObject({ status: 201, body: { data: { environment, createdBy: user.userId } } });
      const { id, secret } = created.body.data;
      expect((await farm.call(secret, 'GET', '/account')).body.data.environment).toBe(environment);
      const rotated = await user.call('POST', `/api-keys/${id}/rotate`, {});
      expect(rotated.body.data.secret).toMatch(new RegExp(`^svc_${environment}_`));
      expect((await farm.call(secret, 'GET', '/account')).status).toBe(401);
      expect((await user.call('PATCH', `/api-keys/${id}`, { monthlyCreditCap: 5 })).body.data.monthlyCreditCap).toBe(5);
      expect((await user.call('DELETE', `/api-keys/${id}`)).body.data).toMatchObject({
        status: 'revoked',
        revokedBy: user.userId,
      });
    }
    const { apiKeys } = (await user.call('GET', '/api-keys')).body.data;
    expect(new Set(apiKeys.map(({ environment }: { environment: string }) => environment))).toEqual(
      new Set(['live', 'test']),
    );
  });

  test('a key without keys:write does none of it', async () => {
    const { secret } = (await user.call('POST', '/api-keys', { name: 'plain', environment: 'live' })).body.data;
    expect(await farm.call(secret, 'POST', '/api-keys', { name: 'more', environment: 'live' })).toMatchObject({
      status: 403,
      body: { code: 'SCOPE_MISSING' },
    });
  });
});

describe('a request', () => {
  test('N42: with a key and a session at once is the key’s, also where the key is no good', async () => {
    const ask = (header: Record<string, string>) =>
      farm.app.inject({ url: '/api/v2/account', headers: { cookie: user.cookie, ...header } });
    const { key } = (await farm.call(keys.live, 'GET', '/account')).body.data;
    expect(key.id).toMatch(/^key_/);
    for (const header of [{ 'x-api-key': keys.live }, { authorization: `Bearer ${keys.live}` }]) {
      const { data } = (await ask(header)).json();
      expect([data.key, data.user]).toEqual([key, null]);
    }
    expect((await ask({ 'x-api-key': 'x' })).statusCode).toBe(401);
    expect((await ask({ authorization: `Bearer ${keys.live}`, 'x-api-key': 'x' })).statusCode).toBe(400);
  });

  test('with cookies of other programs is one without a session', async () => {
    const headers = { cookie: 'theme=dark; not-reelyard.session=x; reelyard.session2=y', 'x-api-key': keys.live };
    expect((await farm.app.inject({ url: '/api/v2/account', headers })).statusCode).toBe(200);
  });

  test.each(['', 'x', 'x.y', '%', 'a'.repeat(5_000), 'é.ü', '"quoted".x'])(
    'with the session cookie %j is nobody’s',
    async (value) => {
      const headers = { cookie: `reelyard.session=${value}` };
      const answer = await farm.app.inject({ url: '/api/v2/account', headers });
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'SESSION_ENDED']);
    },
  );

  test('S120: is counted for the user, over all their sessions', async () => {
    const counted = await farm.newWebUser({ accountId: 'acc_counted' });
    const codes: number[] = [];
    for (let count = 0; count <= 120; count += 1) codes.push((await counted.call('GET', '/account')).status);
    expect(codes.filter((status) => status === 200)).toHaveLength(120);
    expect(codes.at(-1)).toBe(429);
    expect((await user.call('GET', '/account')).status).toBe(200);
  });

  test('is logged under the user and not under the cookie', async () => {
    await user.call('GET', '/account');
    expect(farm.logLines.some((line) => line.includes(`"userId":"${user.userId}"`))).toBe(true);
    const [, token = ''] = /reelyard\.session=([^.]+)\./.exec(user.cookie) ?? [];
    expect(token.length).toBeGreaterThan(20);
    expect(farm.logLines.filter((line) => line.includes(token))).toEqual([]);
  });

  test('of a role that was taken is no longer one of an operator', async () => {
    const admin = await farm.newWebUser({ accountId, role: 'admin' });
    await farm.db.updateTable('account_user').set({ role: 'member' }).where('user_id', '=', admin.userId).execute();
    expect((await admin.call('GET', '/account')).body.data.user.role).toBe('member');
  });
});

test('S103: an open event stream ends with the session that opened it', async () => {
  const address = await farm.app.listen({ host: '127.0.0.1', port: 0 });
  const watcher = await farm.newWebUser({ accountId });
  const project = await made((path, body) => watcher.call('POST', path, body));
  await farm.call(keys.live, 'POST', `/projects/${project}/publish`, {});
  const stream = await fetch(`${address}/api/v2/projects/${project}/publish/events`, {
    headers: { cookie: watcher.cookie },
  });
  const reader = stream.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  const ended = (async () => {
    for (;;) if ((await reader?.read())?.done !== false) return 'ended';
  })().catch(() => 'cut');
  const { origin } = new URL(farm.config.FARM_PUBLIC_URL);
  await fetch(`${address}/auth/sign-out`, { method: 'POST', headers: { cookie: watcher.cookie, origin } });
  expect(await ended).toBe('cut');
});

test('S106: no web session spends credits', async () => {
  const balance = async () => (await farm.db.selectFrom('credit_ledger').selectAll().execute()).length;
  const before = await balance();
  const project = await made((path, body) => user.call('POST', path, body));
  const published = await user.call('POST', `/projects/${project}/publish`, {});
  expect(published).toMatchObject({ status: 200, body: { data: { requestId: expect.any(String) } } });
  expect(await balance()).toBe(before);
  const row = await farm.db
    .selectFrom('publish')
    .select(['api_key_id', 'web_user_id'])
    .where('project_id', '=', project)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ api_key_id: null, web_user_id: user.userId });
});

describe('the user of the local farm (access.json)', () => {
  const email = 'owner@farm.local';
  const first = 'first-password-of-the-farm';

  test('is an operator of its account from the first start, and keeps a password of their own over later ones', async () => {
    const local = await startFarm({ FARM_BOOTSTRAP_WEB_EMAIL: email, FARM_BOOTSTRAP_WEB_PASSWORD: first });
    const startAgain = () =>
      compose({ config: local.config, logger: pino({ level: 'silent' }), clock: () => new Date() });
    try {
      const browser = webBrowser(local);
      expect((await browser.post('/auth/sign-in', { email, password: first })).status).toBe(200);
      expect((await browser.get('/api/v2/account')).body.data).toMatchObject({
        id: 'acc_local',
        plan: { slug: 'pro' },
        user: { email, role: 'admin' },
      });
      const change = { currentPassword: first, newPassword: 'a brand new phrase' };
      expect((await browser.post('/auth/change-password', change)).status).toBe(200);
      const again = await startAgain();
      try {
        const later = webBrowser({ ...local, app: again.app });
        expect((await later.post('/auth/sign-in', { email, password: first })).status).toBe(401);
        expect((await later.post('/auth/sign-in', { email, password: 'a brand new phrase' })).status).toBe(200);
      } finally {
        await again.close();
      }
    } finally {
      await local.close();
    }
  });
});
