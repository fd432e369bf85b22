import { expect, test } from 'vitest';
import { hasFeature, planFeatures, planSlugs, plans, watermarked, withExportPass, withSwitches } from './plan.ts';

test('S122: Free has 10 credits once, Pro 150 a month, Enterprise no limit', () => {
  expect(planSlugs.map((slug) => [plans[slug].allowanceCredits, plans[slug].resetMode])).toEqual([
    [10, 'lifetime'],
    [150, 'monthly'],
    [2_147_483_647, 'unlimited'],
  ]);
});

test('S107: Free is drawn at 720p with the watermark, the others up to 4K without', () => {
  expect(planSlugs.map((slug) => [plans[slug].maxQuality, watermarked(plans[slug], 'live')])).toEqual([
    ['720p', true],
    ['4K', false],
    ['4K', false],
  ]);
});

test('S95: an export pass gives its project 1080p without watermark, and takes nothing from a larger plan', () => {
  expect(planSlugs.map((slug) => withExportPass(plans[slug])).map(({ maxQuality }) => maxQuality)).toEqual([
    '1080p',
    '4K',
    '4K',
  ]);
  expect(watermarked(withExportPass(plans.free), 'live')).toBe(false);
  expect(watermarked(withExportPass(plans.free), 'test')).toBe(true);
});

test('S108: a test key is drawn with the watermark on every plan', () => {
  expect(planSlugs.every((slug) => watermarked(plans[slug], 'test'))).toBe(true);
});

test('S109/N43: Free has none of the features, Pro and Enterprise have all, test keys are not gated', () => {
  for (const feature of planFeatures) {
    expect(hasFeature(plans.free, feature, 'live')).toBe(false);
    expect(hasFeature(plans.free, feature, 'test')).toBe(true);
    expect(hasFeature(plans.pro, feature, 'live')).toBe(true);
    expect(hasFeature(plans.enterprise, feature, 'live')).toBe(true);
  }
});

test('S109: a feature is switched for a plan and then for an account; what nobody switched stays', () => {
  const off = { feature: 'export_4k', enabled: false } as const;
  const on = { feature: 'export_4k', enabled: true } as const;
  expect(withSwitches(plans.pro, [off]).features).toEqual(['mcp_capture', 'mcp_browse', 'storyboard_draft']);
  expect(withSwitches(plans.pro, [off, on]).features).toEqual(planFeatures);
  expect(withSwitches(plans.free, [on]).features).toEqual(['export_4k']);
  expect(withSwitches(plans.free, []).features).toEqual([]);
});

test('S120/N48: concurrent exports are 1, 10 and 50', () => {
  expect(planSlugs.map((slug) => plans[slug].exportConcurrency)).toEqual([1, 10, 50]);
});
