import { expect, test } from 'vitest';
import { manifestWith } from '../test/manifest-with.ts';
import { offeredTemplates, templateCatalog } from './template-catalog.ts';

const first = manifestWith({}, { slug: 'hook', version: 1 });
const second = manifestWith({}, { slug: 'hook', version: 2 });
const other = manifestWith({}, { slug: 'outro', version: 1 });
const catalog = templateCatalog([second, first, other]);

test('N5: the newest version is offered and the pinned one is still there', () => {
  expect(catalog.manifests).toEqual([second, other]);
  expect(catalog.find('hook')).toBe(second);
  expect(catalog.at('hook', 1)).toBe(first);
});

test('S8: a template is found by its id and by its slug', () => {
  expect(catalog.find('tpl_outro')).toBe(other);
  expect(catalog.find('outro')).toBe(other);
  expect(catalog.find('tpl_nothing')).toBeNull();
});

test('a version that is not there is a fault', () => {
  expect(() => catalog.at('hook', 3)).toThrow('hook has no version 3');
});

test('S15: a withheld template is neither listed nor found, by its id or its slug', () => {
  const offered = offeredTemplates(catalog, new Set(['outro']));
  expect(offered.manifests).toEqual([second]);
  expect([offered.find('outro'), offered.find('tpl_outro')]).toEqual([null, null]);
  expect(offered.find('tpl_hook')).toBe(second);
});
