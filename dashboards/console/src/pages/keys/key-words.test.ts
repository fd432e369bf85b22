import type { ApiKey } from '@reelyard/shared/sdk/operations.gen.ts';
import { expect, test } from 'vitest';
import { keyWords, monthWords, slotsText } from './key-words.ts';

const keyOf = (over: Partial<ApiKey> = {}): ApiKey => ({
  id: 'key_1',
  name: 'CI',
  environment: 'live',
  prefix: 'svc_live_ab12',
  last4: 'x9Zk',
  status: 'active',
  scopes: ['publish'],
  monthlyCreditCap: null,
  usedThisMonth: 3,
  lastUsedAt: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  createdBy: null,
  expiresAt: null,
  revokedAt: null,
  revokedBy: null,
  replacedSecretEndsAt: null,
  ...over,
});
const at = { now: new Date('2026-11-21T23:00:00.000Z'), timeZone: 'UTC' };

test('N41: a key is told apart by its beginning and its end, and shows no more of its secret', () => {
  expect(keyWords(keyOf(), at)).toEqual({
    status: 'Active',
    tone: 'good',
    shown: 'svc_live_ab12…x9Zk',
    lastUsed: 'Never used',
    end: '',
    use: '3 credits this month, no cap',
    capShare: null,
    overlap: null,
    canChange: true,
  });
});

test.each([
  [{ monthlyCreditCap: 10, usedThisMonth: 4 }, '4 of 10 credits this month', 0.4],
  [{ monthlyCreditCap: 10, usedThisMonth: 40 }, '40 of 10 credits this month', 1],
  [{ monthlyCreditCap: 0, usedThisMonth: 0 }, '0 of 0 credits this month', 1],
  [{ monthlyCreditCap: 1, usedThisMonth: 0 }, '0 of 1 credit this month', 0],
  [{ environment: 'test', monthlyCreditCap: 10 }, 'Spends no credits', null],
] as const)('S98: the use of a key with %j is told against its cap', (over, use, capShare) => {
  expect(keyWords(keyOf(over), at)).toMatchObject({ use, capShare });
});

test.each([
  [{ status: 'expired', expiresAt: '2026-11-20T00:00:00.000Z' }, 'Expired', 'Expired on 20 November 2026'],
  [{ status: 'revoked', revokedAt: '2026-11-19T00:00:00.000Z' }, 'Revoked', 'Revoked on 19 November 2026'],
] as const)('S105: a key that is %j is kept, and cannot be changed', (over, status, end) => {
  expect(keyWords(keyOf(over), at)).toMatchObject({ status, end, canChange: false });
});

test('N41: the secret before a rotation is told of while it is taken, and not after', () => {
  const until = (replacedSecretEndsAt: string) => keyWords(keyOf({ replacedSecretEndsAt }), at).overlap;
  expect(until('2026-11-22T10:00:00.000Z')).toBe('The secret before is taken until 22 Nov 2026, 10:00');
  expect(until('2026-11-21T22:59:59.000Z')).toBeNull();
});

test('S104: only active keys take a place', () => {
  const keys = [keyOf(), keyOf({ status: 'revoked' }), keyOf({ environment: 'test' })];
  expect(slotsText(keys)).toBe('1 of 10 live keys and 1 of 5 test keys are active');
});

test('S99: months have names and units, the largest action first', () => {
  const months = [{ month: '2026-11', credits: 3, byAction: { SCENE_RENDER: 1, EXPORT_1080P: 2 } }];
  expect(monthWords({ months })).toEqual([
    {
      month: '2026-11',
      name: 'November 2026',
      credits: '3 credits',
      byAction: [
        { action: 'EXPORT_1080P', credits: '2 credits' },
        { action: 'SCENE_RENDER', credits: '1 credit' },
      ],
    },
  ]);
});
