import { hexOf, hslOf, type Rgb } from './color-space.ts';

/** Pixels of a picture in rows, four bytes each: red, green, blue, alpha. */
export type RgbaPixels = Uint8Array;

/** The colours that a logo is made of, the one that covers most first, each `#rrggbb`. Empty for a grey logo. */
export type LogoColors = readonly string[];

const hueBinCount = 24;
const hueBinDegrees = 360 / hueBinCount;
const minAlpha = 128;
const minChroma = 40;
/** Below this share of the visible pixels a hue is an edge, not a colour of the logo. */
const minShare = 0.02;
/** A further colour counts where it carries a tenth of the first one's weight. */
const minWeightOfFirst = 0.1;
const maxColors = 4;

interface HueBin {
  readonly index: number;
  weight: number;
  pixels: number;
  red: number;
  green: number;
  blue: number;
}

const binDistance = (a: number, b: number): number => {
  const distance = Math.abs(a - b);
  return Math.min(distance, hueBinCount - distance);
};

const meanOf = (bins: readonly HueBin[]): Rgb => {
  const weight = bins.reduce((sum, bin) => sum + bin.weight, 0);
  const mean = (channel: 'red' | 'green' | 'blue'): number => bins.reduce((sum, bin) => sum + bin[channel], 0) / weight;
  return { red: mean('red'), green: mean('green'), blue: mean('blue') };
};

/**
 * Counts the hues of the visible, coloured pixels; each counts by how strong its colour is, so that a red dot in a
 * grey word is red. Neighbouring hues are one colour (gradients, soft edges).
 */
export const logoColors = (pixels: RgbaPixels): LogoColors => {
  const bins: HueBin[] = Array.from({ length: hueBinCount }, (_, index) => ({
    index,
    weight: 0,
    pixels: 0,
    red: 0,
    green: 0,
    blue: 0,
  }));
  let visible = 0;
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < minAlpha) continue;
    visible += 1;
    const chroma = Math.max(red, green, blue) - Math.min(red, green, blue);
    if (chroma < minChroma) continue;
    const bin = bins[Math.floor(hslOf({ red, green, blue }).hue / hueBinDegrees) % hueBinCount];
    if (bin === undefined) continue;
    bin.weight += chroma;
    bin.pixels += 1;
    bin.red += red * chroma;
    bin.green += green * chroma;
    bin.blue += blue * chroma;
  }
  const ranked = bins.filter((bin) => bin.pixels > 0).sort((a, b) => b.weight - a.weight);
  const chosen: HueBin[] = [];
  for (const bin of ranked) {
    const around = ranked.filter((other) => binDistance(other.index, bin.index) <= 1);
    const share = around.reduce((sum, other) => sum + other.pixels, 0) / visible;
    const isStrong = bin.weight >= minWeightOfFirst * (ranked[0]?.weight ?? 0) && share >= minShare;
    const isNew = chosen.every((other) => binDistance(other.index, bin.index) > 1);
    if (isStrong && isNew && chosen.length < maxColors) chosen.push(bin);
  }
  return chosen.map((bin) => hexOf(meanOf(ranked.filter((other) => binDistance(other.index, bin.index) <= 1))));
};
