import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { composeImage } from './compose-image.ts';

const flat = (color: string, width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();
const at = async (picture: Buffer, left: number, top: number): Promise<number[]> => [
  ...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
];
const red = [255, 0, 0];
const blue = [0, 0, 255];
const white = [255, 255, 255];

describe('pictures laid over each other', () => {
  test('each patch lies where it is told, later ones on top, and the size stays', async () => {
    const base = await flat('#ffffff', 20, 10);
    const patches = [
      { bytes: await flat('#ff0000', 4, 4), leftPx: 2, topPx: 2 },
      { bytes: await flat('#0000ff', 2, 2), leftPx: 4, topPx: 4 },
    ];
    const { body, widthPx, heightPx } = await composeImage(base, patches);
    expect([widthPx, heightPx]).toEqual([20, 10]);
    expect(await Promise.all([at(body, 2, 2), at(body, 5, 5), at(body, 6, 6), at(body, 1, 2)])).toEqual([
      red,
      blue,
      white,
      white,
    ]);
  });

  test('what sticks out is cut off, and what lies outside is left out', async () => {
    const patch = await flat('#ff0000', 6, 6);
    const { body } = await composeImage(await flat('#ffffff', 10, 10), [
      { bytes: patch, leftPx: -3, topPx: -3 },
      { bytes: patch, leftPx: 8, topPx: 8 },
      { bytes: patch, leftPx: 10, topPx: 0 },
      { bytes: patch, leftPx: -6, topPx: 0 },
    ]);
    expect(await Promise.all([at(body, 0, 0), at(body, 2, 2), at(body, 3, 3), at(body, 9, 9), at(body, 9, 0)])).toEqual(
      [red, red, white, red, white],
    );
  });
});
