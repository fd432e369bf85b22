import { describe, expect, it } from 'vitest';
import { typeScale } from '../templates/motion-kit/type-scale.ts';
import type { Stack, TextBlock } from '../templates/template.ts';
import { layoutStack, type SetBlock } from './layout-stack.ts';

const block = (name: string): TextBlock => ({
  ...typeScale.body,
  name,
  layer: name,
  width: 800,
  align: 'left',
  color: 'text',
});
const set = (lines: readonly string[], widths: readonly number[], rightToLeft = false): SetBlock => ({
  fitted: { size: 42, lines, cut: false },
  lineWidths: widths,
  rightToLeft,
});

const stack: Stack = {
  box: { x: 100, y: 100, width: 800, height: 600 },
  vertical: 'center',
  align: 'left',
  items: [
    { kind: 'part', name: 'logo', width: 200, height: 100, gapBefore: 0 },
    { kind: 'text', block: block('title'), gapBefore: 40 },
    { kind: 'text', block: block('detail'), gapBefore: 20 },
  ],
  plates: [{ name: 'button', block: 'detail', paddingX: 30, height: 80, minWidth: 300 }],
};

describe('layoutStack', () => {
  it('centres what is there and gives no room to what is not', () => {
    const all = layoutStack(
      stack,
      new Map([
        ['title', set(['A'], [50])],
        ['detail', set(['B'], [60])],
      ]),
      new Set(['logo']),
    );
    const lone = layoutStack(
      stack,
      new Map([
        ['title', set(['A'], [50])],
        ['detail', set([], [])],
      ]),
      new Set(),
    );
    expect(all.height).toBeCloseTo(100 + 40 + 42 * 1.32 + 20 + 42 * 1.32);
    expect(lone.height).toBeCloseTo(42 * 1.32);
    expect(lone.lines).toHaveLength(1);
    expect(all.parts.get('logo')?.[1]).toBe(Math.round(100 + (600 - all.height) / 2));
    expect(lone.parts.has('logo')).toBe(false);
  });

  it('keeps the reading edge of right to left lines within the block', () => {
    const { lines } = layoutStack(stack, new Map([['title', set(['long', 'short'], [400, 250], true)]]), new Set());
    const ends = lines.map((line, index) => line.place[0] + line.inset[0] + ([400, 250][index] ?? 0));
    expect(ends[0]).toBe(ends[1]);
  });

  it('lets a plate hug its text, but not below its least width', () => {
    const wide = layoutStack(stack, new Map([['detail', set(['B'], [500])]]), new Set());
    const narrow = layoutStack(stack, new Map([['detail', set(['B'], [20])]]), new Set());
    expect(wide.plates.get('button')?.size).toEqual([560, 80]);
    expect(narrow.plates.get('button')?.size).toEqual([300, 80]);
  });
});
