import { describe, expect, test } from 'vitest';
import { pageUrlProblem } from './page-url.ts';

describe('the address of a page', () => {
  test.each([
    'https://example.com',
    'http://example.com:8080/a?b#c',
    'https://пример.рф/путь',
    'https://[2606:4700::1]/',
  ])('S83: %s may be tried', (url) => {
    expect(pageUrlProblem(url)).toBeNull();
  });

  test.each([
    'example.com',
    '',
    'https://',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'chrome://settings',
    'view-source:https://example.com',
    'about:blank',
    'ftp://example.com',
    'blob:https://example.com/1',
    'https://user:pass@example.com',
    `https://example.com/${'a'.repeat(4_000)}`,
  ])('S83, D5: %s is refused', (url) => {
    expect(pageUrlProblem(url)).toEqual(expect.any(String));
  });
});
