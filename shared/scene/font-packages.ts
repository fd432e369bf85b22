import type { FontFamily } from '../templates/template.ts';

/** A font package of @fontsource: one file per subset and weight, with the code points that each subset is for. */
export interface FontPackage {
  readonly name: string;
  /** As it is installed (a test compares): the addresses that browsers keep its files under carry it. */
  readonly version: string;
  readonly weights: readonly number[];
  /** The file that is drawn with where it is not the subset itself (emoji sequences need the whole font). */
  readonly wholeFile?: string;
}

/** The bundled fonts. */
export const fontPackages = {
  'Inter Tight': { name: 'inter-tight', version: '5.3.0', weights: [500, 600, 700, 800] },
  Inter: { name: 'inter', version: '5.3.0', weights: [500, 600, 700, 800] },
  'Space Grotesk': { name: 'space-grotesk', version: '5.3.0', weights: [500, 600, 700] },
  Fraunces: { name: 'fraunces', version: '5.3.0', weights: [500, 600, 700, 800] },
  'JetBrains Mono': { name: 'jetbrains-mono', version: '5.3.0', weights: [500, 600, 700, 800] },
  Emoji: { name: 'noto-color-emoji', version: '5.3.2', weights: [400], wholeFile: 'emoji' },
  Arabic: { name: 'noto-sans-arabic', version: '5.3.0', weights: [500, 600, 700, 800] },
  Hebrew: { name: 'noto-sans-hebrew', version: '5.3.0', weights: [500, 600, 700, 800] },
  Devanagari: { name: 'noto-sans-devanagari', version: '5.3.0', weights: [500, 600, 700, 800] },
  Thai: { name: 'noto-sans-thai', version: '5.3.0', weights: [500, 600, 700, 800] },
  Japanese: { name: 'noto-sans-jp', version: '5.3.0', weights: [500, 600, 700, 800] },
  Korean: { name: 'noto-sans-kr', version: '5.3.0', weights: [500, 600, 700, 800] },
  Chinese: { name: 'noto-sans-sc', version: '5.3.0', weights: [500, 600, 700, 800] },
} as const satisfies Record<string, FontPackage> & Record<FontFamily, FontPackage>;
export type PackageKey = keyof typeof fontPackages;

/** After the template's own family, in this order; the first that has a character draws it. */
export const fallbackPackages: readonly PackageKey[] = [
  'Inter Tight',
  'Emoji',
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Thai',
];

/** The folder of a package in addresses: `inter@5.3.0`. */
export const packageFolder = ({ name, version }: Pick<FontPackage, 'name' | 'version'>): string => `${name}@${version}`;

/** The package of a folder; null where there is none of that name and version. */
export const packageOfFolder = (folder: string): FontPackage | null =>
  Object.values<FontPackage>(fontPackages).find((each) => packageFolder(each) === folder) ?? null;

/** The package of @fontsource that is called so. Throws where it is not bundled. */
export const packageNamed = (name: string): FontPackage => {
  const found = Object.values<FontPackage>(fontPackages).find((each) => each.name === name);
  if (found === undefined) throw new Error(`the font package ${name} is not bundled`);
  return found;
};
