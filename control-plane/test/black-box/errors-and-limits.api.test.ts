import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, claim, type OutsideFarm, outsideFarm, projectOf, refusal } from './caller.ts';

let farm: OutsideFarm;
let caller: Caller;
beforeAll(async () => {
  farm = await outsideFarm();
});
afterAll(() => farm.close());
beforeEach(async () => {
  caller = await farm.newCaller();
});

const createWith = (...scenes: (ReturnType<typeof claim> | { templateId: string })[]) =>
  caller.client.createProject({ body: { scenes } });
/** The next midnight in UTC, of a day that may end while the test runs. */
const isMidnight = (text: unknown): boolean =>
  typeof text === 'string' &&
  text.endsWith('T00:00:00.000Z') &&
  Math.abs(Date.parse(text) - Date.now()) <= 24 * 3_600_000;

describe('S116: the error table', () => {
  test('S116: 400 has one flat body with what is wrong, and says where', async () => {
    const { status, body } = await farm.raw('POST', '/projects', {
      headers: { 'x-api-key': caller.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ scenes: [claim('A', { parameters: { nothing: 1 } })] }),
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      success: false,
      statusCode: 400,
      error: 'Bad Request',
      message: expect.stringMatching(/\w/),
      code: expect.stringMatching(/^[A-Z_]+$/),
      requestId: expect.stringMatching(/^req_/),
      editableKeys: expect.arrayContaining(['headline']),
    });
    expect(body).not.toHaveProperty('data');
  });

  test('S116: 400 for unknown keys, mixed ratios, a missing logo, long narration and missing text', async () => {
    const outro = { templateId: 'logo-outro', parameters: { tagline: 'Bye' } };
    const refusals = [
      createWith(claim('A', { parameters: { headline: 'A', nothing: 1 } })),
      createWith(claim('A'), { ...claim('B'), templateId: 'big-claim-16x12' }),
      createWith(claim('A', { voiceoverText: 'n'.repeat(500) })),
      createWith({ templateId: 'big-claim' }),
    ].map(refusal);
    expect(await Promise.all(refusals)).toMatchObject([
      { statusCode: 400, code: 'INVALID_LAYER_KEYS', body: { editableKeys: expect.any(Array) } },
      { statusCode: 400, code: 'MIXED_ASPECT_RATIOS' },
      { statusCode: 400, code: 'NARRATION_OVER_BUDGET', body: { limit: 44 } },
      { statusCode: 400, code: 'MISSING_TEXT', body: { missingText: expect.any(Array) } },
    ]);
    const logoless = caller.client.createProject({ body: { brand: { name: 'Acme' }, scenes: [outro] } });
    const refused = await refusal(logoless);
    expect([refused.statusCode, Object.keys(refused.body)]).toEqual([
      400,
      expect.arrayContaining(['missingBrandAssets']),
    ]);
    const { id: projectId } = await projectOf(caller, 'One');
    expect(await refusal(caller.client.createExport({ projectId }))).toMatchObject({
      statusCode: 400,
      code: 'PROJECT_NOT_READY',
    });
  });

  test('S7, S116: a body is JSON by its content type, well formed, and has no field that nobody knows', async () => {
    const post = (contentType: string, body: string) =>
      farm.raw('POST', '/projects', { headers: { 'x-api-key': caller.apiKey, 'content-type': contentType }, body });
    const wanted = { title: 'Launch', scenes: [claim('A')] };
    const text = JSON.stringify(wanted);
    expect((await post('application/json', text)).status).toBe(201);
    expect(await post('text/plain', text)).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
    expect((await post('application/json', text.slice(1))).status).toBe(400);
    expect(await post('application/json', JSON.stringify({ ...wanted, titel: 'Launch' }))).toMatchObject({
      status: 400,
      body: { success: false, details: [{ path: 'titel' }] },
    });
  });

  test('S116: 401 for a key that is missing, invalid or revoked', async () => {
    const bare = await farm.raw('GET', '/templates', {});
    expect([bare.status, bare.body]).toMatchObject([401, { success: false, statusCode: 401, error: 'Unauthorized' }]);
    const { id, secret } = (await caller.client.createApiKey({ body: { name: 'Gone', environment: 'live' } })).data;
    await caller.client.revokeApiKey({ id });
    const lastLetter = caller.apiKey.endsWith('a') ? 'b' : 'a';
    for (const apiKey of ['svc_live_none', `${caller.apiKey.slice(0, -1)}${lastLetter}`, secret]) {
      expect((await refusal(farm.clientOf(apiKey).listTemplates())).statusCode).toBe(401);
    }
  });

  test('S2, S116, S117: 402 for too few credits, with what is needed and what is there, and nothing starts', async () => {
    const free = await farm.newCaller({ plan: 'free' });
    const { id: projectId } = await projectOf(free, ...Array.from({ length: 10 }, (_none, index) => `Scene ${index}`));
    const refused = await refusal(free.client.publishProject({ projectId }));
    expect(refused.statusCode).toBe(402);
    expect(refused.body).toMatchObject({
      statusCode: 402,
      error: 'Payment Required',
      message: expect.stringMatching(/\w/),
      creditsRequired: 11,
      creditsAvailable: 10,
      planRemaining: 10,
      purchasedBalance: 0,
      topUpUrl: expect.stringMatching(/^https?:\/\//),
    });
    expect((await free.client.getPublishStatus({ projectId })).data).toMatchObject({ requestId: null, phase: 'idle' });
  });

  test('S116: 403 for a quality that the plan does not have', async () => {
    const free = await farm.newCaller({ plan: 'free' });
    const { id: projectId } = await projectOf(free, 'One');
    const refused = await refusal(free.client.publishProject({ projectId, body: { quality: '1080p' } }));
    expect(refused).toMatchObject({ statusCode: 403, body: { error: 'Forbidden' } });
    expect(refused.body['message']).toContain('1080p');
  });

  test('S116: 404 for a template, project, brand or export that is not there, or is not the caller’s', async () => {
    const { client } = caller;
    const { id: projectId } = await projectOf(await farm.newCaller(), 'Theirs');
    const missing = [
      client.getTemplate({ id: 'tpl_none' }),
      createWith({ templateId: 'tpl_none' }),
      client.getProject({ projectId: 'prj_none' }),
      client.getProject({ projectId }),
      client.publishProject({ projectId }),
      client.getBrand({ id: 'brd_none' }),
      client.getExport({ exportId: 'exp_none' }),
    ].map(refusal);
    for (const refused of await Promise.all(missing)) {
      expect(refused).toMatchObject({ statusCode: 404, body: { error: 'Not Found' } });
    }
  });
});

test('S118: a key over its monthly cap is refused with its use and the reset; other keys are not', async () => {
  const create = async (monthlyCreditCap: number) =>
    (await caller.client.createApiKey({ body: { name: 'Capped', environment: 'live', monthlyCreditCap } })).data;
  const capped = await create(4);
  const client = farm.clientOf(capped.secret);
  const publish = async (headline: string) => {
    const { data } = await client.createProject({ body: { scenes: [claim(headline)] } });
    return client.publishProject({ projectId: data.id });
  };
  expect((await publish('One')).data.credits.reserved).toBe(3);
  const refused = await refusal(publish('Two'));
  expect(refused).toMatchObject({
    statusCode: 402,
    code: 'KEY_MONTHLY_CAP',
    body: { monthlyCreditCap: 4, usedThisMonth: 3, creditsRequired: 3 },
  });
  expect(refused.body['resetsAt']).toMatch(/^\d{4}-\d\d-01T00:00:00\.000Z$/);
  const { id: projectId } = await projectOf(caller, 'Not capped');
  expect((await caller.client.publishProject({ projectId })).statusCode).toBe(200);
  await caller.client.updateApiKey({ id: capped.id, body: { monthlyCreditCap: null } });
  expect((await publish('Three')).statusCode).toBe(200);
});

describe('the sandbox', () => {
  test('S119, S120: 20 scene renders a day, then 429 with limit, used, requested and resetsAt', async () => {
    const { client, ...own } = await farm.newCaller({ environment: 'test' });
    for (let count = 0; count < 5; count += 1) {
      const { id } = await projectOf({ client, ...own }, ...['a', 'b', 'c', 'd'].map((text) => `${text}${count}`));
      await client.startRender({ projectId: id });
    }
    const { id: projectId } = await projectOf({ client, ...own }, 'One', 'more');
    const refused = await refusal(client.publishProject({ projectId }));
    expect(refused).toMatchObject({
      statusCode: 429,
      code: 'SANDBOX_SCENE_RENDERS',
      body: { error: 'Too Many Requests', limit: 20, used: 20, requested: 2 },
    });
    expect(isMidnight(refused.body['resetsAt'])).toBe(true);
    expect(refused.retryAfterSeconds).toBeGreaterThan(0);
  });

  test('S119, S120: 5 exports a day, and unchanged scenes do not count again', async () => {
    const { client, ...own } = await farm.newCaller({ environment: 'test' });
    for (let count = 0; count < 5; count += 1) {
      const { id } = await projectOf({ client, ...own }, 'The same');
      await client.publishProject({ projectId: id });
    }
    const { id: projectId } = await projectOf({ client, ...own }, 'The same');
    const refused = await refusal(client.publishProject({ projectId }));
    expect(refused).toMatchObject({
      statusCode: 429,
      code: 'SANDBOX_EXPORTS',
      body: { limit: 5, used: 5, requested: 1 },
    });
    expect(isMidnight(refused.body['resetsAt'])).toBe(true);
  });

  test('S120: 4 scenes in a project of a test key, created or added', async () => {
    const { client, ...own } = await farm.newCaller({ environment: 'test' });
    const five = await refusal(projectOf({ client, ...own }, '1', '2', '3', '4', '5'));
    expect(five).toMatchObject({ statusCode: 429, body: { limit: 4, used: 0, requested: 5 } });
    const { id: projectId } = await projectOf({ client, ...own }, '1', '2', '3', '4');
    const added = await refusal(client.addScene({ projectId, body: claim('5') }));
    expect(added).toMatchObject({ statusCode: 429, body: { limit: 4, used: 4, requested: 1 } });
  });
});

describe('rates', () => {
  test('S120: 120 requests a minute of a key, then 429 with Retry-After; another key goes on', async () => {
    const ask = () => caller.client.getProject({ projectId: 'prj_none' });
    const answers = await Promise.all(Array.from({ length: 130 }, () => refusal(ask())));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 404)).toHaveLength(120);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(refused).toMatchObject({ code: 'RATE_LIMITED', body: { success: false, error: 'Too Many Requests' } });
    expect(refused?.retryAfterSeconds).toBeGreaterThan(0);
    expect(refused?.retryAfterSeconds).toBeLessThanOrEqual(60);
    const other = await farm.newCaller({ accountId: caller.accountId });
    expect((await other.client.listProjects()).statusCode).toBe(200);
  });

  test('S120: 10 publishes and render starts a minute, counted together', async () => {
    const { client } = caller;
    const projectId = 'prj_none';
    for (let count = 0; count < 5; count += 1) {
      expect((await refusal(client.publishProject({ projectId }))).statusCode).toBe(404);
      expect((await refusal(client.startRender({ projectId }))).statusCode).toBe(404);
    }
    expect(await refusal(client.publishProject({ projectId }))).toMatchObject({
      statusCode: 429,
      code: 'RATE_LIMITED',
    });
    expect((await refusal(client.startRender({ projectId }))).statusCode).toBe(429);
    expect((await client.listProjects()).statusCode).toBe(200);
  });

  test('S120: a free account makes one export at a time', async () => {
    const free = await farm.newCaller({ plan: 'free' });
    const [first, second] = [await projectOf(free, 'One'), await projectOf(free, 'Two')];
    await free.client.publishProject({ projectId: first.id });
    const refused = await refusal(free.client.publishProject({ projectId: second.id }));
    expect(refused).toMatchObject({ statusCode: 429, code: 'EXPORT_CONCURRENCY', body: { limit: 1 } });
    await free.client.cancelPublish({ projectId: first.id });
    expect((await free.client.publishProject({ projectId: second.id })).statusCode).toBe(200);
  });
});
