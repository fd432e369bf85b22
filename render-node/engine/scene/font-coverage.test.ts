import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { coverageOf } from './font-coverage.ts';

const require = createRequire(import.meta.url);
const read = (file: string): Buffer => readFileSync(require.resolve(`@fontsource/${file}.woff2`));
const has = (file: string, text: string): boolean[] => {
  const coverage = coverageOf(read(file));
  return Array.from(text, (character) => coverage.has(character.codePointAt(0) ?? 0));
};

describe('coverageOf', () => {
  it('reads the character map of a Latin file, which lacks part of its own range', () => {
    expect(has('inter-tight/files/inter-tight-latin-700-normal', 'Aé€†ж')).toEqual([true, true, true, false, false]);
  });

  it('reads code points beyond the first plane', () => {
    expect(has('noto-color-emoji/files/noto-color-emoji-emoji-400-normal', '🚀漢')).toEqual([true, false]);
  });

  it('throws on a file that is no WOFF2', () => {
    expect(() => coverageOf(Buffer.alloc(64))).toThrow();
  });
});
