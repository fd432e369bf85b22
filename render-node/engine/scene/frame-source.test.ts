import type { PreparedScene } from '@reelyard/shared/scene/prepared-scene.ts';
import { getTemplate } from '@reelyard/shared/templates/catalog.ts';
import { beforeAll, expect, test } from 'vitest';
import { referenceI420 } from '../pixels/i420-reference.ts';
import { barcodeScene, readBarcode } from '../test/barcode-scene.ts';
import { sampleValues } from '../test/sample-values.ts';
import { frameSource } from './frame-source.ts';
import { prepareScene } from './prepare-scene.ts';
import { skottieBackend } from './skottie-backend.ts';

const widthPx = 640;
const heightPx = 360;
const template = getTemplate('product-window', 1);

let scene: PreparedScene;
beforeAll(async () => {
  const values = sampleValues(template.manifest);
  scene = await prepareScene({ template, values, images: {}, widthPx, heightPx, fps: 30, watermark: true });
});

test.each([0, 47, 90, 179])('frame %i over its enlarged ground is what Skia draws at full size', (index) => {
  const frames = frameSource(skottieBackend());
  frames.open(scene);
  const drawn = frames.i420(index).slice();
  const reference = referenceI420(frames.still(index).rgba(), widthPx, heightPx);
  const apart = Array.from(drawn, (value, at) => Math.abs(value - (reference[at] ?? 999)));
  // Anti-aliased edges round twice, and the enlarged ground is smoother than eight bits are.
  expect(Math.max(...new Set(apart))).toBeLessThanOrEqual(4);
  expect(apart.reduce((sum, value) => sum + value, 0) / apart.length).toBeLessThan(0.4);
});

test('a frame does not depend on the frames drawn before it', () => {
  const [once, after] = [frameSource(skottieBackend()), frameSource(skottieBackend())];
  once.open(scene);
  after.open(scene);
  for (const index of [12, 170, 91]) after.i420(index);
  expect(after.i420(90)).toEqual(once.i420(90));
});

test('a scene without a ground stands on black, also after one that had a ground', () => {
  const frames = frameSource(skottieBackend());
  frames.open(scene);
  frames.i420(0);
  const empty = JSON.stringify({ v: '5.7.0', fr: 30, ip: 0, op: 180, w: widthPx, h: heightPx, layers: [] });
  frames.open({ ...scene, lottieJson: empty, groundJson: null });
  expect(new Set(frames.i420(0).subarray(0, widthPx * heightPx))).toEqual(new Set([16]));
});

test('a scene of another size, and the next number of a scene, are drawn at once', () => {
  const frames = frameSource(skottieBackend());
  frames.open(scene);
  frames.i420(0);
  frames.open(barcodeScene({ widthPx: 320, heightPx: 180, fps: 30, frameCount: 200 }));
  for (const index of [0, 77, 78]) expect(readBarcode(frames.i420(index), 320, 180)).toBe(index);
});

test('a scene that cannot be opened leaves none open', () => {
  const frames = frameSource(skottieBackend());
  frames.open(scene);
  expect(() => frames.open({ ...scene, groundJson: '{' })).toThrow(/could not be opened/);
  expect(() => frames.i420(0)).toThrow('no scene is open');
});
