import { describe, expect, it } from 'vitest';
import { hexOf, hslOf, rgbOf } from './color-space.ts';

describe('colour space', () => {
  it.each([
    ['#ff0000', 0, 1, 0.5],
    ['#00ff00', 120, 1, 0.5],
    ['#0000ff', 240, 1, 0.5],
    ['#ff00ff', 300, 1, 0.5],
    ['#808080', 0, 0, 0.502],
    ['#bf4040', 0, 0.498, 0.5],
    ['#000000', 0, 0, 0],
    ['#ffffff', 0, 0, 1],
  ])('%s has hue %d, saturation %d, lightness %d', (hex, hue, saturation, lightness) => {
    const hsl = hslOf(rgbOf(hex));
    expect(hsl.hue).toBeCloseTo(hue, 1);
    expect(hsl.saturation).toBeCloseTo(saturation, 2);
    expect(hsl.lightness).toBeCloseTo(lightness, 2);
  });

  it('writes what it read', () => {
    for (const hex of ['#0a1b2c', '#ffffff', '#000000', '#7f8081']) expect(hexOf(rgbOf(hex))).toBe(hex);
  });
});
