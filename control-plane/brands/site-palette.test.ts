import { describe, expect, it } from 'vitest';
import { sitePalette } from './site-palette.ts';

type SiteColor = Parameters<typeof sitePalette>[0][number];
const worn = (hex: string, place: SiteColor['worn'], share: number): SiteColor => ({ hex, worn: place, share });
const white = worn('#ffffff', 'background', 0.8);
const ink = worn('#111827', 'text', 0.1);

describe('the palette of a website', () => {
  it('N12: takes the colour of the buttons before the one of the links, and no grey', () => {
    const colors = [white, ink, worn('#1d4ed8', 'button', 0.01), worn('#0f766e', 'link', 0.02)];
    expect(sitePalette(colors)).toEqual(['#1d4ed8', '#0f766e']);
  });

  it('adds up what one colour wears', () => {
    const colors = [
      white,
      worn('#e11d48', 'button', 0.01),
      worn('#7c3aed', 'link', 0.01),
      worn('#7c3aed', 'accent', 0.02),
      worn('#7c3aed', 'themeColor', 0),
    ];
    expect(sitePalette(colors)[0]).toBe('#7c3aed');
  });

  it('N12: a tint that cannot be made out on the ground of the page comes after one that can', () => {
    const colors = [white, worn('#fde68a', 'button', 0.02), worn('#b45309', 'link', 0.04)];
    expect(sitePalette(colors)[0]).toBe('#b45309');
    const dark = worn('#0b1020', 'background', 0.8);
    expect(sitePalette([dark, ...colors.slice(1)])[0]).toBe('#fde68a');
  });

  it('holds shades of one colour for one', () => {
    const colors = [
      white,
      worn('#1d4ed8', 'button', 0.02),
      worn('#2050d8', 'link', 0.02),
      worn('#f97316', 'accent', 0.01),
    ];
    expect(sitePalette(colors)).toEqual(['#1d4ed8', '#f97316']);
  });

  it('is black on white where the site has no colour, and empty where it has nothing', () => {
    expect(sitePalette([white, ink])).toEqual(['#111827']);
    expect(sitePalette([white])).toEqual([]);
    expect(sitePalette([])).toEqual([]);
  });

  it('keeps six at most', () => {
    const hues = ['#dc2626', '#ca8a04', '#16a34a', '#0891b2', '#2563eb', '#7c3aed', '#db2777'];
    expect(sitePalette([white, ...hues.map((hex) => worn(hex, 'accent', 0.01))])).toHaveLength(6);
  });
});
