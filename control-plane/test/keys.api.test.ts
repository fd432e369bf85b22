import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateKeySecret } from '../api-keys/key-secret.ts';
import { type Farm, startFarm } from './harness.ts';

let farm: Farm;
beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());

const ask = async (headers: Record<string, string>) => {
  const response = await farm.app.inject({ url: '/api/v2/templates', headers });
  return { status: response.statusCode, code: response.json().code };
};
const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

test('S100: a key is taken from X-API-Key and from Authorization: Bearer', async () => {
  expect(await ask({ 'x-api-key': farm.keys.live })).toMatchObject({ status: 200 });
  expect(await ask({ authorization: `Bearer ${farm.keys.test}` })).toMatchObject({ status: 200 });
  expect(await ask({ 'x-api-key': farm.keys.live, authorization: `Bearer ${farm.keys.live}` })).toMatchObject({
    status: 200,
  });
});

test('N42: two different keys in one request are refused', async () => {
  const both = { 'x-api-key': farm.keys.live, authorization: `Bearer ${farm.keys.test}` };
  expect(await ask(both)).toEqual({ status: 400, code: 'CREDENTIALS_CONFLICT' });
});

test('S116: missing, mistyped and unknown keys are 401', async () => {
  expect(await ask({})).toEqual({ status: 401, code: 'API_KEY_MISSING' });
  expect(await ask({ authorization: 'Basic YTpi' })).toEqual({ status: 401, code: 'API_KEY_MISSING' });
  expect(await ask({ 'x-api-key': `${farm.keys.live.slice(0, -1)}~` })).toEqual({
    status: 401,
    code: 'API_KEY_INVALID',
  });
  expect(await ask({ 'x-api-key': generateKeySecret('live') })).toEqual({ status: 401, code: 'API_KEY_INVALID' });
});

test('S103: a revoked key is refused by the very next request', async () => {
  const secret = await farm.newKey({ accountId: 'acc_revoked' });
  expect(await ask({ 'x-api-key': secret })).toMatchObject({ status: 200 });
  await farm.db
    .updateTable('api_key')
    .set({ revoked_at: new Date() })
    .where('secret_sha256', '=', hashOf(secret))
    .execute();
  expect(await ask({ 'x-api-key': secret })).toEqual({ status: 401, code: 'API_KEY_REVOKED' });
});

test('S103: an expired key is refused like a revoked one', async () => {
  const secret = await farm.newKey({ accountId: 'acc_expired' });
  await farm.db
    .updateTable('api_key')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('secret_sha256', '=', hashOf(secret))
    .execute();
  expect(await ask({ 'x-api-key': secret })).toEqual({ status: 401, code: 'API_KEY_EXPIRED' });
});

test('a key without the scope of an endpoint is refused with the scope', async () => {
  const secret = await farm.newKey({ accountId: 'acc_scoped' });
  await farm.db
    .updateTable('api_key')
    .set({ scopes: ['projects:read'] })
    .where('secret_sha256', '=', hashOf(secret))
    .execute();
  expect((await farm.call(secret, 'GET', '/projects')).status).toBe(200);
  expect(await farm.call(secret, 'GET', '/templates')).toMatchObject({
    status: 403,
    body: { code: 'SCOPE_MISSING', requiredScope: 'templates:read' },
  });
});

test('S102: the secret of a key is nowhere in the database', async () => {
  const rows = await farm.db.selectFrom('api_key').selectAll().execute();
  const stored = JSON.stringify(rows);
  expect(stored).not.toContain(farm.keys.live);
  expect(rows.map((row) => row.secret_sha256.equals(hashOf(farm.keys.live)))).toContain(true);
  expect(rows.find((row) => row.secret_sha256.equals(hashOf(farm.keys.live)))?.prefix).toBe(
    farm.keys.live.slice(0, 13),
  );
});

test('N15: the last use of a key is noted', async () => {
  const secret = await farm.newKey({ accountId: 'acc_used' });
  const lastUse = async () =>
    (
      await farm.db
        .selectFrom('api_key')
        .select('last_used_at')
        .where('secret_sha256', '=', hashOf(secret))
        .executeTakeFirstOrThrow()
    ).last_used_at;
  expect(await lastUse()).toBeNull();
  await ask({ 'x-api-key': secret });
  expect(await lastUse()).toBeInstanceOf(Date);
});

test('an address that keeps sending refused keys is told to wait', async () => {
  const from = (headers: Record<string, string>) =>
    farm.app.inject({ url: '/api/v2/templates', headers, remoteAddress: '192.0.2.7' });
  for (let count = 0; count <= 120; count += 1) await from({ 'x-api-key': 'svc_live_wrong' });
  const refused = await from({ 'x-api-key': farm.keys.live });
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  expect(await ask({ 'x-api-key': farm.keys.live })).toMatchObject({ status: 200 });
});
