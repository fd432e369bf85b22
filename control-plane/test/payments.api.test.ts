import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { creditOperations } from '../credits/operations.ts';
import { inTransaction } from '../database/connection.ts';
import { creditPurchase, paymentCatalog } from '../payments/catalog.ts';
import { openCheckout } from '../payments/operations/open-checkout.ts';
import { stripeClient } from '../payments/stripe/client.ts';
import {
  eventOf,
  type FakeSession,
  type FakeStripe,
  type SignedRequest,
  signed,
  startFakeStripe,
  stripeKeys,
} from './fake-stripe.ts';
import { type Farm, startFarm, type TestUser } from './harness.ts';
import { moneyViolations } from './money-violations.ts';

let farm: Farm;
let stripe: FakeStripe;
let accountCount = 0;

beforeAll(async () => {
  stripe = await startFakeStripe();
  farm = await startFarm(stripe.settings);
});
afterAll(async () => {
  await farm.close();
  await stripe.close();
});

/** Over everything that every test of this file did. */
afterEach(async () => {
  expect(await moneyViolations(farm.db)).toEqual([]);
});

interface Buyer extends TestUser {
  readonly accountId: string;
}
const newBuyer = async (plan: 'free' | 'pro' = 'free'): Promise<Buyer> => {
  accountCount += 1;
  const accountId = `acc_buyer_${accountCount}`;
  return { ...(await farm.newWebUser({ accountId, plan })), accountId };
};

const bought = async (buyer: Buyer, path = '/billing/credits/checkout', body: object = { packId: 'credits-100' }) => {
  const answer = await buyer.call('POST', path, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  const { sessionId, checkoutUrl } = answer.body.data as { sessionId: string; checkoutUrl: string };
  return { sessionId, session: stripe.sessionAt(checkoutUrl) };
};
const paid = async (...of: Parameters<typeof bought>) => {
  const checkout = await bought(...of);
  stripe.pay(checkout.session);
  expect(await deliver(completed(checkout.session))).toMatchObject({ outcome: 'taken' });
  return checkout;
};

const send = async ({ payload, headers }: SignedRequest) => {
  const response = await farm.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload });
  return { status: response.statusCode, body: response.json() };
};
const deliver = async (event: ReturnType<typeof eventOf>) => {
  const { status, body } = await send(signed(event));
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const completed = (session: FakeSession) => eventOf('checkout.session.completed', session);
const refunded = ({ payment_intent, metadata }: FakeSession, amount_refunded: number) =>
  eventOf('charge.refunded', { payment_intent, amount_refunded, metadata });
const disputed = ({ id }: FakeSession, type: 'created' | 'closed', status: string) =>
  eventOf(`charge.dispute.${type}`, { payment_intent: `pi_${id}`, status });

const confirm = (buyer: Buyer, sessionId: string) => buyer.call('POST', '/billing/one-time/confirm', { sessionId });
const purchasedOf = async ({ accountId }: Buyer) => {
  const { rows } = await sql<{ available: number }>`
    select available from balance where account_id = ${accountId} and bucket = 'purchased'`.execute(farm.db);
  return rows[0]?.available ?? 0;
};
const oneTime = async (buyer: Buyer) => (await buyer.call('GET', '/billing/one-time')).body.data;

describe('a checkout', () => {
  test('S90: is opened at Stripe for the price of the catalog, and leads back to the farm', async () => {
    const buyer = await newBuyer();
    const answer = await buyer.call('POST', '/billing/credits/checkout', {
      packId: 'credits-500',
      returnPath: '/billing?tab=credits',
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { sessionId: expect.stringMatching(/^pay_/), checkoutUrl: expect.stringMatching(/^https:/) } },
    });
    const { sessionId, checkoutUrl, expiresAt } = answer.body.data;
    const { asked } = stripe.sessionAt(checkoutUrl);
    const back = (checkout: string) =>
      `${farm.config.FARM_PUBLIC_URL}/billing?tab=credits&checkout=${checkout}&sessionId=${sessionId}`;
    expect(asked).toMatchObject({
      mode: 'payment',
      client_reference_id: sessionId,
      'metadata[reelyardPaymentId]': sessionId,
      'payment_intent_data[metadata][reelyardPaymentId]': sessionId,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][unit_amount]': '3900',
      'line_items[0][price_data][currency]': 'usd',
      success_url: back('paid'),
      cancel_url: back('cancelled'),
    });
    expect(new Date(expiresAt).getTime()).toBe(Number(asked['expires_at']) * 1_000);
  });

  test('S91: what can be bought is answered, with the way in which this farm is paid', async () => {
    const buyer = await newBuyer();
    expect(await oneTime(buyer)).toMatchObject({
      exportPasses: { available: 0, redeemed: [] },
      topUps: [],
      catalog: { exportPass: { priceCents: 500, currency: 'usd' } },
      checkout: { available: true, provider: 'stripe', testMoney: true },
    });
  });

  test.each([
    ['/billing/credits/checkout', { packId: 'credits-100' }],
    ['/billing/one-time/export-pass/checkout', {}],
    ['/billing/one-time/top-up/checkout', { packId: 'renders-100' }],
  ])('S106: POST %s is refused to a key', async (path, body) => {
    const key = await farm.newKey({ accountId: 'acc_of_a_key' });
    for (const each of [key, farm.keys.test]) {
      expect(await farm.call(each, 'POST', path, body)).toMatchObject({
        status: 403,
        body: { code: 'WEB_SESSION_REQUIRED' },
      });
    }
    expect(await farm.call(null, 'POST', path, body)).toMatchObject({ status: 401 });
  });

  test('A14: names a pack that is on sale, and everything that is wrong is said at once', async () => {
    const buyer = await newBuyer();
    const answer = await buyer.call('POST', '/billing/credits/checkout', {
      packId: 'credits-1000000',
      returnPath: '//evil.test',
    });
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.body.details).toMatchObject([
      { path: 'packId', code: 'PACK_NOT_ON_SALE', allowed: ['credits-100', 'credits-500', 'credits-2000'] },
      { path: 'returnPath', code: 'RETURN_PATH_NOT_LOCAL' },
    ]);
    const asked = stripe.requestCount();
    for (const body of [
      {},
      { packId: null },
      { packId: -1 },
      { packId: 'renders-100' },
      { packId: 'x'.repeat(10_000) },
      { packId: 'credits-100\u0000' },
      { packId: 'credits-100', credits: 5 },
      { packId: 'credits-100', priceCents: -1 },
      { packId: 'credits-100', returnPath: '' },
      { packId: 'credits-100', returnPath: '/\\evil.test' },
      { packId: 'credits-100', returnPath: 'https://evil.test' },
      { packId: 'credits-100', returnPath: `/${'a'.repeat(5_000)}` },
    ]) {
      expect(await buyer.call('POST', '/billing/credits/checkout', body)).toMatchObject({ status: 400 });
    }
    expect(stripe.requestCount()).toBe(asked);
  });

  test('S92: an export pass is sold with a warning to whom a plan already gives what it does', async () => {
    const [onFree, onPro] = [await newBuyer('free'), await newBuyer('pro')];
    const path = '/billing/one-time/export-pass/checkout';
    expect((await onFree.call('POST', path)).body.meta.warnings).toBeUndefined();
    expect((await onPro.call('POST', path, {})).body.meta.warnings).toMatchObject([{ code: 'EXPORT_PASS_NOT_NEEDED' }]);
  });

  test('an account has at most twenty of them open, however fast it asks', async () => {
    const buyer = await newBuyer();
    const asked = Array.from({ length: 30 }, () =>
      buyer.call('POST', '/billing/credits/checkout', { packId: 'credits-100' }),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_CHECKOUTS', limit: 20 },
    });
  });

  test('that is asked for again with its Idempotency-Key is the same one', async () => {
    const buyer = await newBuyer();
    const ask = () =>
      farm.app.inject({
        method: 'POST',
        url: '/api/v2/billing/credits/checkout',
        headers: {
          cookie: buyer.cookie,
          origin: new URL(farm.config.FARM_PUBLIC_URL).origin,
          'idempotency-key': `buy-${buyer.accountId}`,
        },
        payload: { packId: 'credits-100' },
      });
    const first = (await ask()).json().data;
    expect(first.sessionId).toMatch(/^pay_/);
    expect((await ask()).json()).toMatchObject({ data: first, meta: { idempotentReplay: true } });
  });

  test('is no checkout where Stripe is down: nothing is charged, nothing is told, and it can be tried again', async () => {
    const buyer = await newBuyer();
    stripe.fail(500);
    const answer = await buyer.call('POST', '/billing/credits/checkout', { packId: 'credits-100' });
    stripe.fail(null);
    expect(answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '60' },
      body: { code: 'PAYMENT_PROVIDER_UNAVAILABLE' },
    });
    expect(JSON.stringify(answer.body)).not.toContain('canary');
    await paid(buyer);
    expect(await purchasedOf(buyer)).toBe(100);
  });
});

describe('S94: a confirmation', () => {
  test('asks Stripe itself, grants once, and says who was first', async () => {
    const buyer = await newBuyer();
    const { sessionId, session } = await bought(buyer);
    const body = { data: { status: 'pending', kind: 'credits', granted: {}, alreadyConfirmed: false } };
    expect(await confirm(buyer, sessionId)).toMatchObject({ status: 200, body });
    stripe.pay(session);
    const now = { status: 'paid', kind: 'credits', granted: { credits: 100 } };
    expect((await confirm(buyer, sessionId)).body.data).toEqual({ ...now, alreadyConfirmed: false });
    expect((await confirm(buyer, sessionId)).body.data).toEqual({ ...now, alreadyConfirmed: true });
    expect(await deliver(completed(session))).toMatchObject({ outcome: 'taken' });
    expect(await purchasedOf(buyer)).toBe(100);
  });

  test('A8: after the webhook grants nothing more', async () => {
    const buyer = await newBuyer();
    const { sessionId } = await paid(buyer);
    expect((await confirm(buyer, sessionId)).body.data).toMatchObject({ status: 'paid', alreadyConfirmed: true });
    expect(await purchasedOf(buyer)).toBe(100);
  });

  test("of another account's checkout is 404, and so is one of none", async () => {
    const [buyer, stranger] = [await newBuyer(), await newBuyer()];
    const { sessionId, session } = await bought(buyer);
    stripe.pay(session);
    for (const id of [sessionId, session.id, 'pay_0', 'x'.repeat(200), "' or 1=1 --", '💸']) {
      expect(await confirm(stranger, id)).toMatchObject({ status: 404, body: { code: 'CHECKOUT_SESSION_NOT_FOUND' } });
    }
    const key = await farm.newKey({ accountId: buyer.accountId, plan: 'free' });
    expect(await farm.call(key, 'POST', '/billing/one-time/confirm', { sessionId })).toMatchObject({
      status: 200,
      body: { data: { status: 'paid' } },
    });
    expect([await purchasedOf(buyer), await purchasedOf(stranger)]).toEqual([100, 0]);
  });

  test('finds what was paid where the farm died before it knew what Stripe calls the checkout', async () => {
    const buyer = await newBuyer();
    const { sessionId, session } = await bought(buyer);
    await sql`update payment set provider_session_id = null where id = ${sessionId}`.execute(farm.db);
    stripe.pay(session);
    expect((await confirm(buyer, sessionId)).body.data).toMatchObject({ status: 'pending' });
    await deliver(completed(session));
    expect((await confirm(buyer, sessionId)).body.data).toMatchObject({ status: 'paid', granted: { credits: 100 } });
  });

  test('says that a checkout expired, and grants what was paid in the last second all the same', async () => {
    const buyer = await newBuyer();
    const { sessionId, session } = await bought(buyer);
    session.status = 'expired';
    expect((await confirm(buyer, sessionId)).body.data).toMatchObject({ status: 'expired', granted: {} });
    stripe.pay(session);
    await deliver(completed(session));
    expect((await confirm(buyer, sessionId)).body.data).toMatchObject({ status: 'paid', granted: { credits: 100 } });
  });

  test('gives what was bought, though the pack is gone from the catalog by then', async () => {
    const buyer = await newBuyer();
    const yesterday = {
      ...paymentCatalog,
      creditPacks: [{ id: 'gone', name: '7 credits', credits: 7, priceCents: 70 }],
    };
    const { db, config, clock } = farm;
    const provider = stripeClient({
      secretKey: stripeKeys.secretKey,
      webhookSecret: stripeKeys.webhookSecret,
      apiBase: stripe.settings['STRIPE_API_BASE'] ?? '',
      clock: () => clock.now(),
      onProblem: () => undefined,
    });
    const purchase = creditPurchase(yesterday, 'gone');
    if (purchase === null) throw new Error('yesterday had the pack');
    const caller = {
      kind: 'web',
      accountId: buyer.accountId,
      userId: buyer.userId,
      sessionId: 'ses_1',
      role: 'member',
    } as const;
    const open = openCheckout({ db, clock: () => clock.now(), provider, publicUrl: config.FARM_PUBLIC_URL });
    const web = { ...caller, environment: 'live', scopes: [] } as const;
    const { sessionId, checkoutUrl } = await open(web, { purchase, returnPath: '/billing' });
    expect(await buyer.call('POST', '/billing/credits/checkout', { packId: 'gone' })).toMatchObject({ status: 400 });
    stripe.pay(stripe.sessionAt(checkoutUrl));
    expect((await confirm(buyer, sessionId)).body.data).toMatchObject({ status: 'paid', granted: { credits: 7 } });
    expect(await purchasedOf(buyer)).toBe(7);
  });

  test.each([
    ['less', { amount_total: 1 }],
    ['more', { amount_total: 90_000 }],
    ['in another currency', { currency: 'jpy' }],
  ])('of money that was paid %s than asked for grants nothing and is logged for the operator', async (_what, over) => {
    const buyer = await newBuyer();
    const { sessionId, session } = await bought(buyer);
    stripe.pay(session, over);
    await deliver(completed(session));
    expect((await confirm(buyer, sessionId)).body.data).toMatchObject({ status: 'failed', granted: {} });
    expect(await purchasedOf(buyer)).toBe(0);
    expect(farm.logLines.some((line) => line.includes(sessionId) && line.includes('a payment differs'))).toBe(true);
  });
});

describe('A9: the webhook', () => {
  test.each<[string, Parameters<typeof signed>[1]]>([
    ['signed with another secret', { secret: 'whsec_of_somebody_else' }],
    ['301 seconds old', { timestamp: Math.floor(Date.now() / 1_000) - 301 }],
    ['with another body than was signed', { payload: '{"id":"evt_1","type":"checkout.session.completed"}' }],
    ['without a body', { payload: '' }],
  ])('takes no event that is %s', async (_what, over) => {
    const buyer = await newBuyer();
    const { session } = await bought(buyer);
    stripe.pay(session);
    expect(await send(signed(completed(session), over))).toMatchObject({
      status: 400,
      body: { code: 'SIGNATURE_INVALID' },
    });
    expect(await purchasedOf(buyer)).toBe(0);
  });

  test('takes no event whose header was changed, cut off or left out', async () => {
    const buyer = await newBuyer();
    const { session } = await bought(buyer);
    stripe.pay(session);
    const { payload, headers } = signed(completed(session));
    const signature = headers['stripe-signature'] ?? '';
    const headersToTry = [
      undefined,
      '',
      'v1=',
      't=,v1=',
      signature.slice(0, -1),
      signature.replace('v1=', 'v0='),
      signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1_000) + 1}`),
      'x'.repeat(8_000),
    ];
    for (const header of headersToTry) {
      const tried = { payload, headers: header === undefined ? {} : { 'stripe-signature': header } };
      expect(await send(tried), header).toMatchObject({ status: 400, body: { code: 'SIGNATURE_INVALID' } });
    }
    const altered = payload.replace('"amount_total":900', '"amount_total":901');
    expect(altered).not.toBe(payload);
    expect(await send({ payload: altered, headers })).toMatchObject({ status: 400 });
    expect(await purchasedOf(buyer)).toBe(0);
    expect(await send({ payload, headers })).toMatchObject({ status: 200 });
    expect(await purchasedOf(buyer)).toBe(100);
  });

  test('takes an event that is 299 seconds old', async () => {
    const buyer = await newBuyer();
    const { session } = await bought(buyer);
    stripe.pay(session);
    const late = signed(completed(session), { timestamp: Math.floor(Date.now() / 1_000) - 299 });
    expect(await send(late)).toMatchObject({ status: 200, body: { outcome: 'taken' } });
  });

  test('takes one event once, a hundred times at once', async () => {
    const buyer = await newBuyer();
    const { session } = await bought(buyer);
    stripe.pay(session);
    const delivery = signed(completed(session));
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(delivery)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.filter(({ body }) => body.outcome === 'taken')).toHaveLength(1);
    expect(answers.filter(({ body }) => body.outcome === 'repeated')).toHaveLength(99);
    expect(await purchasedOf(buyer)).toBe(100);
  });

  test('never goes back from paid, whatever comes after', async () => {
    const buyer = await newBuyer();
    const { sessionId, session } = await paid(buyer);
    const late = { ...session, status: 'expired', payment_status: 'unpaid' };
    await deliver(eventOf('checkout.session.expired', late));
    await deliver(eventOf('checkout.session.async_payment_failed', late));
    await deliver(eventOf('checkout.session.completed', { ...late, status: 'complete' }));
    await deliver(eventOf('checkout.session.async_payment_succeeded', session));
    expect((await confirm(buyer, sessionId)).body.data).toMatchObject({ status: 'paid' });
    expect(await purchasedOf(buyer)).toBe(100);
  });

  test.each([
    [['async_payment_failed', 'async_payment_succeeded', 'completed'], 'paid', 100],
    [['expired', 'completed'], 'paid', 100],
    [['completed_unpaid', 'async_payment_succeeded'], 'paid', 100],
    [['async_payment_succeeded', 'completed_unpaid'], 'paid', 100],
    [['completed_unpaid', 'async_payment_failed'], 'failed', 0],
    [['async_payment_failed', 'completed_unpaid', 'expired'], 'failed', 0],
  ] as const)('takes %j in this order and ends %s', async (order, status, credits) => {
    const buyer = await newBuyer();
    const { sessionId, session } = await bought(buyer);
    const unpaid = { ...session, status: 'complete', payment_intent: `pi_${session.id}` };
    const objects = { ...unpaid, payment_status: 'paid' };
    for (const name of order) {
      const type = name === 'completed_unpaid' ? 'completed' : name;
      const isPaid = name === 'completed' || name === 'async_payment_succeeded';
      await deliver(eventOf(`checkout.session.${type}`, isPaid ? objects : unpaid));
    }
    expect((await confirm(buyer, sessionId)).body.data).toMatchObject({ status });
    expect(await purchasedOf(buyer)).toBe(credits);
  });

  test('passes over events of other kinds, and of checkouts that are not of this farm', async () => {
    expect(await deliver(eventOf('customer.created', { id: 'cus_1' }))).toEqual({ received: true, outcome: 'ignored' });
    const foreign = { id: 'cs_other', payment_status: 'paid', amount_total: 900, currency: 'usd', metadata: {} };
    expect(await deliver(eventOf('checkout.session.completed', foreign))).toMatchObject({ outcome: 'unknown' });
    const made = { ...foreign, metadata: { reelyardPaymentId: 'pay_made_up' } };
    expect(await deliver(eventOf('checkout.session.completed', made))).toMatchObject({ outcome: 'unknown' });
  });

  test('a checkout cannot be settled by the money of another one', async () => {
    const buyer = await newBuyer();
    const { session } = await bought(buyer);
    const other = {
      ...session,
      id: 'cs_other',
      status: 'complete',
      payment_status: 'paid',
      payment_intent: 'pi_other',
    };
    expect(await deliver(eventOf('checkout.session.completed', other))).toMatchObject({ outcome: 'unknown' });
    expect(await purchasedOf(buyer)).toBe(0);
  });

  test('takes a body of half a megabyte at most, and POST alone', async () => {
    const { status } = await send({ payload: 'x'.repeat(600_000), headers: { 'content-type': 'application/json' } });
    expect(status).toBe(413);
    expect((await farm.app.inject({ method: 'GET', url: '/webhooks/stripe' })).statusCode).toBe(405);
  });

  test('H8: no secret and no signature stands in the log', () => {
    const log = farm.logLines.join('\n');
    expect(log).not.toContain(stripeKeys.secretKey);
    expect(log).not.toContain(stripeKeys.webhookSecret);
    expect(log).not.toContain('v1=');
  });
});

describe('A10: money that goes back', () => {
  const credits = creditOperations({ topUpUrl: 'https://farm.test/billing' });
  const reserve = async ({ accountId }: Buyer, amount: number) => {
    const keyId = (
      await farm.db.selectFrom('api_key').select('id').where('account_id', '=', accountId).executeTakeFirst()
    )?.id;
    if (keyId === undefined) throw new Error(`${accountId} has no key`);
    const subject = `spent:${randomUUID()}`;
    const items = [{ subject, action: 'UI_CAPTURE' as const, credits: amount }];
    return inTransaction(farm.db, async (trx) => {
      const holdId = (await credits.reserve(trx, { accountId, keyId, items })).get(subject) ?? '';
      return credits.charge(trx, holdId);
    });
  };
  /** Free gives ten credits of the plan, which are spent before any that was bought. */
  const spenderWho = async (spent: number) => {
    const buyer = await newBuyer('free');
    await farm.newKey({ accountId: buyer.accountId, plan: 'free' });
    const checkout = await paid(buyer);
    await reserve(buyer, 10 + spent);
    expect(await purchasedOf(buyer)).toBe(100 - spent);
    return { buyer, ...checkout };
  };

  test('takes the credits back, by the part that was refunded, in whatever order and however often it is told', async () => {
    const buyer = await newBuyer();
    const { session } = await paid(buyer);
    await deliver(refunded(session, 450));
    expect(await purchasedOf(buyer)).toBe(50);
    await deliver(refunded(session, 900));
    expect(await purchasedOf(buyer)).toBe(0);
    await deliver(refunded(session, 450));
    await deliver(refunded(session, 900));
    expect(await purchasedOf(buyer)).toBe(0);
  });

  test('after it was spent leaves a debt and no negative balance; the next purchase pays it first', async () => {
    const { buyer, session } = await spenderWho(70);
    await deliver(refunded(session, 900));
    expect(await purchasedOf(buyer)).toBe(0);
    await expect(reserve(buyer, 1)).rejects.toMatchObject({ kind: 'payment_required' });
    await paid(buyer);
    expect(await purchasedOf(buyer)).toBe(30);
    expect(await reserve(buyer, 30)).toBe(30);
  });

  test('and comes back once the dispute is won, the spent part included', async () => {
    const { buyer, session } = await spenderWho(70);
    await deliver(disputed(session, 'created', 'needs_response'));
    await expect(reserve(buyer, 1)).rejects.toMatchObject({ kind: 'payment_required' });
    await deliver(disputed(session, 'closed', 'won'));
    expect(await purchasedOf(buyer)).toBe(30);
  });

  test('while it is told of before the payment itself leaves nothing behind', async () => {
    const buyer = await newBuyer();
    const { session } = await bought(buyer);
    stripe.pay(session);
    await deliver(refunded(session, 900));
    await deliver(completed(session));
    expect(await purchasedOf(buyer)).toBe(0);
  });

  test('because of a dispute comes back when it is won, and stays away when it is lost', async () => {
    const buyer = await newBuyer();
    const [won, lost] = [await paid(buyer), await paid(buyer)];
    await deliver(disputed(won.session, 'created', 'needs_response'));
    await deliver(disputed(lost.session, 'created', 'needs_response'));
    expect(await purchasedOf(buyer)).toBe(0);
    await deliver(disputed(won.session, 'closed', 'won'));
    await deliver(disputed(won.session, 'created', 'needs_response'));
    await deliver(disputed(lost.session, 'closed', 'lost'));
    expect(await purchasedOf(buyer)).toBe(100);
  });

  test('because of a dispute that is told of before the payment finds it by the money', async () => {
    const buyer = await newBuyer();
    const { session } = await bought(buyer);
    stripe.pay(session);
    expect(await deliver(disputed(session, 'created', 'needs_response'))).toMatchObject({ outcome: 'taken' });
    await deliver(completed(session));
    expect(await purchasedOf(buyer)).toBe(0);
  });
});
