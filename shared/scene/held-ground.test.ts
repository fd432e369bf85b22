import { expect, test } from 'vitest';
import { groundFrameOf } from './held-ground.ts';

test.each([24, 25, 30, 50, 60])('at %i fps the ground is at most a tenth of a second old or early', (fps) => {
  for (let index = 0; index < 200; index += 1)
    expect(Math.abs(groundFrameOf(index, fps, 200) - index)).toBeLessThanOrEqual(fps / 20);
});

test('the first and the last frame of a whole number of tenths have their own ground, so that cuts join', () => {
  expect(groundFrameOf(0, 30, 180)).toBe(0);
  expect(groundFrameOf(179, 30, 180)).toBe(179);
});

test('a ground serves several frames that follow each other', () => {
  const grounds = Array.from({ length: 180 }, (_, index) => groundFrameOf(index, 30, 180));
  expect(new Set(grounds).size).toBe(61);
  expect(grounds).toEqual(grounds.toSorted((a, b) => a - b));
});
