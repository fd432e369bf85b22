import { expect, test } from 'vitest';
import { creditsOwed, insufficientCredits, keyCapReached } from './payment-required.ts';

const topUpUrl = 'https://farm.example/billing';

test('S117: the 402 names what is needed, what is there and where to get more', () => {
  const refusal = insufficientCredits(9, { plan: 2, purchased: 3 }, topUpUrl);
  expect([refusal.kind, refusal.code]).toEqual(['payment_required', 'INSUFFICIENT_CREDITS']);
  expect(refusal.body).toEqual({
    creditsRequired: 9,
    creditsAvailable: 5,
    planRemaining: 2,
    purchasedBalance: 3,
    topUpUrl,
  });
});

test('A10: with a debt nothing is available, whatever the plan has left', () => {
  const refusal = creditsOwed(1, { planRemaining: 40, debt: 7 }, topUpUrl);
  expect(refusal.body).toMatchObject({
    creditsAvailable: 0,
    planRemaining: 40,
    purchasedBalance: 0,
    debt: 7,
    topUpUrl,
  });
});

test('S118, N47: a capped key learns its cap, its use, what was needed and when the month ends', () => {
  const resetsAt = new Date('2026-12-01T00:00:00Z');
  const refusal = keyCapReached({ monthlyCreditCap: 10, usedThisMonth: 9, creditsRequired: 2, resetsAt });
  expect(refusal.code).toBe('KEY_MONTHLY_CAP');
  expect(refusal.body).toEqual({
    monthlyCreditCap: 10,
    usedThisMonth: 9,
    creditsRequired: 2,
    resetsAt: '2026-12-01T00:00:00.000Z',
  });
});
