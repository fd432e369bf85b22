import { describe, expect, it } from 'vitest';
import type { Flow } from '../templates/template.ts';
import { layoutFlow } from './layout-flow.ts';

const flow: Flow = {
  name: 'cards',
  direction: 'row',
  length: 1000,
  gap: 50,
  align: 'center',
  items: [1, 2, 3].map((item) => ({ name: `card.${item}`, layer: `title${item}`, length: 300 })),
};
const texts = (...set: readonly number[]) =>
  Object.fromEntries(set.map((item) => [`title${item}`, { type: 'text' as const, text: `Title ${item}` }]));

describe('layoutFlow', () => {
  it('centres the items that have text', () => {
    const { slots, shown } = layoutFlow(flow, texts(1, 3));
    expect([...shown]).toEqual(['cards', 'card.1', 'card.3']);
    expect(slots.get('card.1.place')).toEqual({ a: 0, k: [175, 0] });
    expect(slots.get('card.3.place')).toEqual({ a: 0, k: [525, 0] });
  });

  it('is not there where no item has text, and a text of spaces is none', () => {
    expect(layoutFlow(flow, { title1: { type: 'text', text: ' \n ' } }).shown.size).toBe(0);
  });

  it('runs down in a column from the start', () => {
    const { slots } = layoutFlow({ ...flow, direction: 'column', align: 'start' }, texts(2, 3));
    expect(slots.get('card.2.place')).toEqual({ a: 0, k: [0, 0] });
    expect(slots.get('card.3.place')).toEqual({ a: 0, k: [0, 350] });
  });
});
