import { describe, expect, test } from 'vitest';
import { plans } from '../plans/plan.ts';
import { decideQuality } from './quality-cap.ts';

const granted = (quality: string, requestedQuality = quality) =>
  expect.objectContaining({ kind: 'granted', quality, requestedQuality });

describe('quality', () => {
  test('N28: omitted on Free it is clamped with a warning, never refused', () => {
    const decision = decideQuality(undefined, plans.free, 'live');
    expect(decision).toEqual(granted('720p', '1080p'));
    expect(decision).toMatchObject({ warning: { code: 'QUALITY_DOWNGRADED' } });
  });

  test('N28: asked for above the plan it is refused', () => {
    expect(decideQuality('1080p', plans.free, 'live')).toMatchObject({ kind: 'refused', code: 'QUALITY_NOT_IN_PLAN' });
  });

  test('S109: 4K without its feature is refused with the name of the feature', () => {
    const decision = decideQuality('4K', { ...plans.pro, features: [] }, 'live');
    expect(decision).toMatchObject({ kind: 'refused', code: 'FEATURE_NOT_IN_PLAN' });
    expect(decision).toHaveProperty('message', expect.stringContaining('export_4k'));
    expect(decideQuality('4K', plans.pro, 'live')).toEqual(granted('4K'));
  });

  test('S49: the default is 1080p', () => {
    expect(decideQuality(undefined, plans.pro, 'live')).toMatchObject({ quality: '1080p', warning: null });
  });

  test.each([undefined, '1080p', '4K'] as const)(
    'S108: a test key that asks for %s gets 720p and is told so',
    (asked) => {
      const decision = decideQuality(asked, plans.enterprise, 'test');
      expect(decision).toEqual(granted('720p', asked ?? '1080p'));
      expect(decision).toMatchObject({ warning: { code: 'QUALITY_DOWNGRADED' } });
    },
  );

  test('S108: a test key that asks for 720p gets it without a word', () => {
    expect(decideQuality('720p', plans.free, 'test')).toMatchObject({ quality: '720p', warning: null });
  });
});
