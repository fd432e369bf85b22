import { weights } from './bt709.ts';
import { groundSample } from './i420-kernel.ts';
import { rowMixModule } from './row-mix-kernel.ts';
import { kernelOf, type WasmMemory } from './wasm-module.ts';

/** A small picture of something soft: RGBA, 8 bit, opaque, rows without gaps. */
export interface SoftPicture {
  readonly rgba: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A plane of the large picture and where its rows start. */
interface Plane {
  readonly weights: readonly [number, number, number];
  readonly widthPx: number;
  readonly heightPx: number;
  readonly at: number;
}

const bindRowMix = kernelOf('mix', rowMixModule);
/** Kernels read and write whole vectors: what lies behind the last row must be theirs. */
const spareBytes = 64;

/** Shares are in 1/32768; whole numbers throughout: with floats a 1080p ground took 3.4 ms instead of 3.0. */
const shareBits = 15;

/** The neighbours of every place of a long side on the short side it was enlarged from, and how far it is to the second. */
const placesOn = (longSide: number, shortSide: number): { readonly first: Int32Array; readonly share: Int32Array } => {
  const first = new Int32Array(longSide);
  const share = new Int32Array(longSide);
  for (let place = 0; place < longSide; place += 1) {
    const at = Math.min(Math.max(((place + 0.5) * shortSide) / longSide - 0.5, 0), shortSide - 1);
    first[place] = Math.min(Math.floor(at), Math.max(0, shortSide - 2));
    const beyond = shortSide === 1 ? 0 : at - (first[place] ?? 0);
    share[place] = Math.min(2 ** shareBits - 1, Math.round(beyond * 2 ** shareBits));
  }
  return { first, share };
};

/** [1 2 1] along one direction; the ends keep their value. */
const smooth = (plane: Int32Array, count: number, length: number, stride: number, step: number): void => {
  for (let line = 0; line < count; line += 1) {
    const start = line * stride;
    const end = start + (length - 1) * step;
    let before = plane[start] ?? 0;
    for (let at = start + step; at < end; at += step) {
      const here = plane[at] ?? 0;
      plane[at] = (before + 2 * here + (plane[at + step] ?? 0) + 2) >> 2;
      before = here;
    }
  }
};

/** One plane of the small picture, its 8-bit steps smoothed away twice in both directions. */
const planeOf = ({ rgba, widthPx, heightPx }: SoftPicture, [red, green, blue]: Plane['weights']): Int32Array => {
  const plane = new Int32Array(widthPx * heightPx);
  for (let i = 0; i < plane.length; i += 1) {
    const at = i * 4;
    plane[i] = groundSample(red * (rgba[at] ?? 0) + green * (rgba[at + 1] ?? 0) + blue * (rgba[at + 2] ?? 0));
  }
  for (let pass = 0; pass < 2; pass += 1) {
    smooth(plane, heightPx, widthPx, widthPx, 1);
    smooth(plane, widthPx, heightPx, 1, widthPx);
  }
  return plane;
};

export interface GroundEnlarger {
  /** Null = black. */
  readonly enlarge: (picture: SoftPicture | null) => void;
}

/** Bytes that the planes of a `widthPx` × `heightPx` ground and the work on them take. */
export const groundBytes = (widthPx: number, heightPx: number): number => 3 * widthPx * heightPx + spareBytes;
/** Bytes for the rows of one plane of a small picture, already as long as those of the large one. */
export const stretchedBytes = (widthPx: number, smallHeightPx: number): number =>
  2 * widthPx * smallHeightPx + spareBytes;

/**
 * Enlarges a soft picture to the three planes of 16-bit ground samples that the I420 kernel lays under a frame: along the
 * rows here, between the rows in SIMD. `planesAt` has groundBytes; `rowsAt` has stretchedBytes of the tallest picture.
 */
export const groundEnlarger = (
  memory: WasmMemory,
  place: { readonly planesAt: number; readonly rowsAt: number; readonly maxSmallHeightPx: number },
  widthPx: number,
  heightPx: number,
): GroundEnlarger => {
  const mix = bindRowMix(memory);
  const half = { widthPx: widthPx / 2, heightPx: heightPx / 2 };
  const blueAt = place.planesAt + 2 * widthPx * heightPx;
  const planes: readonly Plane[] = [
    { weights: weights.luma, widthPx, heightPx, at: place.planesAt },
    { weights: weights.blueDifference, ...half, at: blueAt },
    { weights: weights.redDifference, ...half, at: blueAt + 2 * half.widthPx * half.heightPx },
  ];

  const stretchRows = (small: Int32Array, smallWidthPx: number, smallHeightPx: number, longWidthPx: number): void => {
    const { first, share } = placesOn(longWidthPx, smallWidthPx);
    const rows = new Int16Array(memory.buffer, place.rowsAt, longWidthPx * smallHeightPx);
    for (let y = 0; y < smallHeightPx; y += 1) {
      const row = y * smallWidthPx;
      const out = y * longWidthPx;
      for (let x = 0; x < longWidthPx; x += 1) {
        const at = row + (first[x] ?? 0);
        const left = small[at] ?? 0;
        rows[out + x] = left + ((((small[at + 1] ?? 0) - left) * (share[x] ?? 0)) >> shareBits);
      }
    }
  };

  return {
    enlarge: (picture) => {
      if (picture === null) {
        new Uint8Array(memory.buffer, place.planesAt, groundBytes(widthPx, heightPx)).fill(0);
        return;
      }
      if (picture.heightPx > place.maxSmallHeightPx) throw new RangeError('the soft picture is not small');
      for (const plane of planes) {
        stretchRows(planeOf(picture, plane.weights), picture.widthPx, picture.heightPx, plane.widthPx);
        const { first, share } = placesOn(plane.heightPx, picture.heightPx);
        const rowBytes = 2 * plane.widthPx;
        for (let y = 0; y < plane.heightPx; y += 1) {
          const from = place.rowsAt + (first[y] ?? 0) * rowBytes;
          const to = picture.heightPx === 1 ? from : from + rowBytes;
          mix(from, to, plane.at + y * rowBytes, rowBytes, share[y] ?? 0);
        }
      }
    },
  };
};
