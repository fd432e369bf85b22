import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentOfSecret } from '../api-keys/key-secret.ts';
import { apiKeyOperations } from '../api-keys/operations.ts';
import { scopes } from '../api-keys/scopes.ts';
import { type Farm, startFarm } from './harness.ts';

let farm: Farm;
let accountCount = 0;
beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());

/** A key with every scope, of an account of its own. */
const freshKey = (environment: 'live' | 'test' = 'live'): Promise<string> => {
  accountCount += 1;
  return farm.newKey({ accountId: `acc_keys_${accountCount}`, environment });
};
const create = (own: string, body: object = {}) =>
  farm.call(own, 'POST', '/api-keys', { name: 'CI', environment: environmentOfSecret(own), ...body });
const idOf = async (own: string): Promise<string> =>
  (await farm.call(own, 'GET', '/api-keys')).body.data.apiKeys.at(-1).id;
const codeOf = async (secret: string) => {
  const { status, body } = await farm.call(secret, 'GET', '/templates');
  return { status, code: body.code };
};

test('N41/S102: a key is made with its secret, which no later answer shows', async () => {
  const own = await freshKey();
  const { status, body, headers } = await create(own, { monthlyCreditCap: 50, expiresAt: '2099-01-01T00:00:00+02:00' });
  expect(status).toBe(201);
  expect(headers['cache-control']).toBe('no-store');
  const { secret, ...record } = body.data;
  expect(environmentOfSecret(secret)).toBe('live');
  expect(record).toEqual({
    id: expect.stringMatching(/^key_/),
    name: 'CI',
    environment: 'live',
    prefix: secret.slice(0, 13),
    last4: secret.slice(-4),
    status: 'active',
    scopes: scopes.filter((scope) => scope !== 'keys:write'),
    monthlyCreditCap: 50,
    usedThisMonth: 0,
    lastUsedAt: null,
    createdAt: expect.any(String),
    createdBy: await idOf(own),
    expiresAt: '2098-12-31T22:00:00.000Z',
    revokedAt: null,
    revokedBy: null,
    replacedSecretEndsAt: null,
  });
  expect((await farm.call(own, 'GET', `/api-keys/${record.id}`)).body.data).toEqual(record);
  expect(await codeOf(secret)).toMatchObject({ status: 200 });
  expect((await farm.call(own, 'GET', `/api-keys/${record.id}`)).body.data.lastUsedAt).toEqual(expect.any(String));
});

test('N41: only a key with the scope keys:write manages keys, and it gives no scope that it lacks', async () => {
  const own = await freshKey();
  const plain = (await create(own)).body.data.secret;
  expect(await create(plain)).toMatchObject({
    status: 403,
    body: { code: 'SCOPE_MISSING', requiredScope: 'keys:write' },
  });
  expect((await farm.call(plain, 'GET', '/api-keys')).status).toBe(403);
  const manager = (await create(own, { scopes: ['keys:write', 'publish'] })).body.data.secret;
  expect((await create(manager, { scopes: ['publish'] })).status).toBe(201);
  expect(await create(manager, { scopes: ['capture'] })).toMatchObject({
    status: 403,
    body: { code: 'SCOPE_MISSING', requiredScope: 'capture' },
  });
});

test('N41: a key is made for the environment of the key that asks; test is the default', async () => {
  const live = await freshKey();
  expect(await farm.call(live, 'POST', '/api-keys', { name: 'CI' })).toMatchObject({
    status: 403,
    body: { code: 'ENVIRONMENT_MISMATCH', environment: 'live' },
  });
  const own = await freshKey('test');
  const { body } = await farm.call(own, 'POST', '/api-keys', { name: 'CI' });
  expect(body.data.environment).toBe('test');
  expect(environmentOfSecret(body.data.secret)).toBe('test');
  expect((await create(own, { environment: 'live' })).status).toBe(403);
});

test.each([
  [{ name: '' }, 'name'],
  [{ monthlyCreditCap: -1 }, 'monthlyCreditCap'],
  [{ monthlyCreditCap: 1.5 }, 'monthlyCreditCap'],
  [{ monthlyCreditCap: 2 ** 31 }, 'monthlyCreditCap'],
  [{ expiresAt: 'tomorrow' }, 'expiresAt'],
  [{ expiresAt: '2001-01-01T00:00:00Z' }, 'expiresAt'],
  [{ scopes: ['everything'] }, 'scopes[0]'],
  [{ scopes: [] }, 'scopes'],
  [{ secret: 'mine' }, 'secret'],
])('N41: a key with %j is refused', async (body, path) => {
  const refused = await create(farm.keys.live, body);
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path }] } });
});

test('S104: of 100 simultaneous creations of the last allowed key one succeeds', async () => {
  const own = await freshKey();
  for (let count = 2; count <= 9; count += 1) expect((await create(own)).status).toBe(201);
  const answers = await Promise.all(Array.from({ length: 100 }, () => create(own)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status === 400);
  expect(refused).toHaveLength(99);
  expect(refused[0]?.body).toMatchObject({ code: 'KEY_LIMIT_REACHED', environment: 'live', limit: 10, used: 10 });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from api_key where account_id = ${`acc_keys_${accountCount}`}`.execute(farm.db);
  expect(rows[0]?.count).toBe(10);
});

test('S104: five test keys are active at once; a revoked or expired one makes room', async () => {
  const own = await freshKey('test');
  const ids = [];
  for (let count = 2; count <= 5; count += 1) ids.push((await create(own)).body.data.id);
  expect(await create(own)).toMatchObject({ status: 400, body: { code: 'KEY_LIMIT_REACHED', limit: 5 } });
  await farm.call(own, 'DELETE', `/api-keys/${ids[0]}`);
  expect((await create(own)).status).toBe(201);
  await sql`update api_key set expires_at = now() - interval '1 second' where id = ${ids[1]}`.execute(farm.db);
  expect((await create(own)).status).toBe(201);
});

test('S99: the name and the cap are changed, null takes the cap away, the rest stays', async () => {
  const own = await freshKey();
  const { id } = (await create(own, { monthlyCreditCap: 5 })).body.data;
  const patch = async (body: object) => (await farm.call(own, 'PATCH', `/api-keys/${id}`, body)).body.data;
  expect(await patch({ name: 'Build server' })).toMatchObject({ name: 'Build server', monthlyCreditCap: 5 });
  expect(await patch({ monthlyCreditCap: 0 })).toMatchObject({ monthlyCreditCap: 0 });
  expect(await patch({ monthlyCreditCap: null })).toMatchObject({ name: 'Build server', monthlyCreditCap: null });
  expect(await patch({})).toMatchObject({ name: 'Build server' });
});

test('S103: a revoked key is refused by its next request; revoking again changes nothing', async () => {
  const own = await freshKey();
  const { id, secret } = (await create(own)).body.data;
  const revoked = (await farm.call(own, 'DELETE', `/api-keys/${id}`)).body.data;
  expect(revoked).toMatchObject({ status: 'revoked', revokedBy: await idOf(own), revokedAt: expect.any(String) });
  expect(await codeOf(secret)).toEqual({ status: 401, code: 'API_KEY_REVOKED' });
  const again = await farm.call(own, 'DELETE', `/api-keys/${id}`);
  expect(again).toMatchObject({ status: 200, body: { data: revoked } });
});

test('S105: keys that ended more than 30 days ago are hidden unless they are asked for', async () => {
  const own = await freshKey();
  const [recent, old, lapsed] = await Promise.all(
    ['recent', 'old', 'lapsed'].map(async (name) => (await create(own, { name })).body.data.id),
  );
  await farm.call(own, 'DELETE', `/api-keys/${recent}`);
  await sql`update api_key set revoked_at = now() - interval '31 days' where id = ${old}`.execute(farm.db);
  await sql`update api_key set expires_at = now() - interval '31 days' where id = ${lapsed}`.execute(farm.db);
  const list = async (query: string) => (await farm.call(own, 'GET', `/api-keys${query}`)).body;
  const ids = (body: { data: { apiKeys: { id: string }[] } }) => body.data.apiKeys.map(({ id }) => id);
  expect(ids(await list(''))).toEqual([recent, await idOf(own)]);
  expect(new Set(ids(await list('?includeInactive=true')))).toEqual(new Set([recent, old, lapsed, await idOf(own)]));
  expect((await list('?includeInactive=true&limit=1')).meta.pagination).toMatchObject({ total: 4, totalPages: 4 });
  expect((await list('?includeInactive=maybe')).code).toBe('VALIDATION_FAILED');
});

test('N41: a rotation gives the same key another secret; both are taken until the overlap is over', async () => {
  const own = await freshKey();
  const made = (await create(own, { monthlyCreditCap: 5 })).body.data;
  const rotate = (body: object) => farm.call(own, 'POST', `/api-keys/${made.id}/rotate`, body);
  const { status, body } = await rotate({ overlapSeconds: 3_600 });
  expect(status).toBe(200);
  const { id, secret, monthlyCreditCap, last4, replacedSecretEndsAt } = body.data;
  expect({ id, monthlyCreditCap, last4 }).toEqual({ id: made.id, monthlyCreditCap: 5, last4: secret.slice(-4) });
  expect(replacedSecretEndsAt).toEqual(expect.any(String));
  expect(await codeOf(made.secret)).toMatchObject({ status: 200 });
  expect(await codeOf(secret)).toMatchObject({ status: 200 });

  const last = (await rotate({})).body.data;
  expect(last.replacedSecretEndsAt).toBeNull();
  expect(await codeOf(last.secret)).toMatchObject({ status: 200 });
  for (const replaced of [made.secret, secret]) {
    expect(await codeOf(replaced)).toEqual({ status: 401, code: 'API_KEY_EXPIRED' });
  }
  await farm.call(own, 'DELETE', `/api-keys/${made.id}`);
  expect(await rotate({})).toMatchObject({ status: 400, body: { code: 'API_KEY_NOT_ACTIVE' } });
});

test('N41: a key is rotated at the limit too, and a replaced secret stays dead when the farm starts again', async () => {
  const own = await freshKey('test');
  for (let count = 2; count <= 5; count += 1) await create(own);
  const { status, body } = await farm.call(own, 'POST', `/api-keys/${await idOf(own)}/rotate`, {});
  expect(status).toBe(200);
  expect(await codeOf(own)).toEqual({ status: 401, code: 'API_KEY_EXPIRED' });
  // What the start does with the keys of its configuration.
  const accountId = `acc_keys_${accountCount}`;
  await apiKeyOperations({ db: farm.db }).ensureKey({ accountId, name: 'again', secret: own });
  expect(await codeOf(own)).toEqual({ status: 401, code: 'API_KEY_EXPIRED' });
  expect(await codeOf(body.data.secret)).toMatchObject({ status: 200 });
});

test('N43: keys of another account and of the other environment do not exist', async () => {
  const own = await freshKey();
  const accountId = `acc_keys_${accountCount}`;
  const { id, secret } = (await create(own)).body.data;
  const strangers = [await farm.newKey({ accountId, environment: 'test' }), await freshKey()];
  for (const stranger of strangers) {
    const attempts = [
      await farm.call(stranger, 'GET', `/api-keys/${id}`),
      await farm.call(stranger, 'PATCH', `/api-keys/${id}`, { monthlyCreditCap: 1 }),
      await farm.call(stranger, 'DELETE', `/api-keys/${id}`),
      await farm.call(stranger, 'POST', `/api-keys/${id}/rotate`, {}),
      await farm.call(stranger, 'GET', `/api-keys/${id}/usage`),
    ];
    expect(attempts.map(({ status, body }) => [status, body.code])).toEqual(
      attempts.map(() => [404, 'API_KEY_NOT_FOUND']),
    );
    expect((await farm.call(stranger, 'GET', '/api-keys')).body.data.apiKeys).toHaveLength(1);
  }
  expect(await codeOf(secret)).toMatchObject({ status: 200 });
  expect((await farm.call(own, 'GET', `/api-keys/${id}`)).body.data.monthlyCreditCap).toBeNull();
});

test('S105/N15: what a key spent is told by month and action, and counts against its month', async () => {
  const own = await freshKey();
  const made = (await create(own, { monthlyCreditCap: 10 })).body.data;
  const scenes = [{ templateId: 'big-claim', parameters: { headline: 'One' } }];
  const project = (await farm.call(made.secret, 'POST', '/projects', { title: 'Spent', scenes })).body.data;
  const published = await farm.call(made.secret, 'POST', `/projects/${project.id}/publish`, { quality: '720p' });
  expect(published.body.data.credits.reserved).toBe(2);
  const { body } = await farm.call(own, 'GET', `/api-keys/${made.id}/usage`);
  expect(body.data).toMatchObject({
    keyId: made.id,
    monthlyCreditCap: 10,
    usedThisMonth: 2,
    resetsAt: expect.stringMatching(/-01T00:00:00\.000Z$/),
    lastUsedAt: expect.any(String),
    months: [
      { month: expect.stringMatching(/^\d{4}-\d{2}$/), credits: 2, byAction: { SCENE_RENDER: 1, EXPORT_720P: 1 } },
    ],
  });
  expect((await farm.call(own, 'GET', `/api-keys/${made.id}`)).body.data.usedThisMonth).toBe(2);
  await farm.call(made.secret, 'POST', `/projects/${project.id}/publish/cancel`);
  expect((await farm.call(own, 'GET', `/api-keys/${made.id}/usage`)).body.data).toMatchObject({
    usedThisMonth: 0,
    months: [],
  });
});
