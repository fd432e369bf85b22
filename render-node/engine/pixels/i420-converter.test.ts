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

test('the kernel agrees exactly on all but a few samples, so it rounds to the nearest level', () => {
  const random = noise(7);
  const rgba = picture(128, 64, () => [random() * 256, random() * 256, random() * 256]);
  const reference = referenceI420(rgba, 128, 64);
  const differing = convert(rgba, 128, 64).filter((value, index) => value !== reference[index]).length;
  expect(differing / reference.length).toBeLessThan(0.005);
});

test.each([
  ['black', [0, 0, 0], 16],
  ['white', [255, 255, 255], 235],
])('%s becomes the exact end of the limited range, without colour', (_name, rgb, level) => {
  const converted = convert(
    picture(32, 16, () => rgb),
    32,
    16,
  );
  expect([...new Set(converted.subarray(0, 32 * 16))]).toEqual([level]);
  expect([...new Set(converted.subarray(32 * 16))]).toEqual([128]);
});

test.each([
  [32, 16],
  [50, 30],
])('%i × %i: what a picture leaves open shows the ground, in the share that it leaves', (widthPx, heightPx) => {
  const random = noise(widthPx);
  const ground = [40, 90, 200] as const;
  const over = new Uint8Array(widthPx * heightPx * 4);
  const expected = new Uint8Array(over.length);
  for (let at = 0; at < over.length; at += 8) {
    const alpha = [0, 255, Math.floor(random() * 256)][Math.floor(random() * 3)] ?? 0;
    for (const pixel of [at, at + 4]) {
      for (const channel of [0, 1, 2] as const) {
        over[pixel + channel] = Math.floor(random() * (alpha + 1));
        expected[pixel + channel] = Math.round((over[pixel + channel] ?? 0) + (ground[channel] * (255 - alpha)) / 255);
      }
      over[pixel + 3] = alpha;
    }
  }
  const converter = i420Converter(widthPx, heightPx);
  const flat = (rgb: readonly number[]) => ({ rgba: picture(4, 3, () => rgb), widthPx: 4, heightPx: 3 });
  converter.setGround(flat(ground));
  expect(largestDifference(converter.convert(over), referenceI420(expected, widthPx, heightPx))).toBeLessThanOrEqual(1);
  converter.setGround(null);
  expect(largestDifference(converter.convert(over), referenceI420(over, widthPx, heightPx))).toBeLessThanOrEqual(1);
});

test.each([
  [256, 128],
  [250, 126],
])('a small ground is enlarged without steps or shifts to %i × %i', (widthPx, heightPx) => {
  const ramp = (x: number, y: number): number[] => [x * 180 + y * 60, 200 - y * 150, 30 + x * 90].map(Math.round);
  const small = { widthPx: Math.round(widthPx / 8), heightPx: Math.round(heightPx / 8) };
  const converter = i420Converter(widthPx, heightPx);
  converter.setGround({
    ...small,
    rgba: picture(small.widthPx, small.heightPx, (x, y) => ramp((x + 0.5) / small.widthPx, (y + 0.5) / small.heightPx)),
  });
  const enlarged = converter.convert(new Uint8Array(widthPx * heightPx * 4));
  const large = picture(widthPx, heightPx, (x, y) => ramp((x + 0.5) / widthPx, (y + 0.5) / heightPx));
  const reference = referenceI420(large, widthPx, heightPx);
  const inside = (x: number, y: number, edge: number, width: number, height: number): boolean =>
    x >= edge && y >= edge && x < width - edge && y < height - edge;
  for (let y = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1)
      if (inside(x, y, 24, widthPx, heightPx))
        expect(Math.abs((enlarged[y * widthPx + x] ?? 0) - (reference[y * widthPx + x] ?? 999))).toBeLessThanOrEqual(1);
});

test('a ground that is not small is refused', () => {
  const tall = { rgba: new Uint8Array(4 * 5 * 4), widthPx: 4, heightPx: 5 };
  expect(() => i420Converter(32, 16).setGround(tall)).toThrow(RangeError);
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
