import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type CreditsView, creditsView } from '../../credits/credits-view.ts';
import { entryTypes } from '../../credits/ledger-query.ts';
import { notConfigured } from '../payment-refusal.ts';
import {
  balanceWords,
  costsText,
  entryWords,
  failureText,
  limitTexts,
  momentText,
  noProviderText,
  outcomeWords,
  passesText,
  redeemedText,
  topUpText,
} from './billing-words.ts';

const creditsOf = (over: Partial<Parameters<typeof creditsView>[0]> = {}): CreditsView =>
  creditsView({
    plan: 'pro',
    planRemaining: 146,
    planUsed: 4,
    periodEnd: new Date('2026-12-01T00:00:00Z'),
    purchased: 1_500,
    debt: 0,
    packs: [],
    topUpUrl: 'https://farm.test/billing',
    key: null,
    ...over,
  });

describe('S22: the balance', () => {
  test('tells what is left of the plan, when it starts over, what was bought, and both together', () => {
    expect(balanceWords(creditsOf(), 'UTC')).toEqual({
      total: '1,646',
      plan: '146 of 150 left, 4 used',
      planReset: 'Starts over on 1 December 2026.',
      planShare: 146 / 150,
      purchased: '1,500',
      debt: null,
    });
  });

  test('names the day of the reader', () => {
    expect(balanceWords(creditsOf(), 'America/New_York').planReset).toBe('Starts over on 30 November 2026.');
  });

  test('an allowance that was given once does not come back', () => {
    const { planReset } = balanceWords(creditsOf({ plan: 'free', planRemaining: 3, periodEnd: null }), 'UTC');
    expect(planReset).toBe('Given once with the plan: what is used does not come back.');
  });

  test('N14: an unlimited plan shows no number for what has no end', () => {
    const words = balanceWords(
      creditsOf({ plan: 'enterprise', planRemaining: 2_147_483_647, planUsed: 1_234, periodEnd: null }),
      'UTC',
    );
    expect(words).toMatchObject({ total: 'Unlimited', plan: '1,234 used this month', planShare: null });
    expect(JSON.stringify(words)).not.toContain('2,147');
  });

  test.each([
    [1, '1 credit is owed'],
    [40, '40 credits are owed'],
  ])('a debt of %i is said, with what settles it', (debt, begin) => {
    const words = balanceWords(creditsOf({ debt, purchased: 0 }), 'UTC');
    expect(words.total).toBe('0');
    expect(words.debt).toMatch(new RegExp(`^${begin}.+the credits that you buy next settle it first\\.$`));
  });

  test('what credits buy is told by the price list', () => {
    expect(costsText(creditsOf())).toBe(
      '1 credit for a scene that is rendered; 1 for a video in 720p, 2 in 1080p, 4 in 4K. Credits that you buy never expire.',
    );
  });
});

describe('N38: a movement', () => {
  const words = (over: object) =>
    entryWords(
      {
        id: 'led_1',
        createdAt: '2026-11-21T14:05:00.000Z',
        type: 'reserve',
        action: null,
        amount: 0,
        heldAmount: 0,
        source: 'plan',
        balanceAfter: { plan: 146, purchased: 1_000, total: 1_146 },
        keyId: null,
        projectId: null,
        sceneId: null,
        exportId: null,
        sessionId: null,
        captureId: null,
        requestId: null,
        reversesId: null,
        reason: null,
        actor: { type: 'system', id: null },
        ...over,
      },
      'UTC',
    );

  test.each([
    [{ type: 'reserve', action: 'SCENE_RENDER', amount: -1 }, 'Set aside: scene render', '', '−1'],
    [{ type: 'spend', action: 'EXPORT_1080P' }, 'Spent: 1080p export', 'Out of what was set aside', '0'],
    [{ type: 'release', action: 'EXPORT_4K', amount: 4 }, 'Given back: 4K export', 'Set aside and not needed', '+4'],
    [
      { type: 'refund', action: 'SCENE_RENDER', amount: 1, reason: 'the scene failed' },
      'Refunded: scene render',
      'The scene failed',
      '+1',
    ],
    [{ type: 'purchase', amount: 2_000, reason: 'bought: 2,000 credits' }, 'Bought: 2,000 credits', '', '+2,000'],
    [
      { type: 'reset', amount: 150, reason: 'Pro allowance until 2026-12-01T00:00:00.000Z' },
      'Plan allowance',
      'Pro allowance until 1 December 2026',
      '+150',
    ],
    [{ type: 'expiry', amount: -12, reason: 'the period is over' }, 'Expired', 'The period is over', '−12'],
    [
      { type: 'adjustment', amount: -500, reason: 'money returned: 500 credits' },
      'Money returned: 500 credits',
      '',
      '−500',
    ],
    [
      { type: 'adjustment', amount: 5, reason: 'sorry', actor: { type: 'user', id: 'usr_1' } },
      'Corrected',
      'Sorry',
      '+5',
    ],
    [{ type: 'grant', amount: 10, reason: 'welcome' }, 'Given', 'Welcome', '+10'],
    [{ type: 'reserve', action: 'NEW_ONE', amount: -1 }, 'Set aside: NEW_ONE', '', '−1'],
  ])('%j is said in plain words', (over, what, detail, change) => {
    expect(words(over)).toEqual({ what, detail, change, left: 'Plan: 146 left' });
    expect(words({ ...over, source: 'purchased' }).left).toBe('Bought: 1,000 left');
  });

  test.each(entryTypes)('%s has words without a reason and an action too', (type) => {
    expect(words({ type }).what).toMatch(/^[A-Z][a-z ]+$/);
  });

  test('stands at the time of the reader', () => {
    expect(momentText('2026-11-21T14:05:00.000Z', 'Asia/Tokyo')).toBe('21 Nov 2026, 23:05');
  });
});

describe('S94: what became of a checkout', () => {
  test.each([
    [{ credits: 1 }, 'Paid. 1 credit was added to your account.'],
    [{ credits: 2_000 }, 'Paid. 2,000 credits were added to your account.'],
    [{ exportPasses: 1 }, 'Paid. 1 export pass was added to your account.'],
    [{ topUp: { feature: 'scene_render', units: 100 } }, 'Paid. Your limit was raised by 100 scene renders.'],
    [{}, 'Paid. Your purchase was added to your account.'],
  ] as const)('%j was granted', (granted, text) => {
    const paid = { tone: 'good', text, isOpen: false };
    expect(outcomeWords({ status: 'paid', granted }, 'paid')).toEqual(paid);
    expect(outcomeWords({ status: 'paid', granted }, 'cancelled')).toEqual(paid);
  });

  test.each([
    ['pending', 'paid', 'plain', true],
    ['pending', 'cancelled', 'plain', false],
    ['failed', 'paid', 'bad', false],
    ['failed', 'cancelled', 'plain', false],
    ['expired', 'paid', 'bad', false],
    ['expired', 'cancelled', 'bad', false],
  ] as const)('%s at an address that says %s is no purchase', (status, checkout, tone, isOpen) => {
    const words = outcomeWords({ status, granted: {} }, checkout);
    expect(words).toMatchObject({ tone, isOpen });
    expect(words.text).not.toMatch(/Paid|added to your/);
  });
});

test('S97: a top-up tells what is left of it and until when', () => {
  const topUp = { feature: 'scene_render', units: 100, remaining: 60, expiresAt: '2027-11-21T00:00:00.000Z' } as const;
  expect(topUpText(topUp, 'UTC')).toBe('60 of 100 scene renders left, until 21 November 2027');
  expect(topUpText({ ...topUp, feature: 'scene_render_revision', units: 1, remaining: 1 }, 'UTC')).toContain(
    '1 of 1 scene render revision left',
  );
});

test('N40: the limits that a top-up raises tell how far they are used', () => {
  const feature = { topUp: 0, remaining: null, resetsAt: '2026-12-01T00:00:00.000Z' };
  expect(
    limitTexts({
      features: [
        { ...feature, feature: 'scene_render', used: 12, limit: 1_500 },
        { ...feature, feature: 'scene_render_revision', used: 3, limit: null },
        { ...feature, feature: 'export', used: 1, limit: 10 },
      ],
    }),
  ).toEqual([
    "Scene renders: 12 this month; the plan's limit is 1,500",
    'Scene render revisions: 3 this month, and no limit',
  ]);
});

test('S91: passes are counted in words', () => {
  expect([0, 1, 3].map(passesText)).toEqual([
    'You have no unused pass.',
    'You have 1 unused pass.',
    'You have 3 unused passes.',
  ]);
});

test('a farm that takes no money names the same settings as the API', () => {
  expect(noProviderText).toBe(notConfigured().message);
});

test('an error says what it says, and no answer says what to do', () => {
  expect(failureText({ message: '20 checkouts are open.' })).toBe('20 checkouts are open.');
  expect(failureText({ code: 'CHECKOUT_SESSION_NOT_FOUND', message: 'x' })).toContain('sign in there');
  expect(failureText(null)).toContain('The farm does not answer.');
  for (const strange of [{}, { message: '' }, { message: 7 }]) expect(failureText(strange)).toContain('Try again');
});

test('the browser can have it: nothing is imported that exists at run time', () => {
  for (const file of ['./billing-words.ts', '../price-text.ts']) {
    const source = readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8');
    expect(source).not.toMatch(/^import (?!type )/m);
  }
});

test('S95: what a pass does is told by the project’s name, and that a second one is not used', () => {
  expect(redeemedText({ scenesToRender: 0, alreadyRedeemed: false }, 'Launch')).toBe(
    'The pass is used for “Launch”. Publish it again for a video in 1080p without watermark; its scenes are ready.',
  );
  expect(redeemedText({ scenesToRender: 1, alreadyRedeemed: false }, 'Launch')).toContain(
    '1 scene renders for it at no cost.',
  );
  expect(redeemedText({ scenesToRender: 3, alreadyRedeemed: true }, 'Launch')).toBe(
    '“Launch” has a pass already: no other was used. Publish it again for a video in 1080p without watermark; ' +
      '3 scenes render for it at no cost.',
  );
});
