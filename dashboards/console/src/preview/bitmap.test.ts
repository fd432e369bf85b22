import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { bitmapOf } from './bitmap.ts';

test('Skia reads back the very pixels, clear ones included', async () => {
  const pixels = Uint8Array.from([
    255, 0, 0, 255, 0, 128, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0, 9, 8, 7, 255, 1, 2, 3, 255,
  ]);
  const image = await loadImage(new Uint8Array(bitmapOf(pixels, 3, 2)));
  expect([image.width, image.height]).toEqual([3, 2]);
  const context = createCanvas(3, 2).getContext('2d');
  context.drawImage(image, 0, 0);
  expect([...context.getImageData(0, 0, 3, 2).data]).toEqual([...pixels]);
});
