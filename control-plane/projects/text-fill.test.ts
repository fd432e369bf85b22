import type { LayerMeta, LayerValidation } from '@reelyard/shared/contracts/template.ts';
import { expect, test } from 'vitest';
import { manifestWith } from '../test/manifest-with.ts';
import { findLayer } from './layer-values.ts';
import { fillText, shortenText } from './text-fill.ts';

const layer = (validation: LayerValidation = {}): LayerMeta => {
  const found = findLayer(manifestWith({ text: { type: 'text', validation } }), 'text');
  if (!found) throw new Error('the layer is missing');
  return found;
};
const texts = { sceneTitle: 'Scene', narration: 'Spoken', projectTitle: 'Project' };

test('S46: the scene title comes first, then the narration, then the project title', () => {
  expect(fillText(layer(), texts)).toEqual({ text: 'Scene', source: 'sceneTitle', shortened: false });
  expect(fillText(layer(), { ...texts, sceneTitle: null })?.source).toBe('narration');
  expect(fillText(layer(), { ...texts, sceneTitle: ' ', narration: null })?.source).toBe('projectTitle');
  expect(fillText(layer(), { sceneTitle: null, narration: '\n', projectTitle: null })).toBeNull();
});

test('S46: a source that the layer cannot take is passed over', () => {
  expect(fillText(layer({ pattern: 'P.*' }), texts)?.source).toBe('projectTitle');
  expect(fillText(layer({ minLength: 6 }), texts)?.source).toBe('narration');
  expect(fillText(layer({ pattern: '\\d+' }), texts)).toBeNull();
});

test('S46: a text that is too long is cut at a word', () => {
  const filled = fillText(layer({ maxLength: 16 }), { ...texts, sceneTitle: 'Ship  faster, with less' });
  expect(filled).toEqual({ text: 'Ship faster…', source: 'sceneTitle', shortened: true });
});

test.each([
  ['short', 10, 'short'],
  ['one two three', 8, 'one two…'],
  ['Donaudampfschifffahrt', 8, 'Donauda…'],
  ['👍👍👍👍', 3, '👍👍…'],
])('"%s" in %i characters is "%s"', (text, limit, expected) => {
  expect(shortenText(text, limit)).toBe(expected);
  expect(Array.from(shortenText(text, limit)).length).toBeLessThanOrEqual(limit);
});
