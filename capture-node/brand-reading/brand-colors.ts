import type { ResultOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { differenceCiede2000, formatHex, parse, type Rgb, rgb } from 'culori';

export type BrandColor = ResultOf<'brand.read'>['colors'][number];

/** A colour as it was seen: any CSS colour, what wore it, and how much of that kind it was. */
export interface SeenColor {
  readonly css: string;
  readonly worn: BrandColor['worn'];
  readonly weight: number;
}

const distance = differenceCiede2000();
/** Closer than this the eye takes two colours for one. */
const sameColor = 3;
const leastAlpha = 0.6;
const perWorn = 6;

const readable = (css: string): Rgb | null => {
  const color = css.length > 80 ? undefined : parse(css);
  if (color === undefined || (color.alpha ?? 1) < leastAlpha) return null;
  const plain = rgb(color);
  return [plain.r, plain.g, plain.b].every(Number.isFinite)
    ? { mode: 'rgb', r: plain.r, g: plain.g, b: plain.b }
    : null;
};

interface Pot {
  readonly color: Rgb;
  readonly worn: BrandColor['worn'];
  weight: number;
}

/**
 * RULE (N12): colours by what wears them, each with its share among the colours that are worn the same way, most worn
 * first. Shades that the eye cannot tell apart are one.
 */
export const brandColors = (seen: readonly SeenColor[]): BrandColor[] => {
  const pots: Pot[] = [];
  const known = new Map<string, Rgb | null>();
  for (const { css, worn, weight } of seen) {
    if (!known.has(css)) known.set(css, readable(css));
    const color = known.get(css);
    if (color === null || color === undefined || !(weight > 0)) continue;
    const pot = pots.find((other) => other.worn === worn && distance(other.color, color) < sameColor);
    if (pot === undefined) pots.push({ color, worn, weight });
    else pot.weight += weight;
  }
  const totals = new Map<string, number>();
  for (const { worn, weight } of pots) totals.set(worn, (totals.get(worn) ?? 0) + weight);
  const order: readonly BrandColor['worn'][] = [
    'themeColor',
    'logo',
    'button',
    'accent',
    'link',
    'heading',
    'background',
    'text',
  ];
  return order.flatMap((worn) =>
    pots
      .filter((pot) => pot.worn === worn)
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, perWorn)
      .map(({ color, weight }) => ({
        hex: formatHex(color).slice(0, 7),
        share: Math.round((weight / (totals.get(worn) ?? 1)) * 1_000) / 1_000,
        worn,
      })),
  );
};
