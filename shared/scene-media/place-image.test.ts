import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type CutPicture, type ImageBox, placeImage } from './place-image.ts';

const box: ImageBox = {
  widthPx: 200,
  heightPx: 100,
  radiusPx: 0,
  fit: 'contain',
  gravity: 'center',
  groundHex: '#101020',
};
const onLight: ImageBox = { ...box, groundHex: '#f5f5f8' };
const portrait: ImageBox = { ...box, widthPx: 100, heightPx: 100, fit: 'cover', radiusPx: 50, groundHex: null };

/** A logo: a bar of `color` in the middle of a clear picture. */
const logo = async (color: string): Promise<Buffer> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><rect x="20" y="20" width="360" height="60" fill="${color}"/></svg>`;
  return await sharp(Buffer.from(svg)).png().toBuffer();
};

const photo = async (): Promise<Buffer> =>
  await sharp({ create: { width: 400, height: 300, channels: 3, background: '#aa5533' } })
    .jpeg()
    .toBuffer();

const decode = async ({ bytes }: CutPicture) => {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number[] => [
    ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
  ];
  return { at, width: info.width, height: info.height };
};

describe('placeImage', () => {
  it('fills the box in pixels of the video and never stretches', async () => {
    const placed = await decode(await placeImage(await logo('#ff0000'), null, { ...box, widthPx: 400, heightPx: 200 }));
    expect([placed.width, placed.height]).toEqual([400, 200]);
    expect(placed.at(200, 100)).toEqual([255, 0, 0, 255]);
    expect(placed.at(200, 4)[3]).toBe(0);
  });

  it('puts a logo that would vanish on a plate, and leaves one that is seen alone', async () => {
    const vanishing = await decode(await placeImage(await logo('#141428'), null, box));
    const seen = await decode(await placeImage(await logo('#f0f0ff'), null, box));
    expect(vanishing.at(100, 32)).toEqual([255, 255, 255, 255]);
    expect(seen.at(100, 28)[3]).toBe(0);
  });

  it('takes the variant of a logo that would vanish, and leaves one that is seen as it is', async () => {
    const [dark, light] = [await logo('#141428'), await logo('#f0f0ff')];
    const swapped = await decode(await placeImage(dark, light, box));
    expect(swapped.at(100, 50)).toEqual([240, 240, 255, 255]);
    expect(swapped.at(100, 28)[3]).toBe(0);
    const kept = await decode(await placeImage(dark, light, onLight));
    expect(kept.at(100, 50)).toEqual([20, 20, 40, 255]);
  });

  it('puts the logo itself on a plate where its variant would vanish too', async () => {
    const placed = await decode(await placeImage(await logo('#141428'), await logo('#101018'), box));
    expect(placed.at(100, 32)).toEqual([255, 255, 255, 255]);
    expect(placed.at(100, 50)).toEqual([20, 20, 40, 255]);
  });

  it('gives a white logo on a light ground a dark plate', async () => {
    const placed = await decode(await placeImage(await logo('#ffffff'), null, onLight));
    expect(placed.at(100, 32)).toEqual([21, 22, 26, 255]);
  });

  it('rounds a portrait and covers the circle', async () => {
    const placed = await decode(await placeImage(await photo(), null, portrait));
    expect(placed.at(0, 0)[3]).toBe(0);
    expect(placed.at(50, 50)[3]).toBe(255);
    expect(placed.at(50, 1)[3]).toBe(255);
  });

  it('shows a logo that stands in for a portrait whole, on a plate', async () => {
    const placed = await decode(await placeImage(await logo('#1463ff'), null, portrait));
    expect(placed.at(50, 10)).toEqual([255, 255, 255, 255]);
    expect(placed.at(50, 50)).toEqual([20, 99, 255, 255]);
  });

  it('rejects what is no picture', async () => {
    await expect(placeImage(Buffer.from('not a picture'), null, box)).rejects.toThrow();
  });
});
