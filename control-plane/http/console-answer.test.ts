import { expect, test } from 'vitest';
import { contentPolicy, contentTypeOf, isAssetName, takesBrotli } from './console-answer.ts';

test.each([
  ['index-B3x_9a-1.js', true],
  ['canvaskit-C0ffee.wasm', true],
  ['..', false],
  ['.built-from', false],
  ['a..b.js', false],
  ['../index.html', false],
  ['a/b.js', false],
  ['a\\b.js', false],
  ['a%2fb.js', false],
  ['a\0.js', false],
  ['index.js.br', false],
  ['', false],
  ['x'.repeat(201), false],
])('%j is the name of an asset: %s', (name, isOne) => {
  expect(isAssetName(name)).toBe(isOne);
});

test.each([
  [undefined, false],
  ['', false],
  ['gzip, deflate', false],
  ['gzip, deflate, br, zstd', true],
  ['BR;q=0.5', true],
  ['br;q=0', false],
  ['br; q=0.000, gzip', false],
  ['brotli', false],
])('a browser that sends Accept-Encoding %j takes brotli: %s', (header, takes) => {
  expect(takesBrotli(header)).toBe(takes);
});

test('a file is served as what it is, and what is not known as bytes', () => {
  expect(contentTypeOf('a.JS')).toBe('text/javascript; charset=utf-8');
  expect(contentTypeOf('engine.wasm')).toBe('application/wasm');
  expect(contentTypeOf('a.exe')).toBe('application/octet-stream');
});

test('E9: the policy lets no inline script run, nobody frame the console, and media come from storage alone', () => {
  const policy = contentPolicy(['https://files.farm.test', 'http://[::1]:8080']);
  expect(policy).not.toContain('unsafe-inline');
  expect(policy).not.toContain("'unsafe-eval'");
  expect(policy).not.toContain('*');
  expect(policy).not.toContain('[');
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain("media-src 'self' https://files.farm.test blob:");
  expect(policy).toContain("connect-src 'self' https://files.farm.test;");
});
