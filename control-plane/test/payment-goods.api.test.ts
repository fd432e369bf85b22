import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../database/connection.ts';
import { goodsOperations } from '../payments/operations/goods.ts';
import { eventOf, type FakeSession, type FakeStripe, signed, startFakeStripe } from './fake-stripe.ts';
import { type Farm, startFarm, type TestUser } from './harness.ts';
import { moneyViolations } from './money-violations.ts';
import { idleFarm, type Publisher, publisher } from './publisher.ts';

let farm: Farm;
let stripe: FakeStripe;
const goods = goodsOperations();

beforeAll(async () => {
  stripe = await startFakeStripe();
  farm = await startFarm(stripe.settings);
});
afterAll(async () => {
  await farm.close();
  await stripe.close();
});

afterEach(async () => {
  expect(await moneyViolations(farm.db)).toEqual([]);
});

const deliver = async (event: ReturnType<typeof eventOf>): Promise<void> => {
  const { payload, headers } = signed(event);
  const { statusCode, body } = await farm.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload });
  expect(statusCode, body).toBe(200);
};
const buy = async (person: TestUser, path: string, body: object = {}): Promise<FakeSession> => {
  const { checkoutUrl } = (await person.call('POST', `/billing/one-time/${path}/checkout`, body)).body.data;
  const session = stripe.sessionAt(checkoutUrl);
  stripe.pay(session);
  await deliver(eventOf('checkout.session.completed', session));
  return session;
};
const refund = ({ payment_intent }: FakeSession, amount_refunded: number): Promise<void> =>
  deliver(eventOf('charge.refunded', { payment_intent, amount_refunded }));
const oneTime = async (person: TestUser) => (await person.call('GET', '/billing/one-time')).body.data;

interface Maker extends Publisher {
  /** The same account's owner, signed in. */
  readonly person: TestUser;
}
const newMaker = async (plan: 'free' | 'pro' = 'free'): Promise<Maker> => {
  const made = await publisher(farm, { plan });
  return { ...made, person: await farm.newWebUser({ accountId: made.accountId, plan }) };
};

describe('S95: an export pass', () => {
  const redeem = (person: TestUser, projectId: string) =>
    person.call('POST', '/billing/one-time/export-pass/redeem', { projectId });
  const watermarkOf = async (maker: Maker, projectId: string) => {
    const { watermark, quality } = (await maker.plan(projectId, { quality: '1080p' })).body.data;
    return { watermark, quality };
  };

  test('draws the scenes of one project again, without watermark and at 1080p', async () => {
    const maker = await newMaker();
    const projectId = await maker.createProject(['One', 'Two']);
    const node = await idleFarm(farm);
    expect((await maker.publish(projectId)).status).toBe(200);
    await node.workUntilIdle();
    expect(await maker.status(projectId)).toMatchObject({ phase: 'completed', export: { quality: '720p' } });
    expect(await watermarkOf(maker, projectId)).toEqual({ watermark: true, quality: '720p' });

    await buy(maker.person, 'export-pass');
    await buy(maker.person, 'export-pass');
    expect((await redeem(maker.person, projectId)).body.data).toEqual({
      projectId,
      passesRemaining: 1,
      watermark: false,
      maxQuality: '1080p',
      scenesToRender: 2,
      alreadyRedeemed: false,
    });
    expect(await maker.data('GET', `/projects/${projectId}`)).toMatchObject({ status: 'RENDER_PENDING' });
    expect(await watermarkOf(maker, projectId)).toEqual({ watermark: false, quality: '1080p' });
    expect(await oneTime(maker.person)).toMatchObject({
      exportPasses: { available: 1, redeemed: [{ projectId, redeemedAt: expect.any(String) }] },
    });

    expect((await maker.publish(projectId, { quality: '1080p' })).status).toBe(200);
    await node.workUntilIdle();
    expect(await maker.status(projectId)).toMatchObject({ phase: 'completed', export: { quality: '1080p' } });
    expect((await redeem(maker.person, projectId)).body.data).toMatchObject({
      passesRemaining: 1,
      scenesToRender: 0,
      alreadyRedeemed: true,
    });
  });

  test('is spent once by twenty requests for one project, and by two projects each their own', async () => {
    const maker = await newMaker();
    const projects = [await maker.createProject(['One']), await maker.createProject(['Two'])];
    for (let count = 0; count < 3; count += 1) await buy(maker.person, 'export-pass');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => redeem(maker.person, projects[index % 2] ?? '')),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.filter(({ body }) => body.data.alreadyRedeemed === false)).toHaveLength(2);
    const { exportPasses } = await oneTime(maker.person);
    expect(exportPasses.available).toBe(1);
    expect(exportPasses.redeemed.map(({ projectId }: { projectId: string }) => projectId).toSorted()).toEqual(
      projects.toSorted(),
    );
  });

  test('the last one goes to one of two projects, and the other is 402 with where to buy one', async () => {
    const maker = await newMaker();
    const projects = [await maker.createProject(['One']), await maker.createProject(['Two'])];
    await buy(maker.person, 'export-pass');
    const answers = await Promise.all(projects.map((projectId) => redeem(maker.person, projectId)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 402]));
    expect(answers.find(({ status }) => status === 402)?.body).toMatchObject({
      code: 'EXPORT_PASS_REQUIRED',
      passesRemaining: 0,
      priceCents: 500,
      topUpUrl: `${farm.config.FARM_PUBLIC_URL}/billing`,
    });
  });

  test("is not spent on another account's project, on one that is gone, or on a sandbox one", async () => {
    const [maker, stranger] = [await newMaker(), await newMaker()];
    await buy(maker.person, 'export-pass');
    const theirs = await stranger.createProject(['Theirs']);
    const gone = await maker.createProject(['Gone']);
    await maker.data('DELETE', `/projects/${gone}`);
    for (const projectId of [theirs, gone, 'prj_0', "' or 1=1", '🎬']) {
      expect(await redeem(maker.person, projectId)).toMatchObject({
        status: 404,
        body: { code: 'PROJECT_NOT_FOUND' },
      });
    }
    const testKey = await farm.newKey({ accountId: maker.accountId, plan: 'free', environment: 'test' });
    const scenes = [{ templateId: 'big-claim', parameters: { headline: 'Sandbox' } }];
    const sandbox = (await farm.call(testKey, 'POST', '/projects', { scenes })).body.data.id;
    expect(await redeem(maker.person, sandbox)).toMatchObject({ status: 400, body: { code: 'SANDBOX_PROJECT' } });
    const own = await maker.createProject(['Own']);
    const byTestKey = await farm.call(testKey, 'POST', '/billing/one-time/export-pass/redeem', { projectId: own });
    expect(byTestKey.status).toBe(404);
    expect((await oneTime(maker.person)).exportPasses).toEqual({ available: 1, redeemed: [] });
  });

  test('is kept where the plan already gives what it would', async () => {
    const maker = await newMaker('pro');
    await buy(maker.person, 'export-pass');
    const projectId = await maker.createProject(['One']);
    expect(await redeem(maker.person, projectId)).toMatchObject({
      status: 400,
      body: { code: 'EXPORT_PASS_NOT_NEEDED' },
    });
    expect((await oneTime(maker.person)).exportPasses.available).toBe(1);
  });

  test('may be redeemed by a live key, and is refused to one that may not publish', async () => {
    const maker = await newMaker();
    await buy(maker.person, 'export-pass');
    const projectId = await maker.createProject(['One']);
    const made = await maker.data('POST', '/api-keys', { name: 'r', environment: 'live', scopes: ['projects:read'] });
    const body = { projectId };
    const path = '/billing/one-time/export-pass/redeem';
    expect((await farm.call(made.secret, 'POST', path, body)).status).toBe(403);
    expect((await maker.call('POST', path, body)).status).toBe(200);
  });

  test('A10: whose money went back is taken away, redeemed or not, and is back when the dispute is won', async () => {
    const maker = await newMaker();
    const projectId = await maker.createProject(['One']);
    const [redeemed, free] = [await buy(maker.person, 'export-pass'), await buy(maker.person, 'export-pass')];
    expect((await redeem(maker.person, projectId)).status).toBe(200);
    await refund(free, 499);
    expect((await oneTime(maker.person)).exportPasses.available).toBe(1);
    await refund(free, 500);
    await deliver(
      eventOf('charge.dispute.created', { payment_intent: redeemed.payment_intent, status: 'needs_response' }),
    );
    expect((await oneTime(maker.person)).exportPasses).toEqual({ available: 0, redeemed: [] });
    expect(await watermarkOf(maker, projectId)).toMatchObject({ watermark: true });
    await deliver(eventOf('charge.dispute.closed', { payment_intent: redeemed.payment_intent, status: 'won' }));
    expect((await oneTime(maker.person)).exportPasses).toMatchObject({ available: 0, redeemed: [{ projectId }] });
    expect(await watermarkOf(maker, projectId)).toMatchObject({ watermark: false });
  });

  test('that comes back after its project got another one is free again', async () => {
    const maker = await newMaker();
    const projectId = await maker.createProject(['One']);
    const first = await buy(maker.person, 'export-pass');
    await redeem(maker.person, projectId);
    const dispute = { payment_intent: first.payment_intent, status: 'needs_response' };
    await deliver(eventOf('charge.dispute.created', dispute));
    await buy(maker.person, 'export-pass');
    expect((await redeem(maker.person, projectId)).body.data).toMatchObject({ alreadyRedeemed: false });
    await deliver(eventOf('charge.dispute.closed', { ...dispute, status: 'won' }));
    expect((await oneTime(maker.person)).exportPasses).toMatchObject({ available: 1, redeemed: [{ projectId }] });
  });
});

describe('S97: a render top-up', () => {
  const feature = 'scene_render_revision';
  const cover = (accountId: string, usedAfter: number, planLimit = 10) =>
    inTransaction(farm.db, (trx) => goods.coverOverPlan(trx, { accountId, feature, usedAfter, planLimit }));
  const left = async (person: TestUser): Promise<number[]> =>
    (await oneTime(person)).topUps.map(({ remaining }: { remaining: number }) => remaining);

  test('raises the limit of its feature for this month, and is drawn for what goes beyond the plan', async () => {
    const { accountId, person } = await newMaker();
    await buy(person, 'top-up', { packId: 'revisions-50' });
    expect((await oneTime(person)).topUps).toMatchObject([{ feature, units: 50, remaining: 50 }]);
    expect(await goods.topUpUnits(farm.db, accountId, feature)).toBe(50);
    expect(await goods.topUpUnits(farm.db, accountId, 'scene_render')).toBe(0);

    expect(await cover(accountId, 10)).toBe(true);
    expect(await left(person)).toEqual([50]);
    expect(await cover(accountId, 14)).toBe(true);
    expect(await cover(accountId, 14)).toBe(true);
    expect(await left(person)).toEqual([46]);
    expect(await goods.topUpUnits(farm.db, accountId, feature)).toBe(50);
    expect(await cover(accountId, 61)).toBe(false);
    expect(await left(person)).toEqual([46]);
    expect(await cover(accountId, 60)).toBe(true);
    expect(await left(person)).toEqual([0]);
  });

  test('is used in the order in which they expire, and not at all once it has', async () => {
    const { accountId, person } = await newMaker();
    for (let count = 0; count < 3; count += 1) await buy(person, 'top-up', { packId: 'revisions-50' });
    await sql`update top_up set expires_at = now() + case when id = (select min(id) from top_up where account_id = ${accountId})
                                                       then interval '1 day' else interval '2 days' end
               where account_id = ${accountId}`.execute(farm.db);
    await sql`update top_up set expires_at = now() - interval '1 second'
               where id = (select max(id) from top_up where account_id = ${accountId})`.execute(farm.db);
    expect(await left(person)).toEqual([50, 50]);
    expect(await cover(accountId, 70)).toBe(true);
    expect(await left(person)).toEqual([0, 40]);
    expect(await cover(accountId, 111)).toBe(false);
  });

  test('is bought for a year, and what it gave last month is not counted for this one', async () => {
    const { accountId, person } = await newMaker();
    await buy(person, 'top-up', { packId: 'revisions-50' });
    const [{ expiresAt }] = (await oneTime(person)).topUps;
    const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(360);
    expect(days).toBeLessThan(370);
    await cover(accountId, 30);
    await sql`update top_up_draw set month = '2020-01'`.execute(farm.db);
    expect(await goods.topUpUnits(farm.db, accountId, feature)).toBe(30);
  });

  test('is drawn from by thirty publishes at once, and by none beyond what there is', async () => {
    const { accountId, person } = await newMaker();
    await buy(person, 'top-up', { packId: 'revisions-50' });
    // Each counts itself under the account's lock, as a publish does.
    let used = 10;
    const publishes = Array.from({ length: 30 }, () =>
      inTransaction(farm.db, async (trx) => {
        await sql`select from account where id = ${accountId} for no key update`.execute(trx);
        const isCovered = await goods.coverOverPlan(trx, { accountId, feature, usedAfter: used + 3, planLimit: 10 });
        if (isCovered) used += 3;
        return isCovered;
      }),
    );
    const covered = (await Promise.all(publishes)).filter(Boolean).length;
    expect(covered).toBe(16);
    expect(await left(person)).toEqual([2]);
  });

  test('A10: that was refunded gives nothing more, and what was used by then is gone', async () => {
    const { accountId, person } = await newMaker();
    const session = await buy(person, 'top-up', { packId: 'revisions-50' });
    await cover(accountId, 40);
    expect(await left(person)).toEqual([20]);
    await refund(session, 200);
    expect(await left(person)).toEqual([0]);
    await refund(session, 400);
    expect(await left(person)).toEqual([0]);
    expect(await cover(accountId, 41)).toBe(false);
    expect(await cover(accountId, 40)).toBe(true);
  });
});
