import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { type FontPackage, fontPackages } from '../scene/font-packages.ts';
import { fontFilePath, fontRangesPath } from './font-files.ts';

const require = createRequire(import.meta.url);

describe.each(Object.values<FontPackage>(fontPackages))(
  'the font package $name',
  ({ name, version, weights, wholeFile }) => {
    it('is listed with the version that is installed', () => {
      const manifest = JSON.parse(readFileSync(require.resolve(`@fontsource/${name}/package.json`), 'utf8'));
      expect(version).toBe(manifest.version);
    });

    it('has its ranges and a file for every weight', () => {
      expect(existsSync(fontRangesPath(name))).toBe(true);
      const subsets = Object.keys(JSON.parse(readFileSync(fontRangesPath(name), 'utf8')));
      const subset = wholeFile ?? subsets.at(-1)?.replaceAll(/[[\]]/g, '') ?? '';
      for (const weight of weights) expect(existsSync(fontFilePath(name, subset, weight))).toBe(true);
    });
  },
);

it('throws for a file that there is not', () => {
  expect(() => fontFilePath('inter', 'no-such-subset', 500)).toThrow();
});
