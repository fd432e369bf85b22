import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creditOperations } from '../credits/operations.ts';
import { localProvider } from '../payments/local-checkout/client.ts';
import { paymentReconciler } from '../payments/operations/reconcile.ts';
import { settleOperations } from '../payments/operations/settle.ts';
import { type Farm, startFarm, type TestUser } from './harness.ts';
import { decideOnPage, openTestCheckout, postForm } from './test-money.ts';

const credits = '/billing/credits/checkout';
const pack = { packId: 'credits-100' };

describe('a farm with test money', () => {
  let farm: Farm;
  let buyer: TestUser;
  let count = 0;
  beforeAll(async () => {
    farm = await startFarm({ FARM_LOCAL_CHECKOUT: 'on' });
    buyer = await farm.newWebUser({ accountId: 'acc_buyer', plan: 'free' });
  });
  afterAll(() => farm.close());

  const newBuyer = () => {
    count += 1;
    return farm.newWebUser({ accountId: `acc_buyer_${count}`, plan: 'free' });
  };
  const show = (pagePath: string) => farm.app.inject({ method: 'GET', url: pagePath });
  const tokenOf = async (pagePath: string): Promise<string> =>
    /name="token" value="([^"]+)"/.exec((await show(pagePath)).body)?.[1] ?? '';
  const confirm = async (who: TestUser, sessionId: string) =>
    (await who.call('POST', '/billing/one-time/confirm', { sessionId })).body.data;
  const purchased = async (who: TestUser) => {
    const { rows } = await sql<{ available: number }>`
      select b.available from balance b join account_user u using (account_id)
       where u.user_id = ${who.userId} and b.bucket = 'purchased'`.execute(farm.db);
    return rows[0]?.available ?? 0;
  };
  /** Lets the checkout run out, as an hour would. */
  const expire = async (sessionId: string): Promise<void> => {
    await sql`update local_checkout set expires_at = now() - interval '1 second' where payment_id = ${sessionId}`.execute(
      farm.db,
    );
  };

  test('S90: says so, and raises the balance when the page is paid', async () => {
    const who = await newBuyer();
    expect((await who.call('GET', '/billing/one-time')).body.data.checkout).toEqual({
      available: true,
      provider: 'local',
      testMoney: true,
    });
    const { sessionId, pagePath } = await openTestCheckout(who, credits, { ...pack, returnPath: '/billing?tab=1' });
    const page = await show(pagePath);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('TEST MONEY');
    expect(page.body).toContain('$9.00');
    expect((await confirm(who, sessionId)).status).toBe('pending');

    const answer = await decideOnPage(farm, pagePath, 'pay');
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      `${farm.config.FARM_PUBLIC_URL}/billing?tab=1&checkout=paid&sessionId=${sessionId}`,
    ]);
    expect(await purchased(who)).toBe(100);
    expect(await confirm(who, sessionId)).toEqual({
      status: 'paid',
      kind: 'credits',
      granted: { credits: 100 },
      alreadyConfirmed: true,
    });
    expect((await show(pagePath)).body).toContain('<title>Paid');
  });

  test('E9: /billing leads to the console with whatever a checkout added, to no other place, and only shows', async () => {
    for (const query of [
      '',
      '?tab=1&checkout=paid&sessionId=pay_1',
      '?return=//evil.test',
      '?x=%0d%0aset-cookie:a=b',
    ]) {
      const { statusCode, headers } = await farm.app.inject({ url: `/billing${query}` });
      expect([statusCode, headers.location]).toEqual([302, `/console/billing${query}`]);
      expect(headers).toMatchObject({ 'cache-control': 'no-store' });
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect((await farm.app.inject({ method: 'POST', url: '/billing' })).statusCode).toBe(405);
  });

  test('the page can be paid once: by twenty clicks at once, and after it was declined not at all', async () => {
    const who = await newBuyer();
    const once = await openTestCheckout(who, credits, pack);
    const button = { decision: 'pay', token: await tokenOf(once.pagePath) };
    const clicks = await Promise.all(Array.from({ length: 20 }, () => postForm(farm, once.pagePath, button)));
    expect(new Set(clicks.map(({ statusCode }) => statusCode))).toEqual(new Set([303]));
    const declined = await openTestCheckout(who, credits, pack);
    const token = await tokenOf(declined.pagePath);
    const { headers } = await decideOnPage(farm, declined.pagePath, 'decline');
    expect(headers.location).toContain('checkout=cancelled');
    expect((await show(declined.pagePath)).body).toContain('<title>Cancelled');
    const late = await postForm(farm, declined.pagePath, { decision: 'pay', token });
    expect(late.headers.location).toContain('checkout=cancelled');
    expect((await confirm(who, declined.sessionId)).status).toBe('failed');
    expect(await purchased(who)).toBe(100);
  });

  test('an expired checkout takes no money and says so', async () => {
    const who = await newBuyer();
    const { sessionId, pagePath } = await openTestCheckout(who, credits, pack);
    const token = await tokenOf(pagePath);
    await expire(sessionId);
    expect((await show(pagePath)).body).toContain('<title>Expired');
    const answer = await postForm(farm, pagePath, { decision: 'pay', token });
    expect(answer.headers.location).toContain('checkout=cancelled');
    expect((await confirm(who, sessionId)).status).toBe('expired');
    expect(await purchased(who)).toBe(0);
  });

  test('G6: the form is taken with the token of its own checkout alone', async () => {
    const who = await newBuyer();
    const [one, other] = [await openTestCheckout(who, credits, pack), await openTestCheckout(who, credits, pack)];
    const tokenOfOther = await tokenOf(other.pagePath);
    for (const token of [tokenOfOther, '', 'x', '\u0000', '🎬']) {
      const answer = await postForm(farm, one.pagePath, { decision: 'pay', token });
      expect([answer.statusCode, answer.json().code], token).toEqual([403, 'FORM_TOKEN_INVALID']);
    }
    const own = await tokenOf(one.pagePath);
    for (const fields of [
      {},
      { token: own },
      { decision: 'steal', token: own },
      { decision: 'pay' },
      { decision: 'pay', token: own.repeat(9) },
    ]) {
      expect((await postForm(farm, one.pagePath, { ...fields } as Record<string, string>)).statusCode).toBe(400);
    }
    const json = { method: 'POST', url: one.pagePath, payload: { decision: 'pay', token: own } } as const;
    expect((await farm.app.inject(json)).statusCode).toBe(415);
    const huge = await postForm(farm, one.pagePath, { decision: 'pay', token: 'x'.repeat(5_000) });
    expect(huge.statusCode).toBe(413);
    expect(await purchased(who)).toBe(0);
  });

  test('the page runs nothing, stands in no frame and is kept by nobody', async () => {
    const { pagePath } = await openTestCheckout(buyer, credits, pack);
    const { headers, body } = await show(pagePath);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(body).not.toContain('<script');
  });

  test.each(['lcs_x', `lcs_${'0'.repeat(32)}`, '..%2f..', '%00', 'x'.repeat(150), 'pay_1'])(
    'there is no page at %s',
    async (id) => {
      expect((await show(`/checkout/local/${id}`)).statusCode).toBe(404);
      const answer = await postForm(farm, `/checkout/local/${id}`, { decision: 'pay', token: 'x' });
      expect(answer.statusCode).toBe(404);
    },
  );

  test('the webhook of a provider that this farm does not have is 503', async () => {
    const answer = await farm.app.inject({ method: 'POST', url: '/webhooks/stripe', payload: '{}' });
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'PAYMENTS_NOT_CONFIGURED']);
  });

  test('what neither a webhook nor the buyer brought is looked up, and an expired checkout ends', async () => {
    const who = await newBuyer();
    const [paid, forgotten, neverOpened] = [
      await openTestCheckout(who, credits, pack),
      await openTestCheckout(who, credits, pack),
      await openTestCheckout(who, credits, pack),
    ];
    // As a farm that was killed between the page's answer and the payment's.
    await sql`update local_checkout set state = 'paid', ended_at = now() where payment_id = ${paid.sessionId}`.execute(
      farm.db,
    );
    await expire(forgotten.sessionId);
    await sql`update payment set next_check_at = now() where id in (${paid.sessionId}, ${forgotten.sessionId})`.execute(
      farm.db,
    );
    await sql`update payment set provider_session_id = null, next_check_at = now(), expires_at = now() - interval '2 hours'
               where id = ${neverOpened.sessionId}`.execute(farm.db);
    const settled: string[] = [];
    const reconciler = paymentReconciler({
      db: farm.db,
      provider: localProvider({ db: farm.db, publicUrl: farm.config.FARM_PUBLIC_URL }),
      settling: settleOperations({ credits: creditOperations({ topUpUrl: 'https://farm.test/billing' }) }),
      onSettled: ({ id }, { kind }) => settled.push(`${id} ${kind}`),
      onFault: (error) => settled.push(String(error)),
    });
    await reconciler.checkOverdue();
    await reconciler.checkOverdue();
    expect(settled.toSorted()).toEqual([`${forgotten.sessionId} ended`, `${paid.sessionId} paid`].toSorted());
    expect(await purchased(who)).toBe(100);
    expect((await confirm(who, forgotten.sessionId)).status).toBe('expired');
    expect((await confirm(who, neverOpened.sessionId)).status).toBe('expired');
  });
});

describe('a farm without a payment provider', () => {
  let farm: Farm;
  let buyer: TestUser;
  beforeAll(async () => {
    farm = await startFarm();
    buyer = await farm.newWebUser({ accountId: 'acc_buyer', plan: 'free' });
  });
  afterAll(() => farm.close());

  test.each([
    [credits, pack],
    ['/billing/one-time/export-pass/checkout', {}],
    ['/billing/one-time/top-up/checkout', { packId: 'renders-100' }],
    [credits, { packId: 'gone', returnPath: '//evil.test' }],
  ])('answers POST %s with 503 and what to set', async (path, body) => {
    const answer = await buyer.call('POST', path, body);
    expect(answer).toMatchObject({ status: 503, body: { code: 'PAYMENTS_NOT_CONFIGURED' } });
    expect(answer.body.message).toContain('STRIPE_SECRET_KEY');
    expect(answer.body.settings).toEqual(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'FARM_LOCAL_CHECKOUT']);
  });

  test('S91: still tells what there is, to a person and to a key', async () => {
    const key = await farm.newKey({ accountId: 'acc_buyer', plan: 'free' });
    const answers = [await buyer.call('GET', '/billing/one-time'), await farm.call(key, 'GET', '/billing/one-time')];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        exportPasses: { available: 0 },
        checkout: { available: false, provider: null, testMoney: false },
      });
    }
  });

  test('has no checkout page', async () => {
    const answer = await farm.app.inject({ method: 'GET', url: `/checkout/local/lcs_${'0'.repeat(32)}` });
    expect(answer.statusCode).toBe(404);
  });
});
