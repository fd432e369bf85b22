import type { Box } from '@reelyard/shared/contracts/capture.ts';
import sharp from 'sharp';

/** A picture as pixels: red, green, blue, opacity. */
export interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

export const pixelsIn = async (file: string): Promise<Pixels> => {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

export const colorAt = ({ data, width }: Pixels, x: number, y: number): readonly number[] => {
  const at = (Math.round(y) * width + Math.round(x)) * 4;
  return [...data.subarray(at, at + 4)];
};

/** The part of a picture under a box of CSS pixels. */
export const cropOf = ({ data, width }: Pixels, box: Box, scale: number): Pixels => {
  const [left, top] = [Math.round(box.x * scale), Math.round(box.y * scale)];
  const size = { width: Math.round(box.width * scale), height: Math.round(box.height * scale) };
  const rows = Array.from({ length: size.height }, (_, row) => {
    const at = ((top + row) * width + left) * 4;
    return data.subarray(at, at + size.width * 4);
  });
  return { data: Buffer.concat(rows), ...size };
};

/** `front` laid over `back`, both of one size. */
export const laidOver = (front: Pixels, back: Pixels): Pixels => {
  const data = Buffer.from(back.data);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = (front.data[at + 3] ?? 0) / 255;
    for (let part = 0; part < 3; part += 1)
      data[at + part] = Math.round((front.data[at + part] ?? 0) * alpha + (back.data[at + part] ?? 0) * (1 - alpha));
  }
  return { ...back, data };
};

/** How many pixels differ by more than `tolerance` in any colour. */
export const differingPixels = (a: Pixels, b: Pixels, tolerance: number): number => {
  if (a.width !== b.width || a.height !== b.height) return Number.POSITIVE_INFINITY;
  let count = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const isDifferent =
      Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)) > tolerance ||
      Math.abs((a.data[at + 1] ?? 0) - (b.data[at + 1] ?? 0)) > tolerance ||
      Math.abs((a.data[at + 2] ?? 0) - (b.data[at + 2] ?? 0)) > tolerance;
    if (isDifferent) count += 1;
  }
  return count;
};

/** A picture of one colour, of the size of another. */
export const flat = ({ width, height }: Pixels, color: readonly [number, number, number, number]): Pixels => ({
  data: Buffer.alloc(width * height * 4, Buffer.from(color)),
  width,
  height,
});
