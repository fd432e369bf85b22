import type { FontFamily } from '../templates/template.ts';
import { type FontPackage, fallbackPackages, fontPackages, type PackageKey } from './font-packages.ts';
import type { FontFile, LoadedFont, ScenePlatform } from './scene-platform.ts';

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

const covers = (subset: Subset, point: number): boolean =>
  subset.ranges.some(([first, last]) => point >= first && point <= last);

/** Characters that shape their neighbours and draw nothing: joiners, variation selectors, direction marks, tags. */
const isIgnorable = (point: number): boolean =>
  (point >= 0x200b && point <= 0x200f) ||
  (point >= 0x202a && point <= 0x202e) ||
  (point >= 0x2060 && point <= 0x206f) ||
  (point >= 0xfe00 && point <= 0xfe0f) ||
  (point >= 0xe0000 && point <= 0xe007f) ||
  point === 0xfeff ||
  point === 0xad;

const pointOf = (character: string): number => character.codePointAt(0) ?? 0;

export interface FontChoice {
  /** Aliases of fonts that together draw every character of the text, the template's own family first. */
  readonly families: readonly string[];
  /** Characters that no bundled font has; a text with any cannot be drawn. */
  readonly missing: readonly string[];
}

/** The faces that `text` needs, registered on the way. Which files are loaded depends on the text alone. */
export type ChooseFonts = (text: string, family: FontFamily, weight: number) => Promise<FontChoice>;

/** Keeps what was made for a key; what failed is made anew the next time. */
const keeping = <T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> => {
  const kept = known.get(key);
  if (kept !== undefined) return kept;
  const made = make();
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
};

/** Files, ranges and findings are kept for as long as the chooser is. */
export const fontChooser = ({ fontRanges, loadFont }: Pick<ScenePlatform, 'fontRanges' | 'loadFont'>): ChooseFonts => {
  const subsetsByPackage = new Map<string, Promise<readonly Subset[]>>();
  const files = new Map<string, Promise<LoadedFont & FontFile>>();
  const faces = new Map<string, Promise<string | null>>();

  /** Subsets of a package, Latin first: the files read it last, and it is the one that nearly every text needs. */
  const subsetsOf = (key: PackageKey): Promise<readonly Subset[]> =>
    keeping(subsetsByPackage, key, async () =>
      Object.entries(await fontRanges(fontPackages[key].name))
        .map(([name, text]): Subset => ({ name: name.replaceAll(/[[\]]/g, ''), ranges: parseRanges(text) }))
        .reverse(),
    );

  /** One file of a package: the nearest weight it has. */
  const fileOf = (key: PackageKey, subset: string, wishedWeight: number): Promise<LoadedFont & FontFile> => {
    const { name: packageName, weights } = fontPackages[key];
    const weight = weights.reduce<number>(
      (best, one) => (Math.abs(one - wishedWeight) < Math.abs(best - wishedWeight) ? one : best),
      weights[0],
    );
    const alias = `reelyard ${packageName} ${subset} ${weight}`;
    return keeping(files, alias, async () => {
      const file: FontFile = { packageName, subset, weight, alias };
      return { ...file, ...(await loadFont(file)) };
    });
  };

  /** The face of one package that has a glyph for the code point; ranges say where to look, the file says whether it is there. */
  const faceIn = (key: PackageKey, weight: number, point: number): Promise<string | null> =>
    keeping(faces, `${key}/${weight}/${point}`, async () => {
      const font: FontPackage = fontPackages[key];
      for (const subset of (await subsetsOf(key)).filter((one) => covers(one, point))) {
        const file = await fileOf(key, font.wholeFile ?? subset.name, weight);
        if (!file.has(point)) continue;
        file.register();
        return file.alias;
      }
      return null;
    });

  /**
   * Han characters look different in each of their languages, and a text names none: kana and Hangul tell, and what the
   * Japanese font has only in part is Chinese. One text is drawn by one of them as far as it goes.
   */
  const hanOrder = async (text: string, weight: number): Promise<readonly PackageKey[]> => {
    const japanese = ['Japanese', 'Chinese', 'Korean'] as const;
    if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return japanese;
    if (/\p{Script=Hangul}/u.test(text)) return ['Korean', 'Chinese', 'Japanese'];
    const han = [...new Set(text.match(/\p{Script=Han}/gu) ?? [])];
    const inJapanese = await Promise.all(han.map((character) => faceIn('Japanese', weight, pointOf(character))));
    return inJapanese.includes(null) ? ['Chinese', 'Japanese', 'Korean'] : japanese;
  };

  return async (text, family, weight) => {
    const own = await fileOf(family, 'latin', weight);
    own.register();
    const packageKeys = [family, ...fallbackPackages, ...(await hanOrder(text, weight))];
    const firstFace = async (character: string): Promise<string | null> => {
      for (const key of packageKeys) {
        const face = await faceIn(key, weight, pointOf(character));
        if (face !== null) return face;
      }
      return null;
    };
    const characters = [...new Set(text)].filter(
      (character) => !isIgnorable(pointOf(character)) && !/\s/u.test(character),
    );
    // All at once: each may be a file of its own, which a browser has to fetch.
    const found = await Promise.all(
      characters.map(async (character) => [character, await firstFace(character)] as const),
    );
    const families = new Set([own.alias]);
    for (const [, face] of found) if (face !== null) families.add(face);
    return {
      families: [...families],
      missing: found.flatMap(([character, face]) => (face === null ? [character] : [])),
    };
  };
};
