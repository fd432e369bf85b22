import fc from 'fast-check';
import { expect, test } from 'vitest';
import { affordableSeconds, browsePrice } from './browse-billing.ts';

test.each([
  [0, 0],
  [1, 0],
  [299, 0],
  [300, 0],
  [300.001, 1],
  [301, 1],
  [599, 1],
  [600, 1],
  [601, 2],
  [900, 2],
  [901, 3],
  [1_200, 3],
  [1_201, 4],
  [1_500, 4],
  [1_501, 5],
  [1_800, 5],
  [1_801, 6],
  [2_700, 8],
  [3_299, 10],
  [3_300, 10],
  [3_301, 11],
  [3_600, 11],
  [3_601, 12],
])('N49: %i s of browsing cost %i credits', (seconds, credits) => {
  expect(browsePrice(seconds)).toBe(credits);
});

test('N53: what credits pay for is the last second before another block begins', () => {
  fc.assert(
    fc.property(fc.nat(1_000), (credits) => {
      const seconds = affordableSeconds(credits);
      return browsePrice(seconds) === credits && browsePrice(seconds + 1) === credits + 1;
    }),
  );
  expect(affordableSeconds(-3)).toBe(300);
});
