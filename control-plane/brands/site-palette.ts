import type { ResultOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { contrastRatio, hslOf, rgbOf } from './color-space.ts';

type SiteColor = ResultOf<'brand.read'>['colors'][number];

/** How much a place where a colour is worn says that it is the brand's: a button's more than a paragraph's. */
const weightOfWorn: Record<SiteColor['worn'], number> = {
  themeColor: 5,
  button: 4,
  accent: 3,
  logo: 3,
  link: 2,
  heading: 1.5,
  background: 0.5,
  text: 0.25,
};

/** WCAG 2.2, 1.4.11: what a control or a picture must reach against what lies next to it to be made out. */
const graphicContrast = 3;
/** Two colours of one hue closer than this are shades of one. */
const minHueDegrees = 24;
const minShadeContrast = 1.5;
/** Between the strongest and the weakest channel; below this a colour is a grey: it dresses the page and is no brand's. */
const minChroma = 38;

/** Strong enough to be told from a grey. Not by saturation: nearly black text counts as saturated. */
const isColored = (hex: string): boolean => {
  const { red, green, blue } = rgbOf(hex);
  return Math.max(red, green, blue) - Math.min(red, green, blue) >= minChroma;
};

const hueDistance = (a: string, b: string): number => {
  const distance = Math.abs(hslOf(rgbOf(a)).hue - hslOf(rgbOf(b)).hue);
  return Math.min(distance, 360 - distance);
};

/** True where the two can be told apart side by side: by their hue, or by how light they are. */
const isDistinct = (a: string, b: string): boolean =>
  hueDistance(a, b) >= minHueDegrees || contrastRatio(a, b) >= minShadeContrast;

/** The ground that the page is shown on: what covers most of it. */
const groundOf = (colors: readonly SiteColor[]): string =>
  colors.filter(({ worn }) => worn === 'background').sort((a, b) => b.share - a.share)[0]?.hex ?? '#ffffff';

interface Ranked {
  readonly hex: string;
  readonly score: number;
}

const maxColors = 6;

/**
 * N12: the colours of a website, the brand's own first. A colour counts by where it is worn and how much of the page it
 * takes; one that cannot be made out on the page's own ground (WCAG 3:1) counts half: it is a tint there and would be
 * one in a video. Greys come in only where the site has nothing else.
 */
export const sitePalette = (colors: readonly SiteColor[]): string[] => {
  const ground = groundOf(colors);
  const scores = new Map<string, number>();
  for (const { hex, share, worn } of colors) {
    const isSeen = contrastRatio(hex, ground) >= graphicContrast;
    // The root: a small button says more of a brand than a large field of the same colour says more than it.
    const score = weightOfWorn[worn] * Math.sqrt(share + 0.01) * (isSeen ? 1 : 0.5);
    scores.set(hex, (scores.get(hex) ?? 0) + score);
  }
  const ranked: Ranked[] = [...scores]
    .map(([hex, score]) => ({ hex, score }))
    .sort((a, b) => b.score - a.score || (a.hex < b.hex ? -1 : 1));
  const colored = ranked.filter(({ hex }) => isColored(hex));
  const greys = ranked.filter(({ hex }) => !isColored(hex) && contrastRatio(hex, ground) >= graphicContrast);
  const chosen: string[] = [];
  for (const { hex } of colored.length > 0 ? colored : greys) {
    if (chosen.length < maxColors && chosen.every((other) => isDistinct(other, hex))) chosen.push(hex);
  }
  return chosen;
};
