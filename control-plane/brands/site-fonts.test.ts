import { fontFamilies } from '@reelyard/shared/templates/template.ts';
import { describe, expect, it } from 'vitest';
import { nearestFamily } from './site-fonts.ts';

const nearest = (...names: string[]) => nearestFamily(names, fontFamilies, 'Inter');

describe('the fonts of a website', () => {
  it.each([
    ['Inter', 'Inter'],
    ['"Space Grotesk"', 'Space Grotesk'],
    ['inter tight', 'Inter Tight'],
    ['Playfair Display', 'Fraunces'],
    ['Source Serif 4', 'Fraunces'],
    ['Georgia', 'Fraunces'],
    ['IBM Plex Mono', 'JetBrains Mono'],
    ['Poppins', 'Space Grotesk'],
    ['Helvetica Neue', 'Inter'],
    ['sans-serif', 'Inter'],
    ['Open Sans', 'Inter'],
  ])('N12: %s is drawn as %s', (name, family) => {
    expect(nearest(name)).toBe(family);
  });

  it('prefers a family that the farm has to one that is only alike', () => {
    expect(nearest('Gotham', 'Inter Tight')).toBe('Inter Tight');
  });

  it('is null where the site names none, or the farm has nothing to stand for it', () => {
    expect(nearest()).toBeNull();
    expect(nearestFamily(['Georgia'], ['Other'], 'Inter')).toBeNull();
  });
});
