import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImageBinding } from '@reelyard/shared/templates/template.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeImage } from './place-image.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'place-image-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const box: ImageBinding = {
  name: 'logo',
  layer: 'logo',
  width: 200,
  height: 100,
  fit: 'contain',
  radius: 0,
  gravity: 'center',
  ground: 'base',
};

/** Writes a logo: a bar of `color` in the middle of a clear picture. */
const logo = async (color: string): Promise<string> => {
  const path = join(folder, `logo-${color.slice(1)}.png`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><rect x="20" y="20" width="360" height="60" fill="${color}"/></svg>`;
  await writeFile(path, await sharp(Buffer.from(svg)).png().toBuffer());
  return path;
};

const photo = async (): Promise<string> => {
  const path = join(folder, 'photo.jpg');
  await writeFile(
    path,
    await sharp({ create: { width: 400, height: 300, channels: 3, background: '#aa5533' } })
      .jpeg()
      .toBuffer(),
  );
  return path;
};

const decode = async (uri: string) => {
  const { data, info } = await sharp(Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number[] => [
    ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
  ];
  return { at, width: info.width, height: info.height };
};

describe('placeImage', () => {
  it('fills the box in pixels of the video and never stretches', async () => {
    const placed = await decode(await placeImage(await logo('#ff0000'), box, 2, '#101020'));
    expect([placed.width, placed.height]).toEqual([400, 200]);
    expect(placed.at(200, 100)).toEqual([255, 0, 0, 255]);
    expect(placed.at(200, 4)[3]).toBe(0);
  });

  it('puts a logo that would vanish on a plate, and leaves one that is seen alone', async () => {
    const vanishing = await decode(await placeImage(await logo('#141428'), box, 1, '#101020'));
    const seen = await decode(await placeImage(await logo('#f0f0ff'), box, 1, '#101020'));
    expect(vanishing.at(100, 32)).toEqual([255, 255, 255, 255]);
    expect(seen.at(100, 28)[3]).toBe(0);
  });

  it('takes the variant of a logo that would vanish, and leaves one that is seen as it is', async () => {
    const [dark, light] = [await logo('#141428'), await logo('#f0f0ff')];
    const swapped = await decode(await placeImage(dark, box, 1, '#101020', light));
    expect(swapped.at(100, 50)).toEqual([240, 240, 255, 255]);
    expect(swapped.at(100, 28)[3]).toBe(0);
    const kept = await decode(await placeImage(dark, box, 1, '#f5f5f8', light));
    expect(kept.at(100, 50)).toEqual([20, 20, 40, 255]);
  });

  it('puts the logo itself on a plate where its variant would vanish too', async () => {
    const placed = await decode(await placeImage(await logo('#141428'), box, 1, '#101020', await logo('#101018')));
    expect(placed.at(100, 32)).toEqual([255, 255, 255, 255]);
    expect(placed.at(100, 50)).toEqual([20, 20, 40, 255]);
  });

  it('gives a white logo on a light ground a dark plate', async () => {
    const placed = await decode(await placeImage(await logo('#ffffff'), box, 1, '#f5f5f8'));
    expect(placed.at(100, 32)).toEqual([21, 22, 26, 255]);
  });

  it('rounds a portrait and covers the circle', async () => {
    const portrait: ImageBinding = { ...box, width: 100, height: 100, fit: 'cover', radius: 50, ground: null };
    const placed = await decode(await placeImage(await photo(), portrait, 1, null));
    expect(placed.at(0, 0)[3]).toBe(0);
    expect(placed.at(50, 50)[3]).toBe(255);
    expect(placed.at(50, 1)[3]).toBe(255);
  });

  it('shows a logo that stands in for a portrait whole, on a plate', async () => {
    const portrait: ImageBinding = { ...box, width: 100, height: 100, fit: 'cover', radius: 50, ground: null };
    const placed = await decode(await placeImage(await logo('#1463ff'), portrait, 1, null));
    expect(placed.at(50, 10)).toEqual([255, 255, 255, 255]);
    expect(placed.at(50, 50)).toEqual([20, 99, 255, 255]);
  });

  it('rejects what is no picture', async () => {
    const path = join(folder, 'text.png');
    await writeFile(path, 'not a picture');
    await expect(placeImage(path, box, 1, null)).rejects.toThrow();
  });
});
