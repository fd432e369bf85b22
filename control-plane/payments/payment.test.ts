import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Payment, type PaymentState, settlementOf, unitsToTakeBack } from './payment.ts';
import type { CheckoutReport } from './provider.ts';

const asked = { amountCents: 900, currency: 'usd' as const };
const report = (status: CheckoutReport['status'], over: Partial<CheckoutReport> = {}): CheckoutReport => ({
  status,
  ...asked,
  providerPaymentId: 'pi_1',
  ...over,
});
const settled = (state: PaymentState, status: CheckoutReport['status']) =>
  settlementOf({ ...asked, state }, report(status));

describe('A9: a report of the provider', () => {
  test.each<[PaymentState, CheckoutReport['status'], object]>([
    ['pending', 'pending', { kind: 'none' }],
    ['pending', 'paid', { kind: 'paid' }],
    ['pending', 'failed', { kind: 'ended', state: 'failed' }],
    ['pending', 'expired', { kind: 'ended', state: 'expired' }],
    ['failed', 'paid', { kind: 'paid' }],
    ['failed', 'expired', { kind: 'none' }],
    ['failed', 'pending', { kind: 'none' }],
    ['expired', 'paid', { kind: 'paid' }],
    ['expired', 'failed', { kind: 'none' }],
    ['paid', 'paid', { kind: 'none' }],
    ['paid', 'pending', { kind: 'none' }],
    ['paid', 'failed', { kind: 'none' }],
    ['paid', 'expired', { kind: 'none' }],
  ])('that comes when the payment is %s and says %s', (state, status, expected) => {
    expect(settled(state, status)).toEqual(expected);
  });

  test.each<[string, Partial<CheckoutReport>]>([
    ['less', { amountCents: 899 }],
    ['more', { amountCents: 901 }],
    ['nothing', { amountCents: 0 }],
    ['no amount', { amountCents: null }],
    ['another currency', { currency: 'jpy' }],
    ['no currency', { currency: null }],
  ])('of %s than was asked for hands nothing over', (_what, over) => {
    expect(settlementOf({ ...asked, state: 'pending' }, report('paid', over))).toMatchObject({ kind: 'differs' });
  });

  test('of another amount says both amounts', () => {
    expect(settlementOf({ ...asked, state: 'pending' }, report('paid', { amountCents: 1, currency: 'eur' }))).toEqual({
      kind: 'differs',
      message: '1 cents of eur were paid where 900 cents of usd were asked for',
    });
  });
});

describe('A10: what is taken back', () => {
  const paid: Pick<Payment, 'state' | 'dispute' | 'units' | 'refundedCents' | 'amountCents'> = {
    state: 'paid',
    dispute: 'none',
    units: 100,
    refundedCents: 0,
    amountCents: 900,
  };
  test.each<[string, Partial<typeof paid>, number]>([
    ['nothing of what is kept', {}, 0],
    ['all of what was refunded', { refundedCents: 900 }, 100],
    ['half of what was refunded by half', { refundedCents: 450 }, 50],
    ['the whole units only', { refundedCents: 17 }, 1],
    ['nothing for less than a unit', { refundedCents: 8 }, 0],
    ['everything while it is disputed', { dispute: 'open' }, 100],
    ['everything where the dispute was lost', { dispute: 'lost', refundedCents: 1 }, 100],
    ['nothing where the dispute was won', { dispute: 'won' }, 0],
    ['the refunded part where the dispute was won', { dispute: 'won', refundedCents: 450 }, 50],
    ['nothing of what was never paid', { state: 'pending', refundedCents: 900, dispute: 'open' }, 0],
    ['a pass only as a whole', { units: 1, refundedCents: 899 }, 0],
    ['a pass that was refunded', { units: 1, refundedCents: 900 }, 1],
  ])('is %s', (_what, over, expected) => {
    expect(unitsToTakeBack({ ...paid, ...over })).toBe(expected);
  });

  test('grows with the refund and never passes what was bought, up to the largest int4', () => {
    const amount = fc.integer({ min: 1, max: 2_147_483_647 });
    fc.assert(
      fc.property(amount, amount, fc.nat(), fc.nat(), (units, amountCents, one, other) => {
        const [less = 0, more = 0] = [one % (amountCents + 1), other % (amountCents + 1)].toSorted((a, b) => a - b);
        const backOf = (refundedCents: number) => unitsToTakeBack({ ...paid, units, amountCents, refundedCents });
        expect(backOf(less)).toBeLessThanOrEqual(backOf(more));
        expect(backOf(amountCents)).toBe(units);
        expect(backOf(more)).toBeLessThanOrEqual(units);
      }),
    );
  });
});
