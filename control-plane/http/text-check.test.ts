import { expect, test } from 'vitest';
import { joinPath, unusableTexts } from './text-check.ts';

const places = (body: unknown) => unusableTexts(body).map(({ path, code }) => [path, code]);

test('H2: usable texts of any script pass', () => {
  expect(places({ title: 'Ünïcödé 日本語 مرحبا 👩‍👩‍👧', lines: ['a\nb', ''], number: 1, nothing: null })).toEqual([]);
});

test('H2: NUL characters and half surrogate pairs are found wherever they stand, in order', () => {
  expect(places({ a: 'x\u0000', b: [{ c: '\ud800' }], 'k\u0000': 1, d: '\udc00x' })).toEqual([
    ['a', 'NUL_CHARACTER'],
    ['b[0].c', 'INVALID_UNICODE'],
    ['k\uFFFD', 'NUL_CHARACTER'],
    ['d', 'INVALID_UNICODE'],
  ]);
});

test('H2: deep nesting does not exhaust the stack', () => {
  let body: unknown = '\u0000';
  for (let depth = 0; depth < 100_000; depth += 1) body = [body];
  expect(unusableTexts(body)).toHaveLength(1);
});

test('a place is written as the caller would write it', () => {
  expect(joinPath(joinPath(joinPath('', 'scenes'), 1), 'title')).toBe('scenes[1].title');
});
