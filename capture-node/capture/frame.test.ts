import { expect, it } from 'vitest';
import { bottomOf, rightOf } from './component-box.ts';
import { frameOf, maxPicturePixels } from './frame.ts';

const page = { width: 1440, height: 3_000, scrollX: 0, scrollY: 500, screenWidth: 1440, screenHeight: 900 };
const slot = { kind: 'components', minComponents: 1, maxComponents: 4, widthPx: 1440, heightPx: 900 } as const;
const request = { frame: 'auto', slot, targetFill: 0.7, autoSelect: true } as const;
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

it('S70: frames the selected part so that it fills targetFill of the slot’s shape', () => {
  const part = box(300, 1_000, 700, 300);
  const frame = frameOf(request, page, [part], []);
  expect(frame.width).toBeCloseTo(700 / 0.7, 0);
  expect(frame.width / frame.height).toBeCloseTo(1.6, 2);
  expect(Math.abs(frame.x + frame.width / 2 - 650)).toBeLessThanOrEqual(1);
  expect(frame.scale).toBe(2);
});

it('S70: gives a part more room the less targetFill asks for', () => {
  const part = box(300, 1_000, 500, 300);
  const [tight, loose] = [0.95, 0.4].map((targetFill) => frameOf({ ...request, targetFill }, page, [part], []));
  expect(tight?.width).toBeLessThan(loose?.width ?? 0);
});

it.each([
  ['at the page’s corners', [box(0, 0, 200, 100), box(1_240, 2_900, 200, 100)]],
  ['higher than the slot’s shape', [box(300, 200, 600, 1_700)]],
  ['wider than the page’s middle', [box(0, 1_000, 1_440, 80)]],
  ['at the end of the page', [box(900, 2_950, 400, 50)]],
  ['smaller than a button', [box(700, 700, 30, 14)]],
])('S70: never cuts a selected part: %s', (_, parts) => {
  for (const targetFill of [0.3, 0.7, 0.95]) {
    const frame = frameOf({ ...request, targetFill }, page, parts, parts);
    for (const part of parts) {
      expect(frame.x).toBeLessThanOrEqual(part.x);
      expect(frame.y).toBeLessThanOrEqual(part.y);
      expect(rightOf(frame)).toBeGreaterThanOrEqual(rightOf(part));
      expect(bottomOf(frame)).toBeGreaterThanOrEqual(bottomOf(part));
    }
    expect(rightOf(frame)).toBeLessThanOrEqual(page.width);
    expect(bottomOf(frame)).toBeLessThanOrEqual(page.height);
  }
});

it('S70: blows nothing up beyond its pixels: half of the slot’s width is the least', () => {
  expect(frameOf(request, page, [box(700, 700, 60, 30)], []).width).toBe(720);
});

it('S70: shows the page’s whole width rather than most of it', () => {
  expect(frameOf(request, page, [box(200, 700, 950, 300)], []).width).toBe(1440);
});

it('S70: current is the window as it is scrolled', () => {
  expect(frameOf({ ...request, frame: 'current' }, page, [], [])).toEqual({
    mode: 'current',
    x: 0,
    y: 500,
    width: 1440,
    height: 900,
    scrollY: 500,
    scale: 2,
  });
});

it('S70: full is the whole page, and its scale falls only where the picture would pass the cap', () => {
  expect(frameOf({ ...request, frame: 'full' }, page, [], [])).toMatchObject({ height: 3_000, scale: 2 });
  const long = frameOf({ ...request, frame: 'full' }, { ...page, height: 12_000 }, [], []);
  expect(long.height).toBe(12_000);
  expect(long.scale).toBeLessThan(2);
  expect(long.width * long.height * long.scale ** 2).toBeLessThanOrEqual(maxPicturePixels);
});

it('S70: cuts a page off where its text could no longer be read', () => {
  const endless = frameOf({ ...request, frame: 'full' }, { ...page, height: 900_000 }, [], []);
  expect(endless.scale).toBe(1);
  expect(endless.width * endless.height).toBeLessThanOrEqual(maxPicturePixels);
});

it('S70: without a selection shows what there is to choose from, or the first screen', () => {
  const candidates = [box(100, 1_500, 300, 200)];
  expect(frameOf({ ...request, autoSelect: false }, page, [], candidates)).toMatchObject({ y: 0, height: 1_732 });
  expect(frameOf(request, page, [], candidates)).toMatchObject({ y: 0, height: 900 });
});
