import { pixelSizes } from '@reelyard/shared/contracts/render-format.ts';
import { expect, test } from 'vitest';
import { rungFor } from './ladder.ts';

test.each([
  [1280, 720, 30, '3.1'],
  [1920, 1080, 30, '4.0'],
  [1920, 1080, 60, '4.2'],
  [3840, 2160, 30, '5.1'],
  [3840, 2160, 60, '5.2'],
])('%i × %i at %i fps is H.264 level %s', (widthPx, heightPx, fps, level) => {
  expect(rungFor(widthPx, heightPx, fps, 'h264').h264Level).toBe(level);
});

test('N8: every size of the contract has a rung; more pixels never get less room', () => {
  for (const sizes of Object.values(pixelSizes)) {
    const peaks = Object.values(sizes).map(
      ({ widthPx, heightPx }) => rungFor(widthPx, heightPx, 30, 'h264').maxBitrateKbps,
    );
    expect(peaks).toEqual(peaks.toSorted((a, b) => a - b));
  }
});

test('keyframes are four seconds apart at any rate', () => {
  expect(rungFor(1920, 1080, 30, 'h264').keyframeIntervalFrames).toBe(120);
  expect(rungFor(1920, 1080, 25, 'h264').keyframeIntervalFrames).toBe(100);
});

test('a size beyond level 5.2 is refused', () => {
  expect(() => rungFor(7680, 4320, 60, 'h264')).toThrow(RangeError);
});
