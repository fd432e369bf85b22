import { wcagContrast } from 'culori';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldAlpha } from '../templates/motion-kit/ground.ts';
import { styles } from '../templates/template.ts';
import { blend, type Palette, paletteOf } from './palette.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

/** What text may lie on, worked out from the palette alone. */
const groundsOf = (palette: Palette): string[] => [
  palette.surface,
  ...[palette.base, palette.baseEnd].flatMap((base) => [
    base,
    blend(palette.glow, base, fieldAlpha),
    blend(palette.glowFar, base, fieldAlpha),
    blend(palette.glowFar, blend(palette.glow, base, fieldAlpha), fieldAlpha),
  ]),
];

const expectReadable = (palette: Palette): void => {
  for (const role of ['text', 'muted', 'ink', 'positive', 'negative'] as const) {
    for (const ground of groundsOf(palette)) {
      expect(wcagContrast(palette[role], ground), `${role} ${palette[role]} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  }
  expect(wcagContrast(palette.onPrimary, palette.primary)).toBeGreaterThanOrEqual(4.5);
  for (const ground of [palette.base, palette.baseEnd, palette.surface]) {
    expect(wcagContrast(palette.primary, ground), `primary ${palette.primary} on ${ground}`).toBeGreaterThanOrEqual(
      1.3,
    );
  }
};

describe('paletteOf', () => {
  it.each(styles)('keeps every text at WCAG AA on a %s ground for any two brand colours', (style) => {
    fc.assert(
      fc.property(hex, fc.option(hex), (primary, secondary) => expectReadable(paletteOf(style, primary, secondary))),
      { numRuns: 150 },
    );
  });

  it.each([
    '#000000',
    '#ffffff',
    '#808080',
    '#ccff00',
    '#ffee00',
    '#ff00ff',
    '#0000ff',
    '#00ff00',
    '#ff0000',
    '#777777',
  ])('makes a usable palette of %s in every style', (primary) => {
    for (const style of styles) expectReadable(paletteOf(style, primary, null));
  });

  it('keeps the brand recognisable: its own colour is the ground of the brand style and the fill of buttons', () => {
    expect(paletteOf('brand', '#1463ff', null).base).toMatch(/^#0?[0-9a-f]{6}$/u);
    expect(wcagContrast(paletteOf('brand', '#0f766e', null).base, '#0f766e')).toBeLessThan(1.25);
    expect(wcagContrast(paletteOf('light', '#7c3aed', null).primary, '#7c3aed')).toBeLessThan(1.1);
  });

  it('never has a black ground, so that no frame of a scene is black', () => {
    for (const style of styles) expect(paletteOf(style, '#000000', null).base).not.toBe('#000000');
  });

  it('is the same for the same colours', () => {
    expect(paletteOf('gradient', '#123456', '#654321')).toEqual(paletteOf('gradient', '#123456', '#654321'));
  });
});
