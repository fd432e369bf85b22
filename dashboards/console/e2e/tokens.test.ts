import { readFileSync } from 'node:fs';
import { wcagContrast } from 'culori';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('../src/tokens.css', import.meta.url), 'utf8');
/** Name -> its colour in light and in dark. */
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [
    name,
    [light, dark],
  ]),
);

const words = ['ink', 'ink-2', 'ink-3'].flatMap((ink) =>
  ['ground', 'surface', 'raised', 'sunken'].map((ground) => [ink, ground] as const),
);
test.each([
  ...words,
  ['accent', 'surface'],
  ['accent', 'ground'],
  ['accent', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['good', 'good-soft'],
  ['warn', 'warn-soft'],
  ['bad', 'bad-soft'],
  ['bad', 'surface'],
  ['on-bad', 'bad'],
  ['ink-2', 'warn-soft'],
  ['ink-2', 'bad-soft'],
] as const)('%s can be read on %s, in light and in dark (AA)', (ink, ground) => {
  for (const look of [0, 1]) {
    const ratio = wcagContrast(tokens.get(ink)?.[look] ?? '', tokens.get(ground)?.[look] ?? '');
    expect.soft(ratio).toBeGreaterThanOrEqual(4.5);
  }
});

test('the edge of a field is seen on its ground (3 : 1)', () => {
  for (const look of [0, 1]) {
    const ratio = wcagContrast(tokens.get('line-strong')?.[look] ?? '', tokens.get('surface')?.[look] ?? '');
    expect.soft(ratio).toBeGreaterThanOrEqual(3);
  }
});
