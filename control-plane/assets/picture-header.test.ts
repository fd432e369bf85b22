import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pictureHeader } from './picture-header.ts';

const drawing = sharp({ create: { width: 37, height: 21, channels: 3, background: '#3366cc' } });

describe('the header of a picture', () => {
  test('a PNG tells its size', async () => {
    const bytes = await drawing.clone().png().toBuffer();
    expect(pictureHeader(bytes)).toEqual({ mimeType: 'image/png', widthPx: 37, heightPx: 21 });
  });

  test.each([false, true])('a JPEG tells its size (progressive: %s)', async (progressive) => {
    const bytes = await drawing.clone().jpeg({ progressive }).toBuffer();
    expect(pictureHeader(bytes)).toEqual({ mimeType: 'image/jpeg', widthPx: 37, heightPx: 21 });
  });

  test('what is neither, or is cut off before its size, has none', async () => {
    const webp = await drawing.clone().webp().toBuffer();
    const png = await drawing.clone().png().toBuffer();
    const jpeg = await drawing.clone().jpeg().toBuffer();
    const others = [webp, png.subarray(0, 20), jpeg.subarray(0, 12), Buffer.from('<html>'), Buffer.alloc(0)];
    expect(others.map(pictureHeader)).toEqual([null, null, null, null, null]);
  });
});
