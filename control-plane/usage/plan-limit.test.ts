import { expect, test } from 'vitest';
import { monthOf, planLimitReached } from './plan-limit.ts';

test('S106: the 429 names the feature, what is used, when it starts over and where to get more', () => {
  const now = new Date('2026-12-31T23:59:30.500Z');
  const refusal = planLimitReached({
    feature: 'scene_render',
    limit: 30,
    topUp: 10,
    used: 38,
    requested: 4,
    now,
    topUpUrl: 'https://farm.test/billing',
  });
  expect([refusal.kind, refusal.code, refusal.headers]).toEqual([
    'too_many_requests',
    'PLAN_LIMIT_REACHED',
    { 'retry-after': '30' },
  ]);
  expect(refusal.body).toEqual({
    feature: 'scene_render',
    limit: 40,
    topUp: 10,
    used: 38,
    requested: 4,
    resetsAt: '2027-01-01T00:00:00.000Z',
    topUpUrl: 'https://farm.test/billing',
  });
});

test('S120: months are those of UTC', () => {
  expect(monthOf(new Date('2026-11-30T23:59:59.999Z'))).toMatchObject({
    key: '2026-11',
    end: new Date('2026-12-01T00:00:00Z'),
  });
});
