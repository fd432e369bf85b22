import { describe, expect, test } from 'vitest';
import { paymentCatalog } from './catalog.ts';
import type { Payment } from './payment.ts';
import {
  confirmationSchema,
  confirmationView,
  oneTimeSchema,
  oneTimeView,
  packCheckoutBody,
  passCheckoutBody,
} from './payment-view.ts';

const payment: Payment = {
  id: 'pay_1',
  accountId: 'acc_1',
  provider: 'local',
  kind: 'credits',
  packId: 'credits-100',
  name: '100 credits',
  units: 100,
  feature: null,
  amountCents: 900,
  currency: 'usd',
  state: 'paid',
  providerSessionId: 'lcs_1',
  expiresAt: new Date('2026-11-21T01:00:00Z'),
  refundedCents: 0,
  dispute: 'none',
  unitsTakenBack: 0,
  reversalCount: 0,
};

describe('N39: a confirmation', () => {
  test.each<[Partial<Payment>, object]>([
    [{}, { status: 'paid', kind: 'credits', granted: { credits: 100 } }],
    [
      { kind: 'export_pass', units: 1 },
      { kind: 'export_pass', granted: { exportPasses: 1 } },
    ],
    [
      { kind: 'top_up', feature: 'scene_render', units: 50 },
      { kind: 'top_up', granted: { topUp: { feature: 'scene_render', units: 50 } } },
    ],
    [{ state: 'pending' }, { status: 'pending', granted: {} }],
    [{ state: 'expired' }, { status: 'expired', granted: {} }],
    [{ state: 'failed' }, { status: 'failed', granted: {} }],
  ])('of %j is %j', (over, expected) => {
    const view = confirmationView({ ...payment, ...over }, true);
    expect(view).toMatchObject({ ...expected, alreadyConfirmed: true });
    expect(confirmationSchema.parse(view)).toEqual(view);
  });
});

test('N39: what was bought once and what can be', () => {
  const view = oneTimeView({
    passesAvailable: 2,
    redeemed: [{ projectId: 'prj_1', redeemedAt: new Date('2026-11-20T10:00:00Z') }],
    topUps: [{ feature: 'scene_render', units: 100, remaining: 40, expiresAt: new Date('2027-11-20T10:00:00Z') }],
    catalog: paymentCatalog,
    provider: null,
  });
  expect(oneTimeSchema.parse(view)).toEqual(view);
  expect(view).toMatchObject({
    exportPasses: { available: 2, redeemed: [{ projectId: 'prj_1', redeemedAt: '2026-11-20T10:00:00.000Z' }] },
    topUps: [{ feature: 'scene_render', units: 100, remaining: 40, expiresAt: '2027-11-20T10:00:00.000Z' }],
    catalog: { exportPass: { currency: 'usd' } },
    checkout: { available: false, provider: null, testMoney: false },
  });
});

test('A14: a body names a pack and never an amount', () => {
  expect(packCheckoutBody.safeParse({ packId: 'credits-100' }).success).toBe(true);
  for (const more of [{ credits: 1_000_000 }, { priceCents: 1 }, { currency: 'jpy' }, { quantity: -1 }]) {
    expect(packCheckoutBody.safeParse({ packId: 'credits-100', ...more }).success).toBe(false);
    expect(passCheckoutBody.safeParse(more).success).toBe(false);
  }
});
