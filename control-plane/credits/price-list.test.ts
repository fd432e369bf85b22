import { describe, expect, test } from 'vitest';
import { exportAction, prices } from './price-list.ts';

describe('the price list', () => {
  test('S121: every action costs what the contract says', () => {
    expect(prices).toEqual({
      SCENE_RENDER: 1,
      EXPORT_720P: 1,
      EXPORT_1080P: 2,
      EXPORT_4K: 4,
      STORYBOARD_DRAFT: 1,
      UI_CAPTURE: 1,
    });
  });

  test.each([
    ['720p', 1],
    ['1080p', 2],
    ['4K', 4],
  ] as const)('S121: an export at %s costs %i', (quality, credits) => {
    expect(prices[exportAction(quality)]).toBe(credits);
  });
});
