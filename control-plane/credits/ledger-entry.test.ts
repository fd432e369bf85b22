import { describe, expect, test } from 'vitest';
import { type CreditAccount, expiryAfterReturn, type Hold, refundEntries, takeBackEntry } from './ledger-entry.ts';

const hold = (change: Partial<Hold> = {}): Hold => ({
  id: 'hld_1',
  accountId: 'acc_1',
  keyId: null,
  projectId: null,
  subject: 's',
  action: 'SCENE_RENDER',
  from: { plan: 5, purchased: 2 },
  period: 'november',
  ...change,
});
const account = (plan: number, change: Partial<CreditAccount> = {}): CreditAccount => ({
  available: { plan, purchased: 3 },
  held: { plan: 0, purchased: 0 },
  debt: 0,
  plan: 'pro',
  period: 'december',
  allowance: 150,
  ...change,
});

describe('credits that come back', () => {
  test.each([
    ['the same period is open', hold({ period: 'december' }), account(154), null],
    ['there is room below the allowance', hold(), account(150), null],
    ['two are beyond the allowance', hold(), account(152), -2],
    ['all are beyond the allowance', hold(), account(155), -5],
    ['others filled the bucket already: no more than what came back', hold(), account(500), -5],
    ['none of them was of the plan', hold({ from: { plan: 0, purchased: 7 } }), account(155), null],
  ])('N50: expire where %s', (_when, returned, now, expected) => {
    expect(expiryAfterReturn(returned, now)?.dAvailable ?? null).toBe(expected);
  });

  test('N50: a refund goes to the buckets that the credits came from and names the charges', () => {
    const charges = new Map([
      ['plan' as const, 'led_p'],
      ['purchased' as const, 'led_b'],
    ]);
    expect(refundEntries(hold(), 'why', charges)).toMatchObject([
      { bucket: 'plan', dAvailable: 5, opKey: 'refund:hld_1:plan', reversesId: 'led_p' },
      { bucket: 'purchased', dAvailable: 2, opKey: 'refund:hld_1:purchased', reversesId: 'led_b' },
    ]);
    expect(refundEntries(hold({ from: { plan: 0, purchased: 1 } }), 'why', charges).length).toBe(1);
  });
});

test.each([
  [2, -2, 0],
  [3, -3, 0],
  [10, -3, 7],
])('A10: taking %i back out of 3 takes %i and leaves a debt of %i', (credits, dAvailable, dDebt) => {
  expect(takeBackEntry({ credits, opKey: 'k', reason: 'r' }, account(0))).toMatchObject({ dAvailable, dDebt });
});
