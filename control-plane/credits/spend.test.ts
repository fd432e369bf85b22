import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dealOut, insufficientCreditsBody, splitSpend } from './spend.ts';

describe('spending', () => {
  test.each([
    [3, { plan: 10, purchased: 5 }, { plan: 3, purchased: 0 }],
    [12, { plan: 10, purchased: 5 }, { plan: 10, purchased: 2 }],
    [15, { plan: 10, purchased: 5 }, { plan: 10, purchased: 5 }],
    [16, { plan: 10, purchased: 5 }, null],
    [1, { plan: 0, purchased: 0 }, null],
    [0, { plan: 0, purchased: 0 }, { plan: 0, purchased: 0 }],
  ])('S122: %i credits out of %j are taken plan first', (needed, available, expected) => {
    expect(splitSpend(needed, available)).toEqual(expected);
  });

  test('S122: whatever the amounts, items get all they need and no purchased credit precedes the last plan credit', () => {
    const credits = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(
        fc.array(credits, { minLength: 1, maxLength: 8 }),
        fc.nat(60),
        fc.nat(200),
        (costs, plan, purchased) => {
          const needed = costs.reduce((sum, cost) => sum + cost, 0);
          const split = splitSpend(needed, { plan, purchased });
          if (split === null) return needed > plan + purchased;
          const dealt = dealOut(
            costs.map((cost, index) => ({ subject: String(index), credits: cost })),
            split,
          );
          const sum = (bucket: 'plan' | 'purchased') => dealt.reduce((total, { from }) => total + from[bucket], 0);
          const firstPurchased = dealt.findIndex(({ from }) => from.purchased > 0);
          const planAfter = dealt.slice(firstPurchased + 1).some(({ from }) => from.plan > 0);
          return (
            dealt.every(({ item, from }) => from.plan + from.purchased === item.credits) &&
            sum('plan') === Math.min(plan, needed) &&
            sum('purchased') === needed - Math.min(plan, needed) &&
            (firstPurchased === -1 || !planAfter)
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('S117: the 402 body names what is needed, what is there and where to get more', () => {
    expect(insufficientCreditsBody(9, { plan: 2, purchased: 3 }, 'https://farm.example/billing')).toEqual({
      creditsRequired: 9,
      creditsAvailable: 5,
      planRemaining: 2,
      purchasedBalance: 3,
      topUpUrl: 'https://farm.example/billing',
    });
  });
});
