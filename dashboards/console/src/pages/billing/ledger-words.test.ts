import type { LedgerEntry } from '@reelyard/shared/sdk/operations.gen.ts';
import { expect, test } from 'vitest';
import { actionText, entryTypeNames, entryWords, isEntryType } from './ledger-words.ts';

const wordsOf = (over: Partial<LedgerEntry>) =>
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

test.each<[Partial<LedgerEntry>, string, string, string]>([
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
  [
    { type: 'adjustment', amount: -5, reason: 'a mistake', actor: { type: 'user', id: 'usr_1' } },
    'Corrected',
    'A mistake',
    '−5',
  ],
  [{ type: 'grant', amount: 10, reason: 'welcome' }, 'Given', 'Welcome', '+10'],
  [{ type: 'expiry', amount: -3 }, 'Expired', '', '−3'],
])('N38: %j reads as what it was', (over, what, detail, change) => {
  expect(wordsOf(over)).toMatchObject({ what, detail, change });
});

test('N38: what is left is told of the bucket that moved', () => {
  expect(wordsOf({ source: 'purchased' }).left).toBe('Bought: 1,000 left');
  expect(wordsOf({ source: 'plan' }).left).toBe('Plan: 146 left');
});

test('N38: only what comes in is marked as good', () => {
  expect(wordsOf({ amount: 1 }).tone).toBe('good');
  expect([wordsOf({ amount: 0 }).tone, wordsOf({ amount: -1 }).tone]).toEqual(['plain', 'plain']);
});

test('an action that is not in the price list keeps its name, that of an inherited property too', () => {
  expect(actionText('EXPORT_8K')).toBe('EXPORT_8K');
  expect(isEntryType('toString')).toBe(false);
  expect(Object.keys(entryTypeNames).every(isEntryType)).toBe(true);
});
