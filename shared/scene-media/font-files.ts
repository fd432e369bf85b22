import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Absolute path of a font file of @fontsource. Throws where the package has no such file. */
export const fontFilePath = (packageName: string, subset: string, weight: number): string =>
  require.resolve(`@fontsource/${packageName}/files/${packageName}-${subset}-${weight}-normal.woff2`);

/** Absolute path of the list that says which code points each subset of a package is for. */
export const fontRangesPath = (packageName: string): string =>
  require.resolve(`@fontsource/${packageName}/unicode.json`);
