import { describe, expect, it } from 'vitest';
import { rgbOf } from './color-space.ts';
import { logoColors } from './logo-colors.ts';

/** So many pixels of each colour; `clear` is transparent. */
const pixelsOf = (counts: Readonly<Record<string, number>>): Uint8Array =>
  Uint8Array.from(
    Object.entries(counts).flatMap(([color, count]) => {
      const { red, green, blue } = rgbOf(color === 'clear' ? '#ff0000' : color);
      return Array.from({ length: count }, () => [red, green, blue, color === 'clear' ? 0 : 255]).flat();
    }),
  );

describe('logo colours', () => {
  it('puts the colour that covers most first', () => {
    expect(logoColors(pixelsOf({ '#1d4ed8': 300, '#f97316': 200 }))).toEqual(['#1d4ed8', '#f97316']);
  });

  it('sees the colour beside black, white and grey', () => {
    expect(logoColors(pixelsOf({ '#000000': 500, '#ffffff': 400, '#e11d2e': 60 }))).toEqual(['#e11d2e']);
  });

  it('has no colour for a black logo, nor for one that is not there', () => {
    expect(logoColors(pixelsOf({ '#111111': 500, '#ffffff': 500 }))).toEqual([]);
    expect(logoColors(pixelsOf({ clear: 500 }))).toEqual([]);
    expect(logoColors(new Uint8Array())).toEqual([]);
  });

  it('does not count what is transparent', () => {
    expect(logoColors(pixelsOf({ clear: 900, '#16a34a': 100 }))).toEqual(['#16a34a']);
  });

  it('does not take soft edges for colours', () => {
    expect(logoColors(pixelsOf({ '#1d4ed8': 990, '#f97316': 10 }))).toEqual(['#1d4ed8']);
  });

  it('takes the shades of one hue for one colour', () => {
    const colors = logoColors(pixelsOf({ '#1d4ed8': 100, '#2563eb': 100, '#3b82f6': 100 }));
    expect(colors).toHaveLength(1);
  });

  it('names four colours at most', () => {
    const rainbow = { '#ff0000': 9, '#ffff00': 9, '#00ff00': 9, '#00ffff': 9, '#0000ff': 9, '#ff00ff': 9 };
    expect(logoColors(pixelsOf(rainbow))).toHaveLength(4);
  });
});
