import { chromaOffset, lumaOffset, weights } from './bt709.ts';
import { ditherSize, ditherThreshold } from './dither.ts';
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

/** The dither table holds 8 rows; each repeats its 8 values so that a block of 16 may start at any phase. */
const tableLanes = ditherSize + blockPx;
export const tableRowBytes = tableLanes * 4;
export const tableBytes = ditherSize * tableRowBytes;

const tableOf = (offset: number, bits: number): Int32Array =>
  Int32Array.from({ length: ditherSize * tableLanes }, (_, index) =>
    Math.round((offset + ditherThreshold(index % tableLanes, Math.floor(index / tableLanes))) * 2 ** bits),
  );

/** What is added before the shift: the range's offset and the dither threshold. */
export const lumaTable = (): Int32Array => tableOf(lumaOffset, lumaBits);
export const chromaTable = (): Int32Array => tableOf(chromaOffset, chromaBits);

/** Fixed-point weights; the largest takes the rounding error, so that white is 235 and grey has no colour. */
const fixed = (w: readonly [number, number, number]): [number, number, number] => {
  const rounded = w.map((value) => Math.round(value * 2 ** lumaBits)) as [number, number, number];
  const target = Math.round((w[0] + w[1] + w[2]) * 2 ** lumaBits);
  const largest = w.reduce((best, value, index) => (Math.abs(value) > Math.abs(w[best] ?? 0) ? index : best), 0);
  rounded[largest] = (rounded[largest] ?? 0) + target - (rounded[0] + rounded[1] + rounded[2]);
  return rounded;
};

const parameters = {
  rgba: 0,
  luma: 1,
  widthPx: 2,
  heightPx: 3,
  lumaTable: 4,
  chromaTable: 5,
  firstRow: 6,
  endRow: 7,
} as const;
const counters = {
  x: 8,
  y: 9,
  at: 10,
  chroma: 11,
  lumaDither: 12,
  chromaDither: 13,
  blueAt: 14,
} as const;
/** Red and blue, green and alpha of 16 pixels, summed over both rows: four vectors each. */
const redBlue = [15, 16, 17, 18] as const;
const greenAlpha = [19, 20, 21, 22] as const;
/** Weighed sums of four pixels each; luma first, then each chroma plane. */
const weighedSums = [23, 24, 25, 26] as const;
const temporary = [27, 28, 29] as const;
const four = [0, 1, 2, 3] as const;

const p = (name: keyof typeof parameters): Code => local.get(parameters[name]);
const c = (name: keyof typeof counters): Code => local.get(counters[name]);

/** One dot product gives what red and blue of four pixels add, a second one what green adds. */
const weighed = (w: readonly [number, number, number], rb: Code, ga: Code): Code => {
  const [red, green, blue] = fixed(w);
  return i32x4.add(
    i32x4.dotI16(rb, v128.ofInt16([red, blue, red, blue, red, blue, red, blue])),
    i32x4.dotI16(ga, v128.ofInt16([green, 0, green, 0, green, 0, green, 0])),
  );
};

/** Sixteen pixels of one row: luma is stored; red/blue and green/alpha are kept (row 0) or added (row 1) for chroma. */
const lumaRow = (row: 0 | 1): Code[] => {
  const rgbaAt = row === 0 ? c('at') : i32.add(c('at'), i32.shl(p('widthPx'), i32.const(2)));
  const lumaAt = i32.add(
    i32.add(p('luma'), c('x')),
    i32.mul(row === 0 ? c('y') : i32.add(c('y'), i32.const(1)), p('widthPx')),
  );
  const [pixels, rb, ga] = temporary;
  const dither = (k: number): Code => v128.load(c('lumaDither'), row * tableRowBytes + k * 16);
  const sums = four.flatMap((k) => [
    local.set(pixels, v128.load(rgbaAt, k * 16)),
    local.set(rb, v128.and(local.get(pixels), v128.ofInt16([255, 255, 255, 255, 255, 255, 255, 255]))),
    local.set(ga, i16x8.shrU(local.get(pixels), 8)),
    local.set(
      weighedSums[k],
      i32x4.shrS(i32x4.add(weighed(weights.luma, local.get(rb), local.get(ga)), dither(k)), lumaBits),
    ),
    local.set(redBlue[k], row === 0 ? local.get(rb) : i16x8.add(local.get(redBlue[k]), local.get(rb))),
    local.set(greenAlpha[k], row === 0 ? local.get(ga) : i16x8.add(local.get(greenAlpha[k]), local.get(ga))),
  ]);
  const words = (a: 0 | 2, b: 1 | 3): Code => i16x8.narrowI32(local.get(weighedSums[a]), local.get(weighedSums[b]));
  return [...sums, v128.store(lumaAt, i8x16.narrowI16Unsigned(words(0, 1), words(2, 3)))];
};

/** Eight chroma samples of one plane from the kept sums of 2 × 16 pixels: the mean of each square of four. */
const chromaSamples = (w: readonly [number, number, number], address: Code): Code[] => {
  const sum = (k: 0 | 1 | 2 | 3): Code => local.get(weighedSums[k]);
  const paired = (a: 0 | 2, b: 1 | 3): Code =>
    i32x4.add(i32x4.pick(sum(a), sum(b), [0, 2, 4, 6]), i32x4.pick(sum(a), sum(b), [1, 3, 5, 7]));
  const sample = (a: 0 | 2, b: 1 | 3, half: number): Code =>
    i32x4.shrS(i32x4.add(paired(a, b), v128.load(c('chromaDither'), half * 16)), chromaBits);
  const [words] = temporary;
  return [
    ...four.map((k) => local.set(weighedSums[k], weighed(w, local.get(redBlue[k]), local.get(greenAlpha[k])))),
    local.set(words, i16x8.narrowI32(sample(0, 1, 0), sample(2, 3, 1))),
    v128.storeLow64(address, i8x16.narrowI16Unsigned(local.get(words), local.get(words))),
  ];
};

const tableAt = (table: Code, row: Code, phase: Code): Code =>
  i32.add(
    table,
    i32.add(
      i32.mul(i32.and(row, i32.const(ditherSize - 1)), i32.const(tableRowBytes)),
      i32.shl(i32.and(phase, i32.const(ditherSize - 1)), i32.const(2)),
    ),
  );

const block = (): Code[] => {
  const half = (value: Code): Code => i32.shrU(value, i32.const(1));
  const chromaWidth = half(p('widthPx'));
  const chromaPlaneBytes = i32.mul(chromaWidth, half(p('heightPx')));
  return [
    local.set(
      counters.at,
      i32.add(p('rgba'), i32.shl(i32.add(i32.mul(i32.sub(c('y'), p('firstRow')), p('widthPx')), c('x')), i32.const(2))),
    ),
    local.set(counters.lumaDither, tableAt(p('lumaTable'), c('y'), c('x'))),
    local.set(counters.chromaDither, tableAt(p('chromaTable'), half(c('y')), half(c('x')))),
    local.set(counters.blueAt, i32.add(c('chroma'), i32.add(i32.mul(half(c('y')), chromaWidth), half(c('x'))))),
    ...lumaRow(0),
    ...lumaRow(1),
    ...chromaSamples(weights.blueDifference, c('blueAt')),
    ...chromaSamples(weights.redDifference, i32.add(c('blueAt'), chromaPlaneBytes)),
  ];
};

/**
 * `convert(rgba, luma, widthPx, heightPx, lumaTable, chromaTable, firstRow, endRow)`: addresses in bytes, sides and rows
 * even, width ≥ 16. `rgba` is where row `firstRow` lies, `luma` where the whole frame begins.
 * Two rows at a time, sixteen pixels at a time; the last block of a row starts at width − 16, so a width that is no
 * multiple of 16 has a few pixels converted twice instead of a slow path. y is even, so row y + 1 is the next row of
 * the dither table.
 */
export const kernelModule = (): Uint8Array<ArrayBuffer> => {
  const lastX = i32.sub(p('widthPx'), i32.const(blockPx));
  const nextX = i32.add(c('x'), i32.const(blockPx));
  /** After the last block x becomes widthPx, which ends the loop. */
  const advance = choose(i32.gtU(nextX, lastX), choose(i32.ltU(c('x'), lastX), lastX, p('widthPx')), nextX);
  return assembleModule({
    exportName: 'convert',
    parameterCount: 8,
    locals: [
      ...Object.values(counters).map(() => 'i32' as const),
      ...[...redBlue, ...greenAlpha, ...weighedSums, ...temporary].map(() => 'v128' as const),
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
