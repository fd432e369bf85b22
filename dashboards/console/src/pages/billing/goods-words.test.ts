import { expect, test } from 'vitest';
import {
  checkoutOf,
  missingCheckoutText,
  nextLookMs,
  outcomeWords,
  passesText,
  priceText,
  redeemedText,
  topUpText,
} from './goods-words.ts';

test('S97: a top-up tells what is left of it and until when', () => {
  const topUp = {
    feature: 'scene_render_revision',
    units: 50,
    remaining: 12,
    expiresAt: '2026-12-01T00:00:00.000Z',
  } as const;
  expect(topUpText(topUp, 'UTC')).toBe('12 of 50 scene render revisions left, until 1 December 2026');
});

test('S92: passes are counted, and none is said', () => {
  expect([0, 1, 2].map(passesText)).toEqual([
    'You have no unused pass.',
    'You have 1 unused pass.',
    'You have 2 unused passes.',
  ]);
});

test.each([
  [
    { scenesToRender: 3, alreadyRedeemed: false },
    'The pass is used for “Launch”.',
    '3 scenes render for it at no cost.',
  ],
  [{ scenesToRender: 1, alreadyRedeemed: false }, 'The pass is used', '1 scene renders for it at no cost.'],
  [{ scenesToRender: 0, alreadyRedeemed: true }, 'has a pass already: no other was used.', 'its scenes are ready.'],
])('S95: %j tells what the pass did', (redemption, begin, end) => {
  const text = redeemedText(redemption, 'Launch');
  expect(text).toContain(begin);
  expect(text.endsWith(end)).toBe(true);
});

test.each([
  ['paid', 'paid', { credits: 500 }, 'good', 'Paid. 500 credits were added to your account.', false],
  ['paid', 'cancelled', { exportPasses: 1 }, 'good', 'Paid. 1 export pass was added to your account.', false],
  [
    'paid',
    'paid',
    { topUp: { feature: 'scene_render', units: 100 } },
    'good',
    'Paid. Your limit was raised by 100 scene renders.',
    false,
  ],
  ['expired', 'paid', {}, 'bad', 'This checkout ran out before it was paid. Nothing was charged.', false],
  ['pending', 'cancelled', {}, 'plain', 'Cancelled. Nothing was charged.', false],
] as const)(
  'S94: %s after an address that says %s reads as the API says',
  (status, end, granted, tone, text, isOpen) => {
    expect(outcomeWords({ status, granted }, end)).toEqual({ tone, text, isOpen });
  },
);

test('S94: an address that says paid proves nothing', () => {
  expect(outcomeWords({ status: 'pending', granted: {} }, 'paid')).toMatchObject({ tone: 'plain', isOpen: true });
  expect(outcomeWords({ status: 'failed', granted: {} }, 'paid')).toMatchObject({ tone: 'bad', isOpen: false });
});

test('S92: the address of a return names its checkout, and any other address none', () => {
  const of = (search: string) => checkoutOf(new URLSearchParams(search));
  expect(of('checkout=paid&sessionId=cs_1')).toEqual({ sessionId: 'cs_1', end: 'paid' });
  expect([of(''), of('checkout=paid'), of('checkout=maybe&sessionId=cs_1'), of('checkout=paid&sessionId=')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('S94: the page asks again by itself four times and then no more', () => {
  expect([1, 2, 3, 4, 5].map(nextLookMs)).toEqual([1_000, 2_000, 4_000, 8_000, null]);
});

test('a price has its currency', () => {
  expect([priceText(900, 'usd'), priceText(12_900, 'eur')]).toEqual(['$9.00', '€129.00']);
});

test('S94: a purchase that is of another account is told with what to do', () => {
  expect(missingCheckoutText('CHECKOUT_SESSION_NOT_FOUND')).toContain('sign in there');
  expect(missingCheckoutText('FAULT')).toBeNull();
});
