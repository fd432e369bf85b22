import { expect, test } from 'vitest';
import {
  actWords,
  creditsOf,
  creditsText,
  keyState,
  movementWords,
  outcomeText,
  reasonProblem,
} from './account-words.ts';
import type { KeyRecord } from './farm-records.ts';

test.each([
  ['50', 50],
  ['+50', 50],
  ['-1,000', -1_000],
  ['\u2212 5', -5],
  ['0', null],
  ['', null],
  ['1.5', null],
  ['1e3', null],
  ['9999999999', null],
  ['ten', null],
])('S124: %j is %j credits to adjust', (text, credits) => {
  expect(creditsOf(text)).toBe(credits);
});

test('S124: a reason has 3 to 500 characters', () => {
  expect(reasonProblem('  ab ')).toContain('3 characters or more');
  expect(reasonProblem('abc')).toBeNull();
  expect(reasonProblem('a'.repeat(501))).toBe('At most 500 characters; this has 501.');
});

test('N14: a plan without end shows no number', () => {
  expect(creditsText(2_147_483_647)).toBe('Unlimited');
  expect(creditsText(1)).toBe('1 credit');
});

test('S103: a key is revoked, expired or active', () => {
  const now = new Date('2026-11-21T23:00:00.000Z');
  const at = (over: Partial<KeyRecord>) =>
    keyState({ revokedAt: null, expiresAt: null, ...over } as KeyRecord, now).name;
  expect([
    at({}),
    at({ expiresAt: '2026-11-21T23:00:00.000Z' }),
    at({ expiresAt: '2026-11-22T00:00:00.000Z' }),
    at({ revokedAt: '2026-11-01T00:00:00.000Z', expiresAt: '2026-11-02T00:00:00.000Z' }),
  ]).toEqual(['Active', 'Expired', 'Active', 'Revoked']);
});

test('S124: the log of acts says what was done and what came of it', () => {
  expect(actWords({ operation: 'drainNode', outcome: 'REFUSED', code: 'NOT_FOUND' })).toEqual({
    what: 'Drained a node',
    tone: 'bad',
    outcome: 'Refused: NOT_FOUND',
  });
  expect(actWords({ operation: 'newVerb', outcome: 'DONE', code: null }).what).toBe('newVerb');
  expect(outcomeText('UNCHANGED', 'Drained.')).toBe('Nothing was changed: it was so before.');
});

test('S124: a movement tells what it was for, what changed and what is left of that bucket', () => {
  const movement = {
    id: 'led_1',
    createdAt: '2026-11-21T23:00:00.000Z',
    type: 'RESERVE',
    action: 'EXPORT_4K',
    amount: -4,
    heldAmount: 4,
    bucket: 'PLAN',
    planAfter: 146,
    purchasedAfter: 7,
    reason: null,
    actor: null,
  } as const;
  expect(movementWords(movement)).toEqual({
    what: 'Set aside: EXPORT_4K',
    change: '\u22124',
    held: '+4 set aside',
    left: '146 credits of the plan',
  });
  expect(
    movementWords({ ...movement, type: 'PURCHASE', action: null, amount: 7, heldAmount: 0, bucket: 'PURCHASED' }),
  ).toEqual({ what: 'Bought', change: '+7', held: '', left: '7 credits bought' });
});
