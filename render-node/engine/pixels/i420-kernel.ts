import { chromaOffset, lumaOffset, weights } from './bt709.ts';
import {
  assembleModule,
  type Code,
  choose,
  i8x16,
  i16x8,
  i32,
  i32x4,
  local,
  repeatWhile,
  v128,
} from './wasm-assembler.ts';

/** Luma in 1/32768, chroma (a sum of four pixels) in 1/131072: the products stay within 32 bits. */
const lumaBits = 15;
const chromaBits = 17;
const blockPx = 16;

/**
 * What is added before the shift: the range's offset and a half. No dither: 256 RGB levels fall onto 219 luma levels, and
 * an ordered 8 × 8 pattern hid the contour lines of dark gradients in the raw frame, but not in the encoded one. At
 * crf 19 the decoded frames had the same contours with an amplitude of 0, ¼, ½ and 1 level, and the files grew: big claim dark
 * 302, 328, 329, 348 kB; product window dark 252, 287, 301, 375 kB (90 frames at 1080p).
 */
const bias = (offset: number, bits: number): Code =>
  v128.ofInt32(Array.from({ length: 4 }, () => Math.round((offset + 0.5) * 2 ** bits)));

/** Fixed-point weights; the largest takes the rounding error, so that white is 235 and grey has no colour. */
const fixed = (w: readonly [number, number, number]): [number, number, number] => {
  const rounded = w.map((value) => Math.round(value * 2 ** lumaBits)) as [number, number, number];
  const target = Math.round((w[0] + w[1] + w[2]) * 2 ** lumaBits);
  const largest = w.reduce((best, value, index) => (Math.abs(value) > Math.abs(w[best] ?? 0) ? index : best), 0);
  rounded[largest] = (rounded[largest] ?? 0) + target - (rounded[0] + rounded[1] + rounded[2]);
  return rounded;
};

/**
 * A sample of the ground: its distance from black (luma) or grey (chroma) in 1/128.5 of a level, so that openness (0–255)
 * times the sample is a sum of the same scale as the weighed colours. Seven bits below the level: a dark gradient that
 * was enlarged smoothly stays smooth until the one rounding that there is.
 */
export const groundSample = (levels: number): number => Math.round((levels * 2 ** lumaBits) / 255);

const parameters = {
  rgba: 0,
  luma: 1,
  widthPx: 2,
  heightPx: 3,
  firstRow: 4,
  endRow: 5,
  ground: 6,
} as const;
const counters = { x: 7, y: 8, at: 9, chroma: 10, blueAt: 11 } as const;
/** Red and blue, green and openness (255 − alpha) of 16 pixels, summed over both rows: four vectors each. */
const redBlue = [12, 13, 14, 15] as const;
const greenOpen = [16, 17, 18, 19] as const;
/** Weighed sums of four pixels of a row each. */
const weighedSums = [20, 21, 22, 23] as const;
const temporary = [24, 25, 26] as const;
const four = [0, 1, 2, 3] as const;

const p = (name: keyof typeof parameters): Code => local.get(parameters[name]);
const c = (name: keyof typeof counters): Code => local.get(counters[name]);

/** Which four of eight ground samples. */
type Half = 'low' | 'high';
const interleaved: Readonly<Record<Half, readonly number[]>> = {
  low: [0, 8, 1, 9, 2, 10, 3, 11],
  high: [4, 12, 5, 13, 6, 14, 7, 15],
};

/**
 * One dot product gives what red and blue of four pixels (or sums of pixels) add, a second one what green adds and what of
 * the ground shines through.
 */
const weighed = (
  w: readonly [number, number, number],
  redBlueLanes: Code,
  greenOpenLanes: Code,
  ground: Code,
  half: Half,
): Code => {
  const [red, green, blue] = fixed(w);
  const greens = v128.ofInt16([green, green, green, green, green, green, green, green]);
  return i32x4.add(
    i32x4.dotI16(redBlueLanes, v128.ofInt16([red, blue, red, blue, red, blue, red, blue])),
    i32x4.dotI16(greenOpenLanes, i16x8.pick(greens, ground, interleaved[half])),
  );
};

/** Sixteen pixels of one row: luma is stored; red/blue and green/openness are kept (row 0) or added (row 1) for chroma. */
const lumaRow = (row: 0 | 1): Code[] => {
  const rgbaAt = row === 0 ? c('at') : i32.add(c('at'), i32.shl(p('widthPx'), i32.const(2)));
  const sample = i32.add(c('x'), i32.mul(row === 0 ? c('y') : i32.add(c('y'), i32.const(1)), p('widthPx')));
  const lumaAt = i32.add(p('luma'), sample);
  const ground = (k: number): Code =>
    v128.load(i32.add(p('ground'), i32.shl(sample, i32.const(1))), Math.floor(k / 2) * 16);
  const [pixels, rb, go] = temporary;
  const sums = four.flatMap((k) => [
    local.set(pixels, v128.load(rgbaAt, k * 16)),
    local.set(rb, v128.and(local.get(pixels), v128.ofInt16([255, 255, 255, 255, 255, 255, 255, 255]))),
    local.set(go, v128.xor(i16x8.shrU(local.get(pixels), 8), v128.ofInt16([0, 255, 0, 255, 0, 255, 0, 255]))),
    local.set(
      weighedSums[k],
      i32x4.shrS(
        i32x4.add(
          weighed(weights.luma, local.get(rb), local.get(go), ground(k), k % 2 === 0 ? 'low' : 'high'),
          bias(lumaOffset, lumaBits),
        ),
        lumaBits,
      ),
    ),
    local.set(redBlue[k], row === 0 ? local.get(rb) : i16x8.add(local.get(redBlue[k]), local.get(rb))),
    local.set(greenOpen[k], row === 0 ? local.get(go) : i16x8.add(local.get(greenOpen[k]), local.get(go))),
  ]);
  const words = (a: 0 | 2, b: 1 | 3): Code => i16x8.narrowI32(local.get(weighedSums[a]), local.get(weighedSums[b]));
  return [...sums, v128.store(lumaAt, i8x16.narrowI16Unsigned(words(0, 1), words(2, 3)))];
};

/** The kept sums of two rows become sums of squares of four pixels: eight of them in the first two vectors of each. */
const squares = (): Code[] =>
  [redBlue, greenOpen].flatMap((rows) => {
    const neighbours = (a: 0 | 2, b: 1 | 3): Code =>
      i16x8.add(
        i32x4.pick(local.get(rows[a]), local.get(rows[b]), [0, 2, 4, 6]),
        i32x4.pick(local.get(rows[a]), local.get(rows[b]), [1, 3, 5, 7]),
      );
    return [local.set(rows[0], neighbours(0, 1)), local.set(rows[1], neighbours(2, 3))];
  });

/** Eight chroma samples of one plane: the mean of each square. */
const chromaSamples = (w: readonly [number, number, number], address: Code, groundAt: Code): Code[] => {
  const [words, ground] = temporary;
  const sample = (k: 0 | 1, half: Half): Code =>
    i32x4.shrS(
      i32x4.add(
        weighed(w, local.get(redBlue[k]), local.get(greenOpen[k]), local.get(ground), half),
        bias(chromaOffset, chromaBits),
      ),
      chromaBits,
    );
  return [
    local.set(ground, v128.load(groundAt)),
    local.set(words, i16x8.narrowI32(sample(0, 'low'), sample(1, 'high'))),
    v128.storeLow64(address, i8x16.narrowI16Unsigned(local.get(words), local.get(words))),
  ];
};

const block = (): Code[] => {
  const half = (value: Code): Code => i32.shrU(value, i32.const(1));
  const chromaWidth = half(p('widthPx'));
  const redAt = i32.add(c('blueAt'), i32.mul(chromaWidth, half(p('heightPx'))));
  /** The ground has two bytes where the picture has one. */
  const groundOf = (sampleAt: Code): Code => i32.add(p('ground'), i32.shl(i32.sub(sampleAt, p('luma')), i32.const(1)));
  return [
    local.set(
      counters.at,
      i32.add(p('rgba'), i32.shl(i32.add(i32.mul(i32.sub(c('y'), p('firstRow')), p('widthPx')), c('x')), i32.const(2))),
    ),
    local.set(counters.blueAt, i32.add(c('chroma'), i32.add(i32.mul(half(c('y')), chromaWidth), half(c('x'))))),
    ...lumaRow(0),
    ...lumaRow(1),
    ...squares(),
    ...chromaSamples(weights.blueDifference, c('blueAt'), groundOf(c('blueAt'))),
    ...chromaSamples(weights.redDifference, redAt, groundOf(redAt)),
  ];
};

/**
 * `convert(rgba, luma, widthPx, heightPx, firstRow, endRow, ground)`: addresses in bytes, sides
 * and rows even, width ≥ 16. `rgba` is where row `firstRow` lies, `luma` where the whole frame begins, `ground` where
 * three planes of 16-bit samples lie that are laid out like the frame (see groundSample).
 * Two rows at a time, sixteen pixels at a time; the last block of a row starts at width − 16, so a width that is no
 * multiple of 16 has a few pixels converted twice instead of a slow path.
 */
export const kernelModule = (): Uint8Array<ArrayBuffer> => {
  const lastX = i32.sub(p('widthPx'), i32.const(blockPx));
  const nextX = i32.add(c('x'), i32.const(blockPx));
  /** After the last block x becomes widthPx, which ends the loop. */
  const advance = choose(i32.gtU(nextX, lastX), choose(i32.ltU(c('x'), lastX), lastX, p('widthPx')), nextX);
  return assembleModule({
    exportName: 'convert',
    parameterCount: 7,
    locals: [
      ...Object.values(counters).map(() => 'i32' as const),
      ...[...redBlue, ...greenOpen, ...weighedSums, ...temporary].map(() => 'v128' as const),
    ],
    body: [
      local.set(counters.chroma, i32.add(p('luma'), i32.mul(p('widthPx'), p('heightPx')))),
      local.set(counters.y, p('firstRow')),
      repeatWhile(i32.ltU(c('y'), p('endRow')), [
        local.set(counters.x, i32.const(0)),
        repeatWhile(i32.ltU(c('x'), p('widthPx')), [...block(), local.set(counters.x, advance)]),
        local.set(counters.y, i32.add(c('y'), i32.const(2))),
      ]),
    ],
  });
};
