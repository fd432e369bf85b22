import { expect, test } from 'vitest';
import { limitedFeatures, monthlyLimitOf, monthlyLimits } from './feature-limits.ts';

test('S106: every plan limits what the web app makes, Enterprise nothing of it', () => {
  for (const limits of [monthlyLimits.free, monthlyLimits.pro]) {
    expect(Object.values(limits).every((limit) => limit !== null && limit > 0)).toBe(true);
  }
  expect(new Set(Object.values(monthlyLimits.enterprise))).toEqual(new Set([null]));
  expect([...Object.keys(monthlyLimits.free), 'browse_minutes'].sort()).toEqual([...limitedFeatures].sort());
});

test.each([
  [[], 30],
  [[{ feature: 'scene_render', units: 5 }], 5],
  [[{ feature: 'scene_render', units: null }], null],
  [[{ feature: 'export', units: 5 }], 30],
  [
    [
      { feature: 'scene_render', units: 5 },
      { feature: 'scene_render', units: 7 },
    ],
    7,
  ],
])('N43: with the overrides %j a Free account has the limit %s', (overrides, expected) => {
  expect(monthlyLimitOf('free', 'scene_render', overrides)).toBe(expected);
});
