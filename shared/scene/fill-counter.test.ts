import { describe, expect, it } from 'vitest';
import type { LayerValues } from '../contracts/layer-value.ts';
import { getTemplate } from '../templates/catalog.ts';
import { counterText } from './fill-counter.ts';

const [binding] = getTemplate('counting-statistic', 1).bindings.counters;
if (binding === undefined) throw new Error('the counting statistic counts');
const count = (values: LayerValues): readonly string[] => counterText(binding, values).frames;
const number = (value: number): LayerValues => ({ value: { type: 'number', number: value } });

describe('counterText', () => {
  it.each([
    [98, '98'],
    [12_480, '12,480'],
    [99.95, '99.95'],
    [0.1 + 0.2, '0.3'],
    [0.125, '0.125'],
    [0, '0'],
    [-37.5, '-37.5'],
  ])('counts to exactly %d', (value, text) => {
    expect(count(number(value)).at(-1)).toBe(text);
  });

  it('starts at zero and never runs backwards or past the end', () => {
    const shown = count(number(5000)).map((text) => Number(text.replaceAll(',', '')));
    expect(shown[0]).toBe(0);
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
    expect(shown.at(-1)).toBe(5000);
  });

  it('never shows a negative zero on its way', () => {
    expect(count(number(-3))).not.toContain('-0');
  });

  it('carries its signs and as many decimals as are asked for', () => {
    const values: LayerValues = {
      ...number(4.5),
      prefix: { type: 'text', text: '$' },
      suffix: { type: 'text', text: 'M' },
      decimals: { type: 'number', number: 2 },
    };
    expect(count(values).at(-1)).toBe('$4.50M');
  });

  it('shows nothing without a number', () => {
    expect(count({})).toEqual([]);
  });
});
