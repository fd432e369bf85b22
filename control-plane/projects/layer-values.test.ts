import { expect, test } from 'vitest';
import { manifestWith } from '../test/manifest-with.ts';
import { checkParameters, editableKeys, findLayer } from './layer-values.ts';

const options = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
];
const manifest = manifestWith({
  headline: { type: 'text', validation: { maxLength: 10, minLength: 2, maxLines: 2 } },
  code: { type: 'text', validation: { pattern: '[A-Z]{3}' } },
  story: { type: 'longText' },
  count: { type: 'number', validation: { min: 1, max: 9, step: 0.5 } },
  shown: { type: 'boolean' },
  color: { type: 'color' },
  style: { type: 'dropdown', options },
  font: { type: 'font' },
  logo: { type: 'logo' },
  badge: { type: 'text', locked: true },
});
const check = (parameters: Record<string, unknown>) =>
  checkParameters(parameters, manifest, { path: 'parameters', fontFamilies: ['Inter'] });
const codesOf = (parameters: Record<string, unknown>) => check(parameters).problems.map(({ code }) => code);

test('values that fit their layers are taken as they are', () => {
  const parameters = {
    headline: 'Two\nlines',
    code: 'ABC',
    story: 'a'.repeat(2_000),
    count: 1.5,
    shown: false,
    color: '#FFF',
    style: 'dark',
    font: 'Inter',
    logo: 'https://example.com/logo.png',
  };
  expect(check(parameters)).toEqual({ parameters, invalidKeys: [], problems: [] });
});

test.each([
  ['headline', 'eleven chars', 'TEXT_TOO_LONG'],
  ['headline', 'a', 'TEXT_TOO_SHORT'],
  ['headline', 'a\nb\r\nc', 'TOO_MANY_LINES'],
  ['headline', 7, 'INVALID_TYPE'],
  ['headline', ['a'], 'INVALID_TYPE'],
  ['code', 'abc', 'PATTERN_MISMATCH'],
  ['code', 'ABCD', 'PATTERN_MISMATCH'],
  ['story', 'a'.repeat(2_001), 'TEXT_TOO_LONG'],
  ['count', 0.5, 'NUMBER_TOO_SMALL'],
  ['count', 9.5, 'NUMBER_TOO_BIG'],
  ['count', 1.25, 'NUMBER_OFF_STEP'],
  ['count', '3', 'INVALID_TYPE'],
  ['shown', 'true', 'INVALID_TYPE'],
  ['color', 'bluish', 'INVALID_COLOR'],
  ['color', 255, 'INVALID_TYPE'],
  ['style', 'neon', 'NOT_ALLOWED'],
  ['font', 'Comic Sans', 'NOT_ALLOWED'],
  ['logo', 'logo.png', 'INVALID_IMAGE_URL'],
  ['logo', 'file:///etc/passwd', 'INVALID_IMAGE_URL'],
  ['logo', 'javascript:alert(1)', 'INVALID_IMAGE_URL'],
  ['logo', `https://example.com/${'a'.repeat(3_000)}`, 'INVALID_IMAGE_URL'],
  ['logo', 5, 'INVALID_TYPE'],
])('N6: the layer %s does not take %j', (key, value, code) => {
  expect(codesOf({ [key]: value })).toEqual([code]);
});

test('a text is counted in characters, not in code units', () => {
  expect(codesOf({ headline: '👍'.repeat(10) })).toEqual([]);
});

test('N6: a choice that is not there names the ones that are', () => {
  expect(check({ style: 'neon' }).problems[0]?.allowed).toEqual(['dark', 'light']);
  expect(check({ font: 'Arial' }).problems[0]?.allowed).toEqual(['Inter']);
});

test('S39/N22: unknown and locked keys are told apart, with the editable keys and what was meant', () => {
  const { invalidKeys, problems } = check({ headlin: 'a', badge: 'b', __proto: 1, constructor: 'c' });
  expect(invalidKeys).toEqual([
    { key: 'headlin', reason: 'unknown', didYouMean: 'headline' },
    { key: 'badge', reason: 'locked' },
    { key: '__proto', reason: 'unknown' },
    { key: 'constructor', reason: 'unknown' },
  ]);
  expect(problems.map(({ path }) => path)).toContain('parameters.badge');
  expect(problems.every(({ allowed }) => allowed?.length === editableKeys(manifest).length)).toBe(true);
});

test('S41: null means "not set", but not on a key that does not exist', () => {
  expect(check({ headline: null })).toEqual({ parameters: {}, invalidKeys: [], problems: [] });
  expect(codesOf({ nothing: null })).toEqual(['UNKNOWN_LAYER_KEY']);
});

test('S39: editable keys are those that are not locked, in the order of the template', () => {
  expect(editableKeys(manifest)).not.toContain('badge');
  expect(editableKeys(manifestWith({ b: { type: 'text', order: 2 }, a: { type: 'text', order: 1 } }))).toEqual([
    'a',
    'b',
  ]);
});

test('a layer is never found by a name that every object has', () => {
  expect(findLayer(manifest, 'toString')).toBeNull();
  expect(findLayer(manifest, 'headline')?.type).toBe('text');
});
