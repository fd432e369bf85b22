import net from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connect } from '../database/connection.ts';
import { idempotentRequests } from '../http/idempotency-store.ts';
import { type Farm, startFarm } from './harness.ts';

let farm: Farm;
let keyCount = 0;
beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());

const newIdempotencyKey = (): string => {
  keyCount += 1;
  return `order ${keyCount}`;
};
const scenes = [{ templateId: 'big-claim', parameters: { headline: 'One' } }];
const post = async (idempotencyKey: string, path: string, body: object | undefined, own = farm.keys.live) => {
  const response = await farm.app.inject({
    method: 'POST',
    url: `/api/v2${path}`,
    headers: { 'x-api-key': own, 'idempotency-key': idempotencyKey },
    ...(body ? { payload: body } : {}),
  });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
};
const countProjects = async (title: string): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count from project where title = ${title}`.execute(farm.db))
    .rows[0]?.count ?? 0;

test('a request that is sent again is not done again: its answer is repeated and marked', async () => {
  const key = newIdempotencyKey();
  const body = { title: 'Once', scenes };
  const first = await post(key, '/projects', body);
  expect(first.status).toBe(201);
  expect(first.body.meta).not.toHaveProperty('idempotentReplay');
  const again = await post(key, '/projects', { scenes, title: 'Once' });
  expect(again.status).toBe(201);
  expect(again.body.data).toEqual(first.body.data);
  expect(again.body.meta).toMatchObject({ idempotentReplay: true, requestId: again.headers['x-request-id'] });
  expect(await countProjects('Once')).toBe(1);
});

test('N3: another body, or another path, under the same key is 409', async () => {
  const key = newIdempotencyKey();
  const { body } = await post(key, '/projects', { title: 'Reused', scenes });
  expect(await post(key, '/projects', { title: 'Other', scenes })).toMatchObject({
    status: 409,
    body: { success: false, code: 'IDEMPOTENCY_KEY_REUSED' },
  });
  expect((await post(key, `/projects/${body.data.id}/duplicate`, {})).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  expect(await countProjects('Other')).toBe(0);
});

test('the key belongs to the account and the environment: nobody else hears the answer', async () => {
  const key = newIdempotencyKey();
  const body = { title: 'Mine', scenes };
  const mine = await post(key, '/projects', body);
  const strangers = [farm.keys.test, await farm.newKey({ accountId: 'acc_idempotent_stranger' })];
  for (const stranger of strangers) {
    const theirs = await post(key, '/projects', body, stranger);
    expect(theirs.status).toBe(201);
    expect(theirs.body.data.id).not.toBe(mine.body.data.id);
  }
  const colleague = await farm.newKey({ accountId: 'acc_local' });
  expect((await post(key, '/projects', body, colleague)).body.data.id).toBe(mine.body.data.id);
});

test('of 30 requests at once with one key one is done; the others hear its answer or are told to wait', async () => {
  const key = newIdempotencyKey();
  const body = { title: 'Thirty', scenes };
  const answers = await Promise.all(Array.from({ length: 30 }, () => post(key, '/projects', body)));
  expect(await countProjects('Thirty')).toBe(1);
  const ids = new Set(answers.filter(({ status }) => status === 201).map((answer) => answer.body.data.id));
  expect(ids.size).toBe(1);
  const waiting = answers.filter(({ status }) => status !== 201);
  expect(waiting.length).toBeGreaterThan(0);
  for (const { status, body: refused, headers } of waiting) {
    expect([status, refused.code, headers['retry-after']]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS', '1']);
  }
});

test('a refusal gives the key back: after the mend the same key does the request', async () => {
  const own = await farm.newKey({ accountId: 'acc_idempotent_poor', plan: 'free' });
  const texts = Array.from({ length: 11 }, (_none, index) => ({
    templateId: 'big-claim',
    parameters: { headline: `Text ${index}` },
  }));
  const { body } = await farm.call(own, 'POST', '/projects', { title: 'Poor', scenes: texts });
  const key = newIdempotencyKey();
  const path = `/projects/${body.data.id}/publish`;
  expect((await post(key, path, {}, own)).status).toBe(402);
  await farm.call(own, 'DELETE', `/projects/${body.data.id}/scenes/${body.data.scenes[0].id}`);
  await farm.call(own, 'DELETE', `/projects/${body.data.id}/scenes/${body.data.scenes[1].id}`);
  expect((await post(key, path, {}, own)).status).toBe(200);
});

test('a fault of ours is never repeated', async () => {
  const key = newIdempotencyKey();
  const body = { title: 'Fault', scenes };
  await farm.db.schema.alterTable('scene').renameTo('scene_away').execute();
  const failed = await post(key, '/projects', body);
  await farm.db.schema.alterTable('scene_away').renameTo('scene').execute();
  expect(failed.status).toBe(500);
  const again = await post(key, '/projects', body);
  expect(again.status).toBe(201);
  expect(again.body.meta).not.toHaveProperty('idempotentReplay');
});

test('S102: the secret of a key is kept nowhere: the request sent again names the key that was made', async () => {
  const key = newIdempotencyKey();
  const body = { name: 'Made once', environment: 'live' };
  const made = await post(key, '/api-keys', body);
  expect(made.status).toBe(201);
  const again = await post(key, '/api-keys', body);
  expect(again).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_SECRET_NOT_KEPT', id: made.body.data.id } });
  const { rows } = await sql`select * from idempotent_request`.execute(farm.db);
  expect(JSON.stringify(rows)).not.toContain(made.body.data.secret);
  const rotated = await post(newIdempotencyKey(), `/api-keys/${made.body.data.id}/rotate`, {});
  expect(rotated.status).toBe(200);
  const { rows: later } = await sql`select * from idempotent_request`.execute(farm.db);
  expect(JSON.stringify(later)).not.toContain(rotated.body.data.secret);
});

test('a key that is not printable, or too long, is refused; a POST without one is as ever', async () => {
  for (const bad of ['', 'a\tb', 'x'.repeat(256)]) {
    const refused = await post(bad, '/projects', { title: 'Bad key', scenes });
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  }
  expect((await post('x'.repeat(255), '/projects', { title: 'Long key', scenes })).status).toBe(201);
  expect(await countProjects('Bad key')).toBe(0);
});

test('A2: a caller who lost the connection asks again and gets what was made, once', async () => {
  const address = new URL(await farm.app.listen({ host: '127.0.0.1', port: 0 }));
  const key = newIdempotencyKey();
  const body = { title: 'Lost', scenes };
  const payload = JSON.stringify(body);
  const socket = net.connect(Number(address.port), address.hostname);
  socket.write(
    `POST /api/v2/projects HTTP/1.1\r\nhost: farm\r\nx-api-key: ${farm.keys.live}\r\nidempotency-key: ${key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${payload.length}\r\n\r\n${payload}`,
  );
  await expect.poll(() => countProjects('Lost')).toBe(1);
  socket.destroy();
  await expect.poll(async () => (await post(key, '/projects', body)).status).toBe(201);
  expect((await post(key, '/projects', body)).body.meta.idempotentReplay).toBe(true);
  expect(await countProjects('Lost')).toBe(1);
});

test('a key whose process is gone, or that is older than a day, is free again; the sweep forgets it', async () => {
  const here = 'control-plane of this test';
  const living = connect(farm.config.DATABASE_URL, { name: here });
  onTestFinished(() => living.destroy());
  const requests = idempotentRequests(living, here);
  const request = { accountId: 'acc_local', environment: 'live', idempotencyKey: 'aged' } as const;
  const fingerprint = Buffer.alloc(32, 1);
  const age = (interval: string) =>
    sql`update idempotent_request set started_at = now() - ${interval}::interval where idempotency_key = 'aged'`.execute(
      farm.db,
    );
  const begin = async (requestId: string) => (await requests.begin({ ...request, requestId }, fingerprint)).kind;
  expect(await begin('req_1')).toBe('new');
  expect(await begin('req_2')).toBe('running');
  await sql`update idempotent_request set owner = 'control-plane that was killed' where idempotency_key = 'aged'`.execute(
    farm.db,
  );
  expect(await begin('req_3')).toBe('new');
  expect(await begin('req_4')).toBe('running');
  await age('6 minutes');
  expect(await begin('req_5')).toBe('new');
  await requests.keep({ ...request, requestId: 'req_3' }, 201, '{"late":true}');
  expect(await begin('req_6')).toBe('running');
  await requests.keep({ ...request, requestId: 'req_5' }, 201, '{}');
  await age('23 hours');
  expect(await begin('req_7')).toBe('answered');
  await age('25 hours');
  expect(await begin('req_8')).toBe('new');
  await age('25 hours');
  expect(await requests.sweep()).toBe(1);
});

test('the header is in the OpenAPI document of every POST and of nothing else', async () => {
  const { body } = await farm.call(null, 'GET', '/openapi.json');
  const operations = Object.values<Record<string, { parameters?: { name: string; in: string }[] }>>(body.paths).flatMap(
    (methods) => Object.entries(methods),
  );
  const having = operations.filter(([, { parameters = [] }]) =>
    parameters.some((each) => each.in === 'header' && each.name === 'idempotency-key'),
  );
  expect(having.every(([method]) => method === 'post')).toBe(true);
  expect(having).toHaveLength(operations.filter(([method]) => method === 'post').length);
});
