import { expect, it } from 'vitest';
import { cssOf, picturesFor, pixelsOf } from './picture-groups.ts';

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

it('takes parts that do not touch together, and those that do apart', () => {
  expect(picturesFor([box(0, 0, 10, 10), box(20, 0, 10, 10), box(5, 5, 10, 10), box(6, 6, 3, 3)])).toEqual([
    [0, 1],
    [2],
    [3],
  ]);
  expect(picturesFor([])).toEqual([]);
});

it('counts every pixel that a box touches, and none beyond the picture', () => {
  const picture = { widthPx: 200, heightPx: 100 };
  expect(pixelsOf(box(10.3, 5, 20, 10), 2, picture)).toEqual({ left: 20, top: 10, width: 41, height: 20 });
  expect(pixelsOf(box(-5, -5, 500, 500), 2, picture)).toEqual({ left: 0, top: 0, width: 200, height: 100 });
});

it('takes rounding for rounding', () => {
  expect(pixelsOf(box(10.004, 5, 20, 10), 2, { widthPx: 200, heightPx: 100 })).toMatchObject({ left: 20, width: 40 });
});

it('goes back to the page’s pixels exactly', () => {
  expect(cssOf({ left: 21, top: 10, width: 40, height: 21 }, 2)).toEqual({ x: 10.5, y: 5, width: 20, height: 10.5 });
});
