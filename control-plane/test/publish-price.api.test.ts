import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FakeNode } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';
import { idleFarm, type Publisher, publisher } from './publisher.ts';

let farm: Farm;
let node: FakeNode;
let caller: Publisher;

beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());
beforeEach(async () => {
  node = await idleFarm(farm);
  caller = await publisher(farm);
});

const quote = async (projectId: string, body: object = {}) => (await caller.plan(projectId, body)).body.data;
const chargedOf = async (requestId: string): Promise<number> =>
  (
    await sql<{ charged: number }>`select coalesce(sum(plan_credits + purchased_credits), 0)::int as charged
       from credit_hold where state = 'charged' and subject like ${`publish:${requestId}:%`}`.execute(farm.db)
  ).rows[0]?.charged ?? -1;
const givePass = async (projectId: string): Promise<void> => {
  await sql`insert into payment (id, account_id, web_user_id, provider, kind, name, units, amount_cents, currency, state, expires_at, paid_at)
    select 'pay_' || ${projectId}, ${caller.accountId}, 'usr', 'local', 'export_pass', 'Pass', 1, 900, 'usd', 'paid', now(), now()`.execute(
    farm.db,
  );
  await sql`insert into export_pass (id, account_id, payment_id, project_id, redeemed_at)
    values ('pas_' || ${projectId}, ${caller.accountId}, 'pay_' || ${projectId}, ${projectId}, now())`.execute(farm.db);
};

describe('a price that binds', () => {
  test('says what it is made of, what pays it and what is left; the publish charges exactly that', async () => {
    const projectId = await caller.createProject(['One', 'Two', 'Two']);
    const { planId, expiresAt, price, credits } = await quote(projectId, { quality: '4K', format: 'webm' });
    expect(price).toEqual({
      credits: 6,
      scenes: { rendered: 2, credits: 2 },
      reused: 1,
      export: { quality: '4K', credits: 4 },
      pass: { redeemed: false, creditsSaved: 0 },
      source: { plan: 6, purchased: 0 },
      remaining: { plan: 144, purchased: 0, total: 144 },
    });
    expect(credits.reserved).toBe(6);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(14 * 60_000);
    const { status, body } = await caller.publish(projectId, { planId });
    expect([status, body.data.quality, body.data.format]).toEqual([200, '4K', 'webm']);
    expect(body.data.credits).toEqual(credits);
    await node.workUntilIdle();
    expect(await chargedOf(body.data.requestId)).toBe(6);
    expect(await caller.balance()).toEqual({ available: 144, held: 0 });
  });

  test('what is bought pays what the allowance does not', async () => {
    await quote(await caller.createProject(['Opens the period']));
    await sql`update account set plan = 'free' where id = ${caller.accountId}`.execute(farm.db);
    const projectId = await caller.createProject(Array.from({ length: 10 }, (_none, index) => `Scene ${index}`));
    const short = await quote(projectId, { quality: '720p' });
    expect(short).toMatchObject({ canPublish: false, planId: null, expiresAt: null });
    expect(short.price).toMatchObject({ credits: 11, source: null, remaining: null });
  });

  test.each<[string, (projectId: string, sceneIds: string[]) => Promise<unknown>, string, number]>([
    [
      'an edited scene',
      (projectId, [one = '']) => caller.editScene(projectId, one, { parameters: { headline: 'Else' } }),
      'SCENE_EDITED',
      4,
    ],
    [
      'a scene more',
      (projectId) =>
        caller.data('POST', `/projects/${projectId}/scenes`, {
          templateId: 'big-claim',
          parameters: { headline: 'X' },
        }),
      'SCENE_ADDED',
      5,
    ],
    [
      'a scene less',
      (projectId, [one = '']) => caller.data('DELETE', `/projects/${projectId}/scenes/${one}`),
      'SCENE_REMOVED',
      3,
    ],
    [
      'a scene that was rendered meanwhile',
      async (projectId, [one = '']) => {
        await caller.data('POST', `/projects/${projectId}/render/start`, { sceneIds: [one] });
        await node.workUntilIdle();
      },
      'SCENE_REUSED_NOW',
      3,
    ],
    [
      'another narration',
      (projectId, [one = '']) => caller.editScene(projectId, one, { voiceoverText: 'Hear me.' }),
      'VIDEO_CHANGED',
      4,
    ],
    [
      'a smaller plan',
      () => sql`update account set plan = 'free' where id = ${caller.accountId}`.execute(farm.db),
      'QUALITY_CHANGED',
      3,
    ],
  ])('%s is named, with the new price, and nothing is started', async (_name, change, code, creditsRequired) => {
    const projectId = await caller.createProject(['One', 'Two']);
    const { planId } = await quote(projectId);
    await change(projectId, await caller.sceneIds(projectId));
    const before = await caller.balance();
    const { status, body } = await caller.publish(projectId, { planId });
    expect([status, body.code]).toEqual([409, 'PLAN_CHANGED']);
    expect(body).toMatchObject({ planId, creditsPlanned: 4, creditsRequired });
    expect(body.changes.map((change: { code: string }) => change.code)).toContain(code);
    expect(await caller.balance()).toEqual(before);
    expect((await caller.status(projectId)).phase).toBe('idle');
    // Planned again, it is taken at the price that the refusal told.
    const again = await quote(projectId);
    expect(again.price.credits).toBe(creditsRequired);
    expect((await caller.publish(projectId, { planId: again.planId })).status).toBe(200);
  });

  test('options that were planned need not be sent; others are refused by name, a callback may be added', async () => {
    const projectId = await caller.createProject(['One']);
    const { planId } = await quote(projectId, { quality: '720p', includeMusic: false });
    const differing = await caller.publish(projectId, { planId, quality: '1080p', includeMusic: true });
    expect(differing).toMatchObject({ status: 400, body: { code: 'PLAN_OPTIONS_DIFFER' } });
    expect(differing.body.details.map(({ path }: { path: string }) => path)).toEqual(['quality', 'includeMusic']);
    const callback = { callbackUrl: 'http://127.0.0.1:9/hook', callbackSecret: 'a secret of sixteen' };
    const taken = await caller.publish(projectId, { planId, quality: '720p', ...callback });
    expect(taken).toMatchObject({ status: 200, body: { data: { quality: '720p', music: { source: 'none' } } } });
    expect((await caller.status(projectId)).callback).toMatchObject({ signed: true });
  });

  test('a plan is used once: asked again it tells of its publish, and of one without a video it says so', async () => {
    const projectId = await caller.createProject(['One']);
    const { planId } = await quote(projectId);
    const first = await caller.publish(projectId, { planId });
    const { requestId } = first.body.data;
    for (const phase of ['rendering', 'completed']) {
      const again = await caller.publish(projectId, { planId });
      expect(again.body).toMatchObject({ data: { requestId, phase }, meta: { idempotentReplay: true } });
      await node.workUntilIdle();
    }
    expect(await caller.balance()).toEqual({ available: 147, held: 0 });
    await caller.editScene(projectId, (await caller.sceneIds(projectId))[0] ?? '', { parameters: { headline: 'B' } });
    const cancelled = (await quote(projectId)).planId;
    await caller.publish(projectId, { planId: cancelled });
    await caller.call('POST', `/projects/${projectId}/publish/cancel`);
    expect(await caller.publish(projectId, { planId: cancelled })).toMatchObject({
      status: 409,
      body: { code: 'PLAN_USED', planId: cancelled },
    });
  });

  test('it binds for 15 minutes', async () => {
    const projectId = await caller.createProject(['One']);
    const { planId } = await quote(projectId);
    await sql`update publish_plan set expires_at = now() where id = ${planId}`.execute(farm.db);
    expect(await caller.publish(projectId, { planId })).toMatchObject({ status: 409, body: { code: 'PLAN_EXPIRED' } });
  });

  test('G1: it belongs to its account, its environment and its project', async () => {
    const projectId = await caller.createProject(['One']);
    const { planId } = await quote(projectId);
    const stranger = await publisher(farm);
    const theirs = await stranger.createProject(['One']);
    const sibling = await caller.createProject(['One']);
    for (const answer of [
      await stranger.publish(theirs, { planId }),
      await stranger.publish(projectId, { planId }),
      await caller.publish(sibling, { planId }),
      await caller.publish(projectId, { planId: 'pln_none' }),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await caller.publish(projectId, { planId: 7 })).status).toBe(400);
  });

  test('fifty publishes of one plan at once are one publish at its price', async () => {
    const projectId = await caller.createProject(['One', 'Two']);
    const { planId } = await quote(projectId);
    const keys = await Promise.all(Array.from({ length: 10 }, () => farm.newKey({ accountId: caller.accountId })));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_none, index) =>
        farm.call(keys[index % 10] ?? '', 'POST', `/projects/${projectId}/publish`, { planId }),
      ),
    );
    const ids = new Set(answers.map(({ body }) => body.data.requestId));
    expect([ids.size, await caller.balance()]).toEqual([1, { available: 146, held: 4 }]);
  });

  test('A7: a sandbox plan costs nothing, and binds all the same', async () => {
    caller = await publisher(farm, { environment: 'test' });
    const projectId = await caller.createProject(['One']);
    const { planId, price } = await quote(projectId);
    expect(price).toMatchObject({ credits: 0, scenes: { rendered: 1, credits: 0 }, export: { credits: 0 } });
    await caller.editScene(projectId, (await caller.sceneIds(projectId))[0] ?? '', { parameters: { headline: 'B' } });
    expect((await caller.publish(projectId, { planId })).body.code).toBe('PLAN_CHANGED');
    expect((await caller.publish(projectId, { planId: (await quote(projectId)).planId })).status).toBe(200);
  });
});

describe('an export pass', () => {
  test('S95: raises its project to 1080p without watermark, and pays what is drawn again for it', async () => {
    caller = await publisher(farm, { plan: 'free' });
    const projectId = await caller.createProject(['One', 'Two']);
    await caller.publish(projectId);
    await node.workUntilIdle();
    expect(await caller.balance()).toEqual({ available: 7, held: 0 });
    await givePass(projectId);

    const readiness = await caller.data('GET', `/exports/projects/${projectId}/readiness`);
    expect(readiness).toMatchObject({ maxQuality: '1080p', watermark: false, creditsRequired: { '1080p': 0 } });
    const { planId, price, watermark, quality } = await quote(projectId);
    expect([watermark, quality]).toEqual([false, '1080p']);
    expect(price).toMatchObject({
      credits: 0,
      scenes: { rendered: 2, credits: 0 },
      export: { quality: '1080p', credits: 0 },
      pass: { redeemed: true, creditsSaved: 4 },
      remaining: { total: 7 },
    });
    const { requestId } = (await caller.publish(projectId, { planId })).body.data;
    const jobs = await node.workUntilIdle();
    expect(jobs.filter(({ kind }) => kind === 'scene.render').map(({ payload }) => payload)).toMatchObject([
      { watermark: false, heightPx: 1_080 },
      { watermark: false, heightPx: 1_080 },
    ]);
    expect([await chargedOf(requestId), await caller.balance()]).toEqual([0, { available: 7, held: 0 }]);
  });

  test('S95: what was never paid for is paid, on a project with a pass too; others keep their watermark', async () => {
    caller = await publisher(farm, { plan: 'free' });
    const projectId = await caller.createProject(['One', 'Two']);
    await caller.publish(projectId);
    await node.workUntilIdle();
    await givePass(projectId);
    const [one = ''] = await caller.sceneIds(projectId);
    await caller.editScene(projectId, one, { parameters: { headline: 'New words' } });
    const { price } = await quote(projectId);
    expect(price).toMatchObject({ credits: 1, scenes: { rendered: 2, credits: 1 }, pass: { creditsSaved: 3 } });
    expect((await caller.publish(projectId, { quality: '4K' })).body.code).toBe('FEATURE_NOT_IN_PLAN');
    const other = await quote(await caller.createProject(['Three']));
    expect(other).toMatchObject({ watermark: true, quality: '720p', price: { pass: { redeemed: false } } });
  });
});
