import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Farm, startFarm } from './harness.ts';

let farm: Farm;
beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());

/** A request as raw as a caller can send it, with the live key. */
const raw = async (options: InjectOptions) => {
  const response = await farm.app.inject({ ...options, headers: { 'x-api-key': farm.keys.live, ...options.headers } });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
};
const json = (payload: string) =>
  raw({ method: 'POST', url: '/api/v2/projects', headers: { 'content-type': 'application/json' }, payload });

test('S7/N1: an answer is wrapped as success, data and meta, and carries its request id as a header', async () => {
  const { status, body, headers } = await farm.call(farm.keys.test, 'GET', '/templates');
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, meta: { apiVersion: 'v2', sandbox: true } });
  expect(headers['x-request-id']).toBe(body.meta.requestId);
  expect(body.meta.requestId).toMatch(/^req_[0-9a-f]{32}$/);
});

test('N1: the timestamp of an answer is the injected time of day', async () => {
  farm.clock.set(new Date('2031-04-05T06:07:08Z'));
  const { body } = await farm.call(farm.keys.live, 'GET', '/templates');
  expect(body.meta.timestamp).toMatch(/^2031-04-05T06:07:0/);
  farm.clock.set(new Date());
});

test('N2: an error is flat, with the same request id as the header', async () => {
  const { status, body, headers } = await farm.call(farm.keys.live, 'GET', '/templates/tpl_nothing');
  expect(status).toBe(404);
  expect(body).toEqual({
    success: false,
    statusCode: 404,
    error: 'Not Found',
    message: 'There is no such template.',
    code: 'TEMPLATE_NOT_FOUND',
    requestId: headers['x-request-id'],
  });
});

test('N2: a caller that asks for application/problem+json gets RFC 9457', async () => {
  const { body, headers } = await raw({
    url: '/api/v2/templates/tpl_nothing',
    headers: { accept: 'application/problem+json' },
  });
  expect(headers['content-type']).toBe('application/problem+json');
  expect(body).toMatchObject({ title: 'Not Found', status: 404, code: 'TEMPLATE_NOT_FOUND' });
  expect(body).not.toHaveProperty('success');
});

test('N3: a path that does not exist is 404 and a wrong method 405 with the ones that are possible', async () => {
  expect(await farm.call(farm.keys.live, 'GET', '/nothing/at/all')).toMatchObject({
    status: 404,
    body: { code: 'ROUTE_NOT_FOUND' },
  });
  const wrong = await farm.call(farm.keys.live, 'PUT', '/projects/prj_1/scenes/scn_1');
  expect(wrong).toMatchObject({ status: 405, body: { success: false, code: 'METHOD_NOT_ALLOWED' } });
  expect(wrong.headers['allow']).toBe('DELETE, PATCH');
});

test.each([
  ['that ends too early', '{"title":', 'INVALID_JSON'],
  ['that is empty', '', 'INVALID_JSON'],
  ['with __proto__', '{"title":"a","__proto__":{"scenes":[]}}', 'INVALID_JSON'],
  ['with constructor.prototype', '{"scenes":[],"constructor":{"prototype":{"a":1}}}', 'INVALID_JSON'],
  ['that is an array', '[]', 'VALIDATION_FAILED'],
  ['that is a text', '"text"', 'VALIDATION_FAILED'],
  ['that is null', 'null', 'VALIDATION_FAILED'],
  ['of 5,000 levels', `{"scenes":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'VALIDATION_FAILED'],
])('H2: a body %s is refused with 400', async (_what, payload, code) => {
  const answer = await json(payload);
  expect(answer).toMatchObject({ status: 400, body: { success: false, code } });
});

test('H2: NUL characters and lone surrogates are refused with their places, all at once', async () => {
  const payload = '{"title":"a\\u0000b","scenes":[{"templateId":"big-claim","parameters":{"headline":"\\ud800"}}]}';
  const { status, body } = await json(payload);
  expect(status).toBe(400);
  expect(body.details).toEqual([
    expect.objectContaining({ path: 'title', code: 'NUL_CHARACTER' }),
    expect.objectContaining({ path: 'scenes[0].parameters.headline', code: 'INVALID_UNICODE' }),
  ]);
});

test('H2: a NUL character in the address is refused as one in the body is', async () => {
  const { status, body } = await raw({ url: '/api/v2/templates/a%00b' });
  expect({ status, code: body.details?.[0]?.code }).toEqual({ status: 400, code: 'NUL_CHARACTER' });
});

test('N54: unknown body fields are refused by name, unknown query fields are ignored', async () => {
  const { status, body } = await json(
    '{"tittle":"a","scenes":[{"templateId":"big-claim","parameters":{"headline":"H"},"voiceOver":"b"}]}',
  );
  expect(status).toBe(400);
  expect(body.details.map((detail: { path: string; code: string }) => [detail.path, detail.code])).toEqual([
    ['scenes[0].voiceOver', 'UNKNOWN_FIELD'],
    ['tittle', 'UNKNOWN_FIELD'],
  ]);
  expect((await farm.call(farm.keys.live, 'GET', '/templates?nonsense=1')).status).toBe(200);
});

test('N22: every problem of the shape is named at once, each with its place', async () => {
  const { body } = await json('{"title":5,"scenes":[{"title":""},{"templateId":7}]}');
  expect(body.details.map((detail: { path: string; code: string }) => [detail.path, detail.code])).toEqual([
    ['title', 'INVALID_TYPE'],
    ['scenes[0].templateId', 'REQUIRED'],
    ['scenes[0].title', 'TOO_SMALL'],
    ['scenes[1].templateId', 'INVALID_TYPE'],
  ]);
});

test('N3: a body over 1 MiB is 413 and one that is not JSON 415', async () => {
  const big = await json(JSON.stringify({ title: 'a'.repeat(1_100_000), scenes: [] }));
  expect(big).toMatchObject({ status: 413, body: { success: false, code: 'BODY_TOO_LARGE' } });
  const form = await raw({
    method: 'POST',
    url: '/api/v2/projects',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'title=a',
  });
  expect(form).toMatchObject({ status: 415, body: { success: false, code: 'UNSUPPORTED_MEDIA_TYPE' } });
});

test('H6: a fault answers 500 with the request id alone, and is logged once with its causes', async () => {
  await farm.db.schema.alterTable('project').renameTo('project_away').execute();
  const answer = await farm.call(farm.keys.live, 'GET', '/projects');
  await farm.db.schema.alterTable('project_away').renameTo('project').execute();
  expect(answer.status).toBe(500);
  expect(Object.keys(answer.body).sort()).toEqual(['code', 'error', 'message', 'requestId', 'statusCode', 'success']);
  const faults = farm.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'fault');
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatchObject({
    requestId: answer.body.requestId,
    error: { message: expect.stringContaining('project') },
  });
});

test('S120: the 121st request of a minute is 429 with the limit and when to try again; other keys go on', async () => {
  const key = await farm.newKey({ accountId: 'acc_busy' });
  const first = await farm.call(key, 'GET', '/projects/prj_none');
  expect(first.headers['ratelimit-policy']).toBe('"requests";q=120;w=60');
  expect(first.headers['ratelimit']).toMatch(/^"requests";r=119;t=\d+$/);
  for (let count = 2; count <= 120; count += 1) await farm.call(key, 'GET', '/projects/prj_none');
  const refused = await farm.call(key, 'GET', '/projects/prj_none');
  expect(refused).toMatchObject({ status: 429, body: { success: false, code: 'RATE_LIMITED', limit: 120 } });
  expect(Number(refused.headers['retry-after'])).toBe(refused.body.retryAfterSeconds);
  const other = await farm.newKey({ accountId: 'acc_busy' });
  expect((await farm.call(other, 'GET', '/templates')).status).toBe(200);
});

test('H8: no log line holds a key or a query', async () => {
  await farm.call(farm.keys.live, 'GET', '/templates?search=canary-of-the-query');
  const log = farm.logLines.join('\n');
  expect(log).toContain('"route":"/api/v2/templates"');
  expect(log).not.toContain(farm.keys.live);
  expect(log).not.toContain('canary-of-the-query');
});

test('N54: the OpenAPI document is 3.1, needs no key, and names every endpoint with its errors', async () => {
  const { status, body } = await farm.call(null, 'GET', '/openapi.json');
  expect(status).toBe(200);
  expect(body.openapi).toBe('3.1.0');
  expect(Object.keys(body.paths)).toEqual(
    expect.arrayContaining(['/templates', '/templates/{id}', '/projects', '/projects/{projectId}/scenes/reorder']),
  );
  const create = body.paths['/projects'].post;
  expect(Object.keys(create.responses)).toEqual(
    expect.arrayContaining(['201', '400', '401', '404', '413', '415', '429', '500']),
  );
  expect(create.responses['400'].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' });
  expect(body.components.schemas.Error.properties).toHaveProperty('requestId');
  expect(body.components.schemas).not.toHaveProperty('ErrorInput');
  const limit = body.paths['/templates'].get.parameters.find(({ name }: { name: string }) => name === 'limit');
  expect(limit.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 20 });
  expect(create.requestBody.content['application/json'].schema.properties.scenes.minItems).toBe(1);
});

test('a farm without a render node is alive and not ready', async () => {
  expect((await farm.app.inject('/healthz')).json()).toEqual({ status: 'ok' });
  const ready = await farm.app.inject('/readyz');
  expect(ready.statusCode).toBe(503);
  expect(ready.json()).toMatchObject({ success: false, code: 'NO_RENDER_NODE' });
});
