import type { LayerValues } from '@reelyard/shared/contracts/layer-value.ts';
import { expect, test } from 'vitest';
import { withTypedTexts } from './typed-texts.ts';

const values: LayerValues = {
  headline: { type: 'text', text: 'Before' },
  style: { type: 'option', value: 'dark' },
};

test('a text shows as it is typed', () => {
  const shown = withTypedTexts(values, { parameters: { headline: 'After 🚀' } });
  expect(shown).toEqual({ ...values, headline: { type: 'text', text: 'After 🚀' } });
});

test.each([
  ['an empty text, which the farm fills', { headline: ' ' }],
  ['a cleared text', { headline: null }],
  ['a text that no layer shows yet', { subline: 'New' }],
  ['what is no text', { style: 'light', headline: 3 }],
])('waits for the farm with %s', (_what, parameters) => {
  expect(withTypedTexts(values, { parameters })).toBe(values);
});

test('edits of other things change no value', () => {
  expect(withTypedTexts(values, { title: 'A title' })).toBe(values);
});
