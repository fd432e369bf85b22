import type { Credits } from '@reelyard/shared/sdk/operations.gen.ts';
import { expect, test } from 'vitest';
import { balanceWords, costsText } from './balance-words.ts';

const creditsOf = ({ plan, ...over }: { plan?: Partial<Credits['plan']> } & Partial<Omit<Credits, 'plan'>> = {}) =>
  ({
    plan: {
      slug: 'pro',
      name: 'Pro',
      allowance: 150,
      used: 4,
      remaining: 146,
      resetMode: 'monthly',
      periodEnd: '2026-12-01T00:00:00.000Z',
      unlimited: false,
      ...plan,
    },
    purchased: { balance: 1_500 },
    totalAvailable: 1_646,
    debt: 0,
    costs: { SCENE_RENDER: 1, EXPORT_720P: 1, EXPORT_1080P: 2, EXPORT_4K: 4, STORYBOARD_DRAFT: 1, UI_CAPTURE: 1 },
    packs: [],
    topUpUrl: 'https://farm.test/console/billing',
    ...over,
  }) satisfies Credits;

test('S22: the balance tells what is left of the plan, when it starts over, and what was bought', () => {
  expect(balanceWords(creditsOf(), 'UTC')).toEqual({
    total: '1,646',
    plan: '146 of 150 credits left, 4 used',
    planReset: 'Starts over on 1 December 2026.',
    planShare: 146 / 150,
    purchased: '1,500 credits',
    debt: null,
  });
});

test('S22: the day on which a plan starts over is that of the reader', () => {
  expect(balanceWords(creditsOf(), 'America/New_York').planReset).toBe('Starts over on 30 November 2026.');
});

test('S22: an allowance that was given once does not come back', () => {
  const { planReset } = balanceWords(creditsOf({ plan: { resetMode: 'lifetime', periodEnd: null } }), 'UTC');
  expect(planReset).toBe('Given once with the plan: what is used does not come back.');
});

test('N14: an unlimited plan shows no number for what has no end', () => {
  const endless = 2_147_483_647;
  const plan = {
    allowance: endless,
    remaining: endless,
    used: 1_234,
    resetMode: 'unlimited',
    unlimited: true,
  } as const;
  const words = balanceWords(creditsOf({ plan, totalAvailable: endless }), 'UTC');
  expect(words).toMatchObject({ total: 'Unlimited', plan: '1,234 used this month', planShare: null });
  expect(JSON.stringify(words)).not.toContain('2,147');
});

test.each([
  [1, '1 credit is owed'],
  [40, '40 credits are owed'],
])('a debt of %i is said, with what settles it', (debt, begin) => {
  const words = balanceWords(creditsOf({ debt, totalAvailable: 0 }), 'UTC');
  expect(words.total).toBe('0');
  expect(words.debt).toMatch(new RegExp(`^${begin}.+the credits that you buy next settle it first\\.$`));
});

test('S22: what credits buy is told by the price list', () => {
  expect(costsText(creditsOf())).toBe(
    '1 credit for a scene that is rendered; 1 for a video in 720p, 2 in 1080p, 4 in 4K. Credits that you buy never expire.',
  );
});
