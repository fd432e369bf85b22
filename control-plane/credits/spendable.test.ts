import { expect, test } from 'vitest';
import { unlimitedCredits } from '../plans/plan.ts';
import { spendable } from './spendable.ts';

const account = { available: { plan: 4, purchased: 3 }, debt: 0, allowance: 150 };

test.each([
  ['the balance without a cap', account, null, 0, 7],
  ['the balance where the cap leaves more', account, 100, 10, 7],
  ['what the cap leaves', account, 12, 10, 2],
  ['nothing where the cap was lowered below its use', account, 5, 10, 0],
  ['nothing with a debt (A10)', { ...account, debt: 1 }, null, 0, 0],
  ['everything on an unlimited plan', { ...account, allowance: unlimitedCredits }, null, 0, unlimitedCredits],
  ['what the cap leaves on an unlimited plan', { ...account, allowance: unlimitedCredits }, 12, 10, 2],
])('S118: a key can spend %s', (_what, of, keyCap, keyUsed, expected) => {
  expect(spendable({ account: of, keyCap, keyUsed })).toBe(expected);
});
