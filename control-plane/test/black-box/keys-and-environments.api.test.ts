import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, claim, type OutsideFarm, outsideFarm, projectOf, refusal } from './caller.ts';

let farm: OutsideFarm;
let caller: Caller;
beforeAll(async () => {
  farm = await outsideFarm();
});
afterAll(() => farm.close());
beforeEach(async () => {
  await farm.node.workUntilIdle();
  caller = await farm.newCaller();
});

const newKey = async (body: object = {}) =>
  (await caller.client.createApiKey({ body: { name: 'CI', environment: 'live', ...body } })).data;
const isTaken = async (secret: string): Promise<number> => {
  try {
    return (await farm.clientOf(secret).listTemplates({ limit: 1 })).statusCode;
  } catch (error) {
    return (error as { statusCode: number }).statusCode;
  }
};

describe('keys', () => {
  test('S23, S98, S101, S102: a key is made with its prefix, expiry and cap, and its secret is shown once', async () => {
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const { data, statusCode } = await caller.client.createApiKey({
      body: { name: 'CI', environment: 'live', monthlyCreditCap: 50, expiresAt },
    });
    expect(statusCode).toBe(201);
    const { secret, ...record } = data;
    expect(secret).toMatch(/^svc_live_[0-9A-Za-z]{32,}$/);
    expect(record).toMatchObject({
      id: expect.stringMatching(/^key_/),
      name: 'CI',
      environment: 'live',
      status: 'active',
      monthlyCreditCap: 50,
      usedThisMonth: 0,
      expiresAt,
      revokedAt: null,
    });
    const later = [
      (await caller.client.getApiKey({ id: record.id })).data,
      (await caller.client.listApiKeys({ includeInactive: 'true' })).data,
      (await caller.client.updateApiKey({ id: record.id, body: { name: 'Build' } })).data,
      (await caller.client.revokeApiKey({ id: record.id })).data,
    ];
    expect(later[0]).toEqual(record);
    expect(JSON.stringify(later)).not.toContain(secret);

    const sandbox = await farm.newCaller({ environment: 'test' });
    const made = (await sandbox.client.createApiKey({ body: { name: 'CI' } })).data;
    expect(made.secret).toMatch(/^svc_test_/);
    expect(made).toMatchObject({ environment: 'test', monthlyCreditCap: null, expiresAt: null });
  });

  test('S99: the monthly cap is changed, and null removes it', async () => {
    const { id } = await newKey({ monthlyCreditCap: 5 });
    for (const monthlyCreditCap of [7, 0, null]) {
      const { data, statusCode } = await caller.client.updateApiKey({ id, body: { monthlyCreditCap } });
      expect([statusCode, data.monthlyCreditCap]).toEqual([200, monthlyCreditCap]);
      expect((await caller.client.getApiKey({ id })).data.monthlyCreditCap).toBe(monthlyCreditCap);
    }
    for (const wrong of [-1, 1.5]) {
      const refused = await refusal(caller.client.updateApiKey({ id, body: { monthlyCreditCap: wrong } }));
      expect(refused).toMatchObject({ statusCode: 400, details: [{ path: 'monthlyCreditCap' }] });
    }
  });

  test('S100: a key is taken from X-API-Key and from Authorization: Bearer', async () => {
    const ask = async (headers: Record<string, string>) => (await farm.raw('GET', '/templates', { headers })).status;
    expect(await ask({ 'x-api-key': caller.apiKey })).toBe(200);
    expect(await ask({ authorization: `Bearer ${caller.apiKey}` })).toBe(200);
    expect(await ask({ authorization: `Basic ${caller.apiKey}` })).toBe(401);
    const other = await farm.newCaller();
    expect(await ask({ 'x-api-key': caller.apiKey, authorization: `Bearer ${other.apiKey}` })).toBe(400);
  });

  test('S103: a revoked key is refused by its next request, and its open clients are disconnected', async () => {
    const { id, secret } = await newKey();
    const { id: projectId } = await projectOf(caller, 'Open');
    await caller.client.publishProject({ projectId });
    const events = farm.clientOf(secret).streamPublishStatus({ projectId });
    expect((await events.next()).value).toMatchObject({ event: 'status' });
    const read = async (): Promise<string> => {
      for await (const _event of events);
      return 'ended';
    };
    const disconnected = read().catch(() => 'cut');
    expect((await caller.client.revokeApiKey({ id })).data).toMatchObject({ status: 'revoked' });
    expect(await isTaken(secret)).toBe(401);
    expect(['cut', 'ended']).toContain(await disconnected);
    expect((await caller.client.getPublishStatus({ projectId })).data.phase).toBe('rendering');
    await caller.client.cancelPublish({ projectId });
  });

  test('S103, S105: an expired key is refused like a revoked one, and both stay on record with their usage', async () => {
    const expiring = await newKey({ name: 'Expiring', expiresAt: new Date(Date.now() + 1_500).toISOString() });
    const { id, secret } = await newKey({ name: 'Spender' });
    const client = farm.clientOf(secret);
    const { data: project } = await client.createProject({ body: { scenes: [claim('One')] } });
    await client.publishProject({ projectId: project.id, body: { quality: '720p' } });
    await farm.node.workUntilIdle();
    await caller.client.revokeApiKey({ id });
    await expect.poll(() => isTaken(expiring.secret), { timeout: 10_000 }).toBe(401);
    const { apiKeys } = (await caller.client.listApiKeys()).data;
    const states = Object.fromEntries(apiKeys.map(({ name, status }) => [name, status]));
    expect(states).toMatchObject({ Expiring: 'expired', Spender: 'revoked' });
    expect(apiKeys.find((key) => key.id === id)).toMatchObject({ usedThisMonth: 2, revokedAt: expect.any(String) });
    const { data: usage } = await caller.client.getApiKeyUsage({ id });
    expect(usage).toMatchObject({
      keyId: id,
      usedThisMonth: 2,
      resetsAt: expect.stringMatching(/-01T00:00:00\.000Z$/),
      months: [{ credits: 2, byAction: { SCENE_RENDER: 1, EXPORT_720P: 1 } }],
    });
  });

  test.each([
    ['live', 10],
    ['test', 5],
  ] as const)('S104: of %s keys, at most %i of an account are active', async (environment, limit) => {
    const owner = await farm.newCaller({ environment });
    const create = () => owner.client.createApiKey({ body: { name: 'One more', environment } });
    const ids = [];
    for (let count = 1; count < limit; count += 1) ids.push((await create()).data.id);
    expect(await refusal(create())).toMatchObject({ statusCode: 400, code: 'KEY_LIMIT_REACHED', body: { limit } });
    await owner.client.revokeApiKey({ id: ids[0] ?? '' });
    expect((await create()).statusCode).toBe(201);
  });
});

describe('environments', () => {
  test('S6: what a live key makes is metered in credits, what a test key makes is not', async () => {
    const test = await farm.newCaller({ accountId: caller.accountId, environment: 'test' });
    const used = async ({ client }: Caller): Promise<number[]> => {
      const { apiKeys } = (await client.listApiKeys()).data;
      return apiKeys.map(({ usedThisMonth }) => usedThisMonth);
    };
    const [paid, free] = [await projectOf(caller, 'One', 'Two', 'Three'), await projectOf(test, 'One', 'Two', 'Three')];
    const published = await caller.client.publishProject({ projectId: paid.id });
    expect(published.data.credits).toEqual({
      reserved: 5,
      breakdown: [
        { action: 'SCENE_RENDER', units: 3, credits: 3 },
        { action: 'EXPORT_1080P', units: 1, credits: 2 },
      ],
    });
    const sandboxed = await test.client.publishProject({ projectId: free.id });
    expect(sandboxed.data.credits).toEqual({ reserved: 0, breakdown: [] });
    expect([await used(caller), await used(test)]).toEqual([[5], [0]]);
    await caller.client.cancelPublish({ projectId: paid.id });
    await test.client.cancelPublish({ projectId: free.id });
  });

  test.each([
    ['free', '720p', true, 1_280],
    ['pro', '1080p', false, 1_920],
    ['enterprise', '1080p', false, 1_920],
  ] as const)('S107: a live key of the %s plan makes %s, watermark %s', async (plan, quality, watermarked, width) => {
    const { client, ...own } = await farm.newCaller({ plan });
    const { id: projectId } = await projectOf({ client, ...own }, 'One');
    const { data, meta } = await client.publishProject({ projectId });
    expect(data).toMatchObject({ quality, requestedQuality: '1080p', sandbox: false });
    expect(meta.warnings?.map(({ code }) => code) ?? []).toEqual(plan === 'free' ? ['QUALITY_DOWNGRADED'] : []);
    const scenes = (await farm.node.workUntilIdle()).filter(({ kind }) => kind === 'scene.render');
    expect(scenes.map(({ payload }) => payload)).toMatchObject([{ watermark: watermarked, widthPx: width }]);
    const exportId = (await client.getPublishStatus({ projectId })).data.export?.id ?? '';
    expect((await client.getExport({ exportId })).data).toMatchObject({ quality, watermarked, width, sandbox: false });
  });

  test('S108: a test key gets 720p with a watermark whatever the plan, labelled "(Sandbox)"', async () => {
    const { client, ...own } = await farm.newCaller({ plan: 'enterprise', environment: 'test' });
    const { id: projectId } = await projectOf({ client, ...own }, 'One');
    const { data } = await client.publishProject({ projectId, body: { quality: '4K' } });
    expect(data).toMatchObject({ sandbox: true, quality: '720p', requestedQuality: '4K', credits: { reserved: 0 } });
    const leases = await farm.node.workUntilIdle();
    expect(leases.find(({ kind }) => kind === 'scene.render')?.payload).toMatchObject({ watermark: true });
    const { data: status } = await client.getPublishStatus({ projectId });
    expect(status).toMatchObject({ phase: 'completed', sandbox: true });
    const exportId = status.export?.id ?? '';
    expect((await client.getExport({ exportId })).data).toMatchObject({
      sandbox: true,
      watermarked: true,
      quality: '720p',
      height: 720,
      creditsCharged: 0,
    });
    expect((await client.downloadExport({ exportId })).data.filename).toBe('Launch day (Sandbox).mp4');
  });

  test('S109: a feature that the plan lacks is a 403 that names it; test keys are not gated', async () => {
    const publish = async (who: Caller) => {
      const { id: projectId } = await projectOf(who, 'One');
      return who.client.publishProject({ projectId, body: { quality: '4K' } });
    };
    const refused = await refusal(publish(await farm.newCaller({ plan: 'free' })));
    expect(refused.statusCode).toBe(403);
    expect(refused.body['message']).toContain('export_4k');
    expect((await publish(await farm.newCaller({ plan: 'free', environment: 'test' }))).statusCode).toBe(200);
    expect((await publish(caller)).data.quality).toBe('4K');
  });
});
