import type { PreparedScene } from '@reelyard/shared/scene/prepared-scene.ts';

/** How many frames a barcode can count. */
const bits = 10;

const fixed = (value: number | readonly number[]): object => ({ a: 0, k: value });

/** One white bar whose opacity steps with one bit of the frame's number. */
const bar = (bit: number, frameCount: number, widthPx: number, heightPx: number): object => {
  const barWidth = widthPx / bits;
  const opacity = Array.from({ length: frameCount }, (_, frame) => ({
    t: frame,
    s: [((frame >> bit) & 1) * 100],
    h: 1,
  }));
  return {
    ty: 4,
    ind: bit + 1,
    ip: 0,
    op: frameCount,
    st: 0,
    ks: {
      o: { a: 1, k: opacity },
      p: fixed([barWidth * (bit + 0.5), heightPx / 2, 0]),
      a: fixed([0, 0, 0]),
      s: fixed([100, 100, 100]),
      r: fixed(0),
    },
    shapes: [
      { ty: 'rc', p: fixed([0, 0]), s: fixed([barWidth, heightPx]), r: fixed(0) },
      { ty: 'fl', c: fixed([1, 1, 1, 1]), o: fixed(100) },
    ],
  };
};

/** A scene whose picture spells each frame's number in ten bars, lowest bit at the left, on a blue ground. */
export const barcodeScene = (
  shape: Pick<PreparedScene, 'widthPx' | 'heightPx' | 'fps' | 'frameCount'>,
): PreparedScene => {
  const { widthPx, heightPx, fps, frameCount } = shape;
  const ground = { ty: 1, ind: 99, ip: 0, op: frameCount, st: 0, sw: widthPx, sh: heightPx, sc: '#1040c0', ks: {} };
  const bars = Array.from({ length: bits }, (_, bit) => bar(bit, frameCount, widthPx, heightPx));
  const document = { v: '5.7.0', fr: fps, ip: 0, op: frameCount, w: widthPx, h: heightPx, layers: [...bars, ground] };
  return { ...shape, lottieJson: JSON.stringify(document), groundJson: null, posterFrame: Math.floor(frameCount / 2) };
};

/** The frame's number, read from a decoded picture's luma plane. */
export const readBarcode = (luma: Uint8Array, widthPx: number, heightPx: number): number => {
  const row = Math.floor(heightPx / 2) * widthPx;
  return Array.from({ length: bits }, (_, bit) => bit).reduce(
    (number, bit) => number + ((luma[row + Math.floor(((bit + 0.5) * widthPx) / bits)] ?? 0) > 150 ? 1 << bit : 0),
    0,
  );
};
