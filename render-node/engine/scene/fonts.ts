import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';
import type { FontFamily } from '@reelyard/shared/templates/template.ts';
import { type Coverage, coverageOf } from './font-coverage.ts';

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
  Hebrew: { name: 'noto-sans-hebrew', weights: [500, 600, 700, 800] },
  Devanagari: { name: 'noto-sans-devanagari', weights: [500, 600, 700, 800] },
  Thai: { name: 'noto-sans-thai', weights: [500, 600, 700, 800] },
  Japanese: { name: 'noto-sans-jp', weights: [500, 600, 700, 800] },
  Korean: { name: 'noto-sans-kr', weights: [500, 600, 700, 800] },
  Chinese: { name: 'noto-sans-sc', weights: [500, 600, 700, 800] },
} as const satisfies Record<string, FontPackage> & Record<FontFamily, FontPackage>;
type PackageKey = keyof typeof packages;

/** After the template's own family, in this order; the first that has a character draws it. */
const fallbacks: readonly PackageKey[] = ['Inter Tight', 'Emoji', 'Arabic', 'Hebrew', 'Devanagari', 'Thai'];

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

interface FontFile {
  /** The name under which the canvas knows it. */
  readonly alias: string;
  readonly coverage: Coverage;
  readonly bytes: Buffer;
}

const files = new Map<string, FontFile>();
const registered = new Set<string>();

/** One file of a package: the nearest weight it has; read once per process. */
const fileOf = (key: PackageKey, subset: string, weight: number): FontFile => {
  const { name, weights } = packages[key];
  const nearest = weights.reduce<number>(
    (best, one) => (Math.abs(one - weight) < Math.abs(best - weight) ? one : best),
    weights[0],
  );
  const alias = `reelyard ${name} ${subset} ${nearest}`;
  const known = files.get(alias);
  if (known) return known;
  const bytes = readFileSync(require.resolve(`@fontsource/${name}/files/${name}-${subset}-${nearest}-normal.woff2`));
  const file = { alias, bytes, coverage: coverageOf(bytes) };
  files.set(alias, file);
  return file;
};

const register = ({ alias, bytes }: FontFile): string => {
  if (registered.has(alias)) return alias;
  if (!GlobalFonts.register(bytes, alias)) throw new Error(`font file ${alias} cannot be read`);
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

/** The face of one package that has a glyph for the code point; ranges say where to look, the file says whether it is there. */
const faceIn = (key: PackageKey, weight: number, point: number): string | null => {
  const font: FontPackage = packages[key];
  for (const subset of subsetsOf(key).filter((one) => covers(one, point))) {
    const file = fileOf(key, font.wholeFile ?? subset.name, weight);
    if (file.coverage.has(point)) return register(file);
  }
  return null;
};

const faceCache = new Map<string, string | null>();

const cachedFaceIn = (key: PackageKey, weight: number, point: number): string | null => {
  const cacheKey = `${key}/${weight}/${point}`;
  const known = faceCache.get(cacheKey);
  if (known !== undefined) return known;
  const face = faceIn(key, weight, point);
  faceCache.set(cacheKey, face);
  return face;
};

/**
 * Han characters look different in each of their languages, and a text names none: kana and Hangul tell, and what the
 * Japanese font has only in part is Chinese. One text is drawn by one of them as far as it goes.
 */
const hanOrder = (text: string, weight: number): readonly PackageKey[] => {
  const japanese = ['Japanese', 'Chinese', 'Korean'] as const;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return japanese;
  if (/\p{Script=Hangul}/u.test(text)) return ['Korean', 'Chinese', 'Japanese'];
  const han = text.match(/\p{Script=Han}/gu) ?? [];
  const isJapanese = han.every((character) => cachedFaceIn('Japanese', weight, character.codePointAt(0) ?? 0) !== null);
  return isJapanese ? japanese : ['Chinese', 'Japanese', 'Korean'];
};

export interface FontChoice {
  /** A CSS family list that draws every character of the text, the template's own family first. */
  readonly families: string;
  /** Characters that no bundled font has; a text with any cannot be drawn. */
  readonly missing: readonly string[];
}

/** The faces that `text` needs; registers them on the way. Which files are loaded depends on the text alone. */
export const fontsFor = (text: string, family: FontFamily, weight: number): FontChoice => {
  const faces = new Set<string>([register(fileOf(family, 'latin', weight))]);
  const missing = new Set<string>();
  const packageKeys = [family, ...fallbacks, ...hanOrder(text, weight)];
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (isIgnorable(point) || /\s/u.test(character)) continue;
    const face = packageKeys.reduce<string | null>((found, key) => found ?? cachedFaceIn(key, weight, point), null);
    if (face === null) missing.add(character);
    else faces.add(face);
  }
  return { families: [...faces].map((face) => `"${face}"`).join(', '), missing: [...missing] };
};
