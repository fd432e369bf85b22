import { describe, expect, test } from 'vitest';
import { checkoutReportOf, metadataKey, readStripeEvent, stripeEventTypes } from './stripe-event.ts';

const session = {
  id: 'cs_1',
  object: 'checkout.session',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 900,
  currency: 'usd',
  payment_intent: 'pi_1',
  metadata: { [metadataKey]: 'pay_1' },
};
const event = (type: string, object: unknown) => ({ id: 'evt_1', object: 'event', type, data: { object } });
const report = { status: 'paid', amountCents: 900, currency: 'usd', providerPaymentId: 'pi_1' };

describe('A9: an event of Stripe', () => {
  test('that a checkout was paid says what for and how much', () => {
    expect(readStripeEvent(event('checkout.session.completed', session))).toEqual({
      kind: 'checkout',
      eventId: 'evt_1',
      type: 'checkout.session.completed',
      paymentId: 'pay_1',
      providerSessionId: 'cs_1',
      report,
    });
  });

  test.each([
    ['checkout.session.completed', { payment_status: 'unpaid' }, 'pending'],
    ['checkout.session.async_payment_succeeded', {}, 'paid'],
    ['checkout.session.async_payment_failed', { payment_status: 'unpaid' }, 'failed'],
    ['checkout.session.expired', { status: 'expired', payment_status: 'unpaid' }, 'expired'],
    ['checkout.session.completed', { payment_status: 'no_payment_required', amount_total: 0 }, 'paid'],
  ])('%s with %j is %s', (type, over, status) => {
    expect(readStripeEvent(event(type, { ...session, ...over }))).toMatchObject({ report: { status } });
  });

  test('that names an expanded payment is read as well', () => {
    const read = readStripeEvent(event('checkout.session.completed', { ...session, payment_intent: { id: 'pi_9' } }));
    expect(read).toMatchObject({ report: { providerPaymentId: 'pi_9' } });
  });

  test('of a checkout that is not of this farm names no payment', () => {
    expect(readStripeEvent(event('checkout.session.completed', { ...session, metadata: {} }))).toMatchObject({
      paymentId: null,
    });
  });

  test('of a refund says how much went back in all', () => {
    const charge = { payment_intent: 'pi_1', amount_refunded: 450, metadata: { [metadataKey]: 'pay_1' } };
    expect(readStripeEvent(event('charge.refunded', charge))).toMatchObject({
      kind: 'refund',
      paymentId: 'pay_1',
      providerPaymentId: 'pi_1',
      refundedCents: 450,
    });
  });

  test.each([
    ['charge.dispute.created', 'needs_response', 'open'],
    ['charge.dispute.closed', 'won', 'won'],
    ['charge.dispute.closed', 'lost', 'lost'],
  ])('%s (%s) means %s', (type, status, dispute) => {
    expect(readStripeEvent(event(type, { payment_intent: 'pi_1', status }))).toMatchObject({
      kind: 'dispute',
      dispute,
    });
  });

  test.each([
    ['of another kind', event('customer.created', {})],
    ['called like a member of every object', event('constructor', {})],
    [
      'of an inquiry that moves no money',
      event('charge.dispute.created', { payment_intent: 'pi_1', status: 'warning_needs_response' }),
    ],
    ['of a charge outside of checkouts', event('charge.refunded', { payment_intent: null, amount_refunded: 1 })],
  ])('%s means nothing here', (_what, read) => {
    expect(readStripeEvent(read)).toBeNull();
  });

  test.each([
    ['no session', event('checkout.session.completed', null)],
    ['a fractional amount', event('checkout.session.completed', { ...session, amount_total: 9.5 })],
    ['a negative refund', event('charge.refunded', { payment_intent: 'pi_1', amount_refunded: -1 })],
    ['an unknown payment status', event('checkout.session.completed', { ...session, payment_status: 'maybe' })],
    ['no type', { id: 'evt_1', data: { object: session } }],
    ['no event', 'paid'],
  ])('with %s is a fault and no guess', (_what, read) => {
    expect(() => readStripeEvent(read)).toThrow();
  });

  test('is one of seven', () => {
    expect(stripeEventTypes).toHaveLength(7);
  });
});

test.each([
  [{ status: 'open', payment_status: 'unpaid', amount_total: 900, payment_intent: null }, 'pending'],
  [{ status: 'complete', payment_status: 'unpaid' }, 'pending'],
  [{ status: 'complete', payment_status: 'paid' }, 'paid'],
  [{ status: 'expired', payment_status: 'unpaid' }, 'expired'],
])('S94: a session that was read (%j) is %s', (over, status) => {
  expect(checkoutReportOf({ ...session, ...over })).toMatchObject({ status, amountCents: 900 });
});
