import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';
import type { FontFamily } from '@reelyard/shared/templates/template.ts';

/** A font package of @fontsource: one file per subset and weight, with the code points that each subset is for. */
interface FontPackage {
  readonly name: string;
  readonly weights: readonly number[];
  /** The file that is drawn with where it is not the subset itself (emoji sequences need the whole font). */
  readonly wholeFile?: string;
}

const packages = {
  'Inter Tight': { name: 'inter-tight', weights: [500, 600, 700, 800] },
  Inter: { name: 'inter', weights: [500, 600, 700, 800] },
  'Space Grotesk': { name: 'space-grotesk', weights: [500, 600, 700] },
  Fraunces: { name: 'fraunces', weights: [500, 600, 700, 800] },
  'JetBrains Mono': { name: 'jetbrains-mono', weights: [500, 600, 700, 800] },
  Emoji: { name: 'noto-color-emoji', weights: [400], wholeFile: 'emoji' },
  Arabic: { name: 'noto-sans-arabic', weights: [500, 600, 700, 800] },
  Japanese: { name: 'noto-sans-jp', weights: [500, 600, 700, 800] },
} as const satisfies Record<FontFamily | 'Emoji' | 'Arabic' | 'Japanese', FontPackage>;
type PackageKey = keyof typeof packages;

/** After the template's own family, in this order; the first that has a character draws it. */
const fallbacks: readonly PackageKey[] = ['Inter Tight', 'Emoji', 'Arabic', 'Japanese'];

const require = createRequire(import.meta.url);

type Range = readonly [first: number, last: number];

const parseRanges = (text: string): Range[] =>
  text.split(',').map((part): Range => {
    const [first = '', last = first] = part.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });

interface Subset {
  readonly name: string;
  readonly ranges: readonly Range[];
}

const subsetsByPackage = new Map<PackageKey, readonly Subset[]>();

/** Subsets of a package, Latin first: the files read it last, and it is the one that nearly every text needs. */
const subsetsOf = (key: PackageKey): readonly Subset[] => {
  const known = subsetsByPackage.get(key);
  if (known) return known;
  const file = require.resolve(`@fontsource/${packages[key].name}/unicode.json`);
  const ranges = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const subsets = Object.entries(ranges)
    .map(([name, text]): Subset => ({ name: name.replaceAll(/[[\]]/g, ''), ranges: parseRanges(text) }))
    .reverse();
  subsetsByPackage.set(key, subsets);
  return subsets;
};

const registered = new Set<string>();

/** Registers one file with the canvas, once per process, under a name of its own; answers that name. */
const register = (key: PackageKey, subset: string, weight: number): string => {
  const { name, weights } = packages[key];
  const nearest = weights.reduce<number>(
    (best, one) => (Math.abs(one - weight) < Math.abs(best - weight) ? one : best),
    weights[0],
  );
  const alias = `reelyard ${name} ${subset} ${nearest}`;
  if (registered.has(alias)) return alias;
  const file = require.resolve(`@fontsource/${name}/files/${name}-${subset}-${nearest}-normal.woff2`);
  if (!GlobalFonts.register(readFileSync(file), alias)) throw new Error(`font file ${name} ${subset} cannot be read`);
  registered.add(alias);
  return alias;
};

/** Characters that shape their neighbours and draw nothing: joiners, variation selectors, direction marks, tags. */
const isIgnorable = (point: number): boolean =>
  (point >= 0x200b && point <= 0x200f) ||
  (point >= 0x202a && point <= 0x202e) ||
  (point >= 0x2060 && point <= 0x206f) ||
  (point >= 0xfe00 && point <= 0xfe0f) ||
  (point >= 0xe0000 && point <= 0xe007f) ||
  point === 0xfeff ||
  point === 0xad;

const covers = (subset: Subset, point: number): boolean =>
  subset.ranges.some(([first, last]) => point >= first && point <= last);

const faceOf = (family: FontFamily, weight: number, point: number): string | null => {
  for (const key of [family, ...fallbacks]) {
    const subset = subsetsOf(key).find((one) => covers(one, point));
    if (subset === undefined) continue;
    const font: FontPackage = packages[key];
    return register(key, font.wholeFile ?? subset.name, weight);
  }
  return null;
};

const faceCache = new Map<string, string | null>();

const cachedFaceOf = (family: FontFamily, weight: number, point: number): string | null => {
  const key = `${family}/${weight}/${point}`;
  const known = faceCache.get(key);
  if (known !== undefined) return known;
  const face = faceOf(family, weight, point);
  faceCache.set(key, face);
  return face;
};

export interface FontChoice {
  /** A CSS family list that draws every character of the text, the template's own family first. */
  readonly families: string;
  /** Characters that no bundled font has; a text with any cannot be drawn. */
  readonly missing: readonly string[];
}

/** The faces that `text` needs; registers them on the way. Which files are loaded depends on the text alone. */
export const fontsFor = (text: string, family: FontFamily, weight: number): FontChoice => {
  const faces = new Set<string>([register(family, 'latin', weight)]);
  const missing = new Set<string>();
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (isIgnorable(point) || /\s/u.test(character)) continue;
    const face = cachedFaceOf(family, weight, point);
    if (face === null) missing.add(character);
    else faces.add(face);
  }
  return { families: orderFaces([...faces]), missing: [...missing] };
};

// An emoji face stands behind every letter face: it has digits of its own, meant for keycaps.
const orderFaces = (faces: readonly string[]): string => faces.map((face) => `"${face}"`).join(', ');
