import { expect, test } from 'vitest';
import { creditsProblem, maxBalance, maxCredits } from './credit-amount.ts';

test.each([1, 150, maxCredits])('A14: %s credits can be moved', (credits) => {
  expect(creditsProblem(credits)).toBeNull();
});

test.each([0, -1, 0.5, maxCredits + 1, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])(
  'A14: %s is no number of credits',
  (credits) => {
    expect(creditsProblem(credits)).toContain('whole numbers');
  },
);

test('A14: a full bucket and one movement more still fit an int4', () => {
  expect(maxBalance).toBeLessThan(2 ** 31);
});
