import { expect, test } from 'vitest';
import { drawingSize } from './preview-inputs.ts';

const wide = { w: 1_920, h: 1_080 };

test.each([
  [1, 640, 360],
  [360, 640, 360],
  [361, 960, 540],
  [800, 1_920, 1_080],
  [4_000, 1_920, 1_080],
])('a box %d pixels high is drawn at %d × %d', (box, widthPx, heightPx) => {
  expect(drawingSize(wide, box)).toEqual({ widthPx, heightPx });
});

test('a template of another shape keeps it', () => {
  expect(drawingSize({ w: 1_440, h: 1_080 }, 500)).toEqual({ widthPx: 720, heightPx: 540 });
});
