import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../database/connection.ts';
import { goodsOperations } from '../payments/operations/goods.ts';
import { type UsageOperations, usageOperations } from '../usage/operations.ts';
import { fakeNode } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';
import { type Publisher, publisher } from './publisher.ts';

let farm: Farm;
let live: Publisher;
let projectId: string;
let usage: UsageOperations;

beforeAll(async () => {
  farm = await startFarm();
  const node = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN);
  live = await publisher(farm);
  projectId = await live.createProject(['One', 'Two']);
  await live.publish(projectId, { quality: '1080p' });
  await node.workUntilIdle();
  usage = usageOperations({
    db: farm.db,
    goods: goodsOperations(),
    sandboxUsed: async () => ({ sceneRenders: 0, exports: 0 }),
    browsing: { secondsSince: async () => 0, dailyMinutes: 120 },
    topUpUrl: 'https://farm.test/billing',
  });
}, 60_000);
afterAll(() => farm.close());

const credits = () => live.data('GET', '/billing/credits');
const ledger = (query = '') => live.data('GET', `/billing/credits/ledger${query}`);

describe('S88: GET /billing/credits', () => {
  test('S22, N14: tells plan, balance, prices, packs, and the key that asks', async () => {
    const { plan, purchased, totalAvailable, costs, packs, topUpUrl, key } = await credits();
    expect(plan).toMatchObject({
      slug: 'pro',
      name: 'Pro',
      allowance: 150,
      used: 4,
      remaining: 146,
      resetMode: 'monthly',
    });
    expect(Date.parse(plan.periodEnd)).toBeGreaterThan(Date.now());
    expect([purchased, totalAvailable]).toEqual([{ balance: 0 }, 146]);
    expect(costs).toMatchObject({ SCENE_RENDER: 1, EXPORT_720P: 1, EXPORT_1080P: 2, EXPORT_4K: 4 });
    expect(packs.length).toBeGreaterThan(0);
    expect(packs[0]).toEqual({
      id: expect.any(String),
      name: expect.any(String),
      credits: expect.any(Number),
      priceCents: expect.any(Number),
    });
    expect(topUpUrl).toMatch(/^http/);
    expect(key).toMatchObject({ environment: 'live', monthlyCreditCap: null, usedThisMonth: 4, remaining: null });
  });

  test('N14: is made of integers for an unlimited plan too, and does not promise an end', async () => {
    const rich = await publisher(farm, { plan: 'enterprise' });
    const { plan, totalAvailable } = await rich.data('GET', '/billing/credits');
    expect(plan).toMatchObject({
      allowance: 2_147_483_647,
      remaining: 2_147_483_647,
      unlimited: true,
      periodEnd: null,
    });
    expect(totalAvailable).toBe(2_147_483_647);
  });

  test('a look at the balance moves nothing, not even for an account that never spent', async () => {
    const fresh = await publisher(farm, { plan: 'free' });
    expect((await fresh.data('GET', '/billing/credits')).plan).toMatchObject({ remaining: 10, periodEnd: null });
    expect((await fresh.data('GET', '/billing/credits/ledger')).entries).toEqual([]);
  });

  test('S118: shows what the cap of the key leaves', async () => {
    await sql`update api_key set monthly_credit_cap = 3 where account_id = ${live.accountId}`.execute(farm.db);
    expect((await credits()).key).toMatchObject({ monthlyCreditCap: 3, usedThisMonth: 4, remaining: 0 });
    const refused = await live.publish(await live.createProject(['Capped']));
    expect([refused.status, refused.body.code]).toEqual([402, 'KEY_MONTHLY_CAP']);
    expect(refused.body).toMatchObject({ statusCode: 402, monthlyCreditCap: 3, usedThisMonth: 4, creditsRequired: 3 });
    expect(Date.parse(refused.body.resetsAt)).toBeGreaterThan(Date.now());
    await sql`update api_key set monthly_credit_cap = null where account_id = ${live.accountId}`.execute(farm.db);
  });

  test('S117: a publish that is not covered answers 402 with everything that the contract promises', async () => {
    const poor = await publisher(farm, { plan: 'free' });
    const headlines = Array.from({ length: 10 }, (_, index) => `Scene ${index}`);
    const refused = await poor.publish(await poor.createProject(headlines));
    expect(refused.status).toBe(402);
    expect(refused.body).toMatchObject({
      statusCode: 402,
      error: 'Payment Required',
      message: expect.stringContaining('11 credits'),
      creditsRequired: 11,
      creditsAvailable: 10,
      planRemaining: 10,
      purchasedBalance: 0,
      topUpUrl: expect.stringMatching(/^http/),
    });
  });
});

describe('S89, N38: GET /billing/credits/ledger', () => {
  test('tells every movement, newest first, with what it was for', async () => {
    const { entries, nextCursor } = await ledger();
    expect(nextCursor).toBeNull();
    expect(entries.map(({ type }: { type: string }) => type)).toEqual([
      'spend',
      'spend',
      'spend',
      'reserve',
      'reserve',
      'reserve',
      'reset',
    ]);
    const [exported] = entries;
    expect(exported).toMatchObject({
      action: 'EXPORT_1080P',
      amount: 0,
      heldAmount: -2,
      source: 'plan',
      balanceAfter: { plan: 146, purchased: 0, total: 146 },
      projectId,
      sceneId: null,
      exportId: expect.stringMatching(/^exp_/),
      requestId: expect.stringMatching(/^pub_/),
      actor: { type: 'key', id: exported.keyId },
    });
    expect(entries[1].sceneId).toMatch(/^scn_/);
    const sum = entries.reduce((total: number, { amount }: { amount: number }) => total + amount, 0);
    expect(sum).toBe(146);
  });

  test('comes in pages that neither repeat nor leave out an entry', async () => {
    const all = (await ledger()).entries;
    const seen: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { entries: unknown[]; nextCursor: string | null } = await ledger(
        `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...page.entries);
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all);
  });

  test.each([
    ['type=spend', 3],
    ['type=purchase', 0],
    ['from=2099-01-01', 0],
    ['to=2099-01-01', 7],
    ['to=2020-01-01T00:00:00Z', 0],
    ['keyId=key_nobody', 0],
    ['projectId=prj_nobody', 0],
  ])('is filtered by %s', async (query, count) => {
    expect((await ledger(`?${query}`)).entries.length).toBe(count);
  });

  test('is filtered by key and project together', async () => {
    const { keyId } = (await ledger()).entries[0];
    expect((await ledger(`?keyId=${keyId}&projectId=${projectId}&type=reserve`)).entries.length).toBe(3);
  });

  test.each([
    'limit=0',
    'limit=201',
    'limit=x',
    'cursor=nonsense',
    'type=theft',
    'from=soon',
    'from=2026-02-01&to=2026-01-01',
  ])('refuses %s with the name of the field', async (query) => {
    const { status, body } = await live.call('GET', `/billing/credits/ledger?${query}`);
    expect(status).toBe(400);
    expect(body.details[0].path).toContain(query.startsWith('from=2026') ? 'to' : (query.split('=')[0] ?? ''));
  });

  test('of another account is another ledger, whatever key or project is asked for', async () => {
    const stranger = await publisher(farm);
    const { entries } = await stranger.data('GET', `/billing/credits/ledger?projectId=${projectId}`);
    expect(entries).toEqual([]);
  });
});

describe('S96, N40: GET /billing/usage', () => {
  test('tells what was spent by action, key and day, what the plan limits, and the sandbox of today', async () => {
    const report = await live.data('GET', '/billing/usage');
    const { keyId } = (await ledger()).entries[0];
    expect(report.credits).toEqual({
      spent: 4,
      refunded: 0,
      byAction: { SCENE_RENDER: 2, EXPORT_1080P: 2 },
      byKey: [{ keyId, name: 'test', spent: 4 }],
      byDay: [{ date: new Date().toISOString().slice(0, 10), spent: 4 }],
    });
    expect(report.features.map(({ feature }: { feature: string }) => feature).sort()).toEqual([
      'browse_minutes',
      'export',
      'scene_render',
      'scene_render_revision',
      'storyboard_draft',
      'ui_capture',
    ]);
    expect(report.features[0]).toMatchObject({ used: 0, topUp: 0, limit: 1_500, remaining: 1_500 });
    expect(report.sandbox).toMatchObject({ sceneRenders: { used: 0, limit: 20 }, exports: { used: 0, limit: 5 } });
  });

  test('S97: a top-up shows on its feature', async () => {
    await sql`insert into payment (id, account_id, web_user_id, provider, kind, name, units, feature, amount_cents, currency, state, paid_at, expires_at)
      values ('pay_usage', ${live.accountId}, 'usr_1', 'local', 'top_up', 'Renders', 100, 'scene_render', 700, 'usd', 'paid', now(), now())`.execute(
      farm.db,
    );
    await sql`insert into top_up (id, account_id, payment_id, feature, units, expires_at)
      values ('top_usage', ${live.accountId}, 'pay_usage', 'scene_render', 100, now() + interval '1 year')`.execute(
      farm.db,
    );
    const { features } = await live.data('GET', '/billing/usage');
    expect(features.find(({ feature }: { feature: string }) => feature === 'scene_render')).toMatchObject({
      limit: 1_500,
      topUp: 100,
      remaining: 1_600,
    });
  });
});

describe('S106: what the plan limits', () => {
  const count = (accountId: string, units: number, feature: 'export' | 'scene_render' = 'export') =>
    inTransaction(farm.db, (trx) => usage.count(trx, { accountId, feature, units }));

  test('is counted exactly, however many count at once, and refused with what is left', async () => {
    const { accountId } = await publisher(farm, { plan: 'free' });
    const answers = await Promise.allSettled(Array.from({ length: 30 }, () => count(accountId, 1)));
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(10);
    const refused = answers.find((answer) => answer.status === 'rejected');
    expect(refused?.reason).toMatchObject({
      kind: 'too_many_requests',
      code: 'PLAN_LIMIT_REACHED',
      body: { feature: 'export', limit: 10, used: 10, requested: 1 },
    });
  });

  test('is raised by a top-up, which is drawn from only beyond the plan', async () => {
    await count(live.accountId, 1_500, 'scene_render');
    await count(live.accountId, 90, 'scene_render');
    await expect(count(live.accountId, 11, 'scene_render')).rejects.toMatchObject({
      body: { limit: 1_600, topUp: 100, used: 1_590 },
    });
    await count(live.accountId, 10, 'scene_render');
    const { rows } = await sql`select drawn from top_up where id = 'top_usage'`.execute(farm.db);
    expect(rows).toEqual([{ drawn: 100 }]);
  });

  test('N51: what came to nothing by no fault of the caller is given back to its month', async () => {
    const { accountId } = await publisher(farm, { plan: 'free' });
    await count(accountId, 10);
    await inTransaction(farm.db, (trx) =>
      usage.giveBack(trx, { accountId, feature: 'export', units: 4, countedAt: new Date() }),
    );
    await count(accountId, 4);
    await expect(count(accountId, 1)).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' });
  });

  test('N43: is what an operator set for the account, or for its plan', async () => {
    const { accountId } = await publisher(farm, { plan: 'free' });
    await sql`insert into account_limit values (${accountId}, 'export', 2)`.execute(farm.db);
    await expect(count(accountId, 3)).rejects.toMatchObject({ body: { limit: 2 } });
    await sql`update account_limit set units = null`.execute(farm.db);
    await count(accountId, 500);
  });
});
