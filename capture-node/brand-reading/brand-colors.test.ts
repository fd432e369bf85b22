import { expect, it } from 'vitest';
import { brandColors } from './brand-colors.ts';

it('N12: joins shades that look alike and shares the weight among those that are worn the same way', () => {
  const colors = brandColors([
    { css: 'rgb(15, 118, 110)', worn: 'button', weight: 60 },
    { css: '#0f766f', worn: 'button', weight: 20 },
    { css: 'rgb(255, 0, 0)', worn: 'button', weight: 20 },
    { css: 'rgb(0, 0, 0)', worn: 'text', weight: 900 },
  ]);
  expect(colors).toEqual([
    { hex: '#0f766e', share: 0.8, worn: 'button' },
    { hex: '#ff0000', share: 0.2, worn: 'button' },
    { hex: '#000000', share: 1, worn: 'text' },
  ]);
});

it('N12: understands what computed styles and custom properties say, and writes #rrggbb', () => {
  const seen = [
    'oklch(0.7 0.1 200)',
    'color(srgb 0.1 0.2 0.3)',
    'hsl(120 50% 40%)',
    'rebeccapurple',
    'rgba(9, 9, 9, 0.9)',
  ];
  const colors = brandColors(seen.map((css) => ({ css, worn: 'accent' as const, weight: 1 })));
  expect(colors).toHaveLength(5);
  for (const { hex } of colors) expect(hex).toMatch(/^#[0-9a-f]{6}$/);
});

it.each(['transparent', 'rgba(1, 2, 3, 0.2)', 'url(javascript:1)', 'var(--x)', '', 'red'.repeat(99), 'currentcolor'])(
  'N12: sees no colour in "%s"',
  (css) => {
    expect(brandColors([{ css, worn: 'link', weight: 1 }])).toEqual([]);
  },
);

it('N12: names no more than six of a kind', () => {
  const seen = Array.from({ length: 40 }, (_, index) => ({
    css: `hsl(${index * 9} 90% 50%)`,
    worn: 'background' as const,
    weight: index + 1,
  }));
  expect(brandColors(seen)).toHaveLength(6);
});
