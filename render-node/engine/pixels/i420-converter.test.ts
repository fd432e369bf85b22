import { expect, test } from 'vitest';
import { i420Converter } from './i420-converter.ts';
import { referenceI420 } from './i420-reference.ts';

/** Park–Miller: the same picture on every run. */
const noise = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

const picture = (widthPx: number, heightPx: number, rgb: (x: number, y: number) => readonly number[]): Uint8Array => {
  const rgba = new Uint8Array(widthPx * heightPx * 4).fill(255);
  for (let i = 0; i < widthPx * heightPx; i += 1) rgba.set(rgb(i % widthPx, Math.floor(i / widthPx)), i * 4);
  return rgba;
};

const convert = (rgba: Uint8Array, widthPx: number, heightPx: number): Uint8Array =>
  i420Converter(widthPx, heightPx).convert(rgba);

const largestDifference = (a: Uint8Array, b: Uint8Array): number =>
  a.reduce((largest, value, index) => Math.max(largest, Math.abs(value - (b[index] ?? -999))), 0);

test.each([
  [16, 2],
  [18, 4],
  [64, 36],
  [50, 30],
  [94, 22],
])('%i × %i: the kernel agrees with plain arithmetic within one level', (widthPx, heightPx) => {
  const random = noise(widthPx * heightPx);
  const rgba = picture(widthPx, heightPx, () => [random() * 256, random() * 256, random() * 256]);
  const converted = convert(rgba, widthPx, heightPx);
  expect(converted.length).toBe((widthPx * heightPx * 3) / 2);
  expect(largestDifference(converted, referenceI420(rgba, widthPx, heightPx))).toBeLessThanOrEqual(1);
});

test('the kernel agrees exactly on all but a few samples, so it dithers with the same pattern', () => {
  const random = noise(7);
  const rgba = picture(128, 64, () => [random() * 256, random() * 256, random() * 256]);
  const reference = referenceI420(rgba, 128, 64);
  const differing = convert(rgba, 128, 64).filter((value, index) => value !== reference[index]).length;
  expect(differing / reference.length).toBeLessThan(0.005);
});

test.each([
  ['black', [0, 0, 0], 16],
  ['white', [255, 255, 255], 235],
])('%s becomes the exact end of the limited range, without dither and without colour', (_name, rgb, level) => {
  const converted = convert(
    picture(32, 16, () => rgb),
    32,
    16,
  );
  expect([...new Set(converted.subarray(0, 32 * 16))]).toEqual([level]);
  expect([...new Set(converted.subarray(32 * 16))]).toEqual([128]);
});

test('a flat dark tone between two levels keeps its mean, so a gradient has no contour lines', () => {
  const converted = convert(
    picture(32, 16, () => [20, 20, 20]),
    32,
    16,
  );
  const luma = [...converted.subarray(0, 32 * 16)];
  const mean = luma.reduce((sum, value) => sum + value, 0) / luma.length;
  expect(mean).toBeCloseTo(16 + (20 * 219) / 255, 1);
  expect(new Set(luma)).toEqual(new Set([33, 34]));
});

test('a picture of another size is refused', () => {
  expect(() => i420Converter(32, 16).convert(new Uint8Array(32 * 16 * 4 - 1))).toThrow(RangeError);
});

test.each([
  [15, 10],
  [17, 10],
  [32, 9],
  [8, 8],
])('a frame of %i × %i is refused', (widthPx, heightPx) => {
  expect(() => i420Converter(widthPx, heightPx)).toThrow(RangeError);
});
