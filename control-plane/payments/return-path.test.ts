import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxReturnPathChars, returnPathProblem, returnUrl } from './return-path.ts';

const farm = 'https://farm.test';

describe('N39: a returnPath', () => {
  test.each([
    '/',
    '/billing',
    '/projects/prj_019aa2f1c3d4/export',
    '/billing?tab=passes&page=2',
    '/billing#top-ups',
    '/a/b.c/~d/e;f=1,2/@g:h',
    '/caf%C3%A9',
    '/search?q=https://example.com/',
    '/search?q=a%2Fb',
    '/...',
    '/.well-known',
  ])('may be %s', (path) => {
    expect(returnPathProblem(path)).toBeNull();
    const url = new URL(returnUrl(farm, path, { checkout: 'paid', sessionId: 'pay_1' }));
    expect([url.origin, url.pathname]).toEqual([farm, path.split(/[?#]/, 1)[0]]);
  });

  test.each([
    ['nothing', ''],
    ['no slash', 'billing'],
    ['another host', 'https://evil.test/'],
    ['another host without a scheme', '//evil.test'],
    ['three slashes', '///evil.test'],
    ['backslashes', '\\\\evil.test'],
    ['one backslash', '\\evil.test'],
    ['slash and backslash', '/\\evil.test'],
    ['backslash and slash', '\\/evil.test'],
    ['a backslash further on', '/billing\\..\\..\\evil'],
    ['a tab that browsers drop', '/\t/evil.test'],
    ['a line feed that browsers drop', '/\n/evil.test'],
    ['a carriage return', '/\r/evil.test'],
    ['a new header', '/billing\r\nLocation: https://evil.test'],
    ['an escaped new header', '/billing%0d%0aLocation:%20https://evil.test'],
    ['a NUL', '/billing\u0000'],
    ['an escaped NUL', '/billing%00'],
    ['an escaped DEL', '/billing%7F'],
    ['escaped slashes', '%2f%2fevil.test'],
    ['escaped slashes after one', '/%2f%2fevil.test'],
    ['escaped slashes in capitals', '/%2F%2Fevil.test'],
    ['an escaped backslash', '/%5cevil.test'],
    ['an escaped tab', '/%09/evil.test'],
    ['a way up that leaves two slashes', '/..//evil.test'],
    ['a dot that leaves two slashes', '/.//evil.test'],
    ['a way up', '/billing/../../evil'],
    ['an escaped way up', '/%2e%2e/evil'],
    ['a half escaped way up', '/.%2E/evil'],
    ['two slashes further on', '/billing//evil.test'],
    ['a script', 'javascript:alert(1)'],
    ['a script with a slash before it', 'javascript://%0aalert(1)'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['a user name', '@evil.test'],
    ['a host of a user', 'https://farm.test@evil.test/'],
    ['the host of this farm', 'https://farm.test/billing'],
    ['a port', ':8080/'],
    ['a leading blank', ' /billing'],
    ['a leading blank and another host', ' //evil.test'],
    ['a blank inside', '/bil ling'],
    ['full-width slashes', '／／evil.test'],
    ['a slash and a full-width one', '/／evil.test'],
    ['a division slash', '/\u2215evil.test'],
    ['a full-width backslash', '/＼evil.test'],
    ['a full stop of another script', '/。。/evil'],
    ['text from right to left', '/\u202Ebilling'],
    ['a zero-width blank', '/\u200B/evil.test'],
    ['a byte order mark', '\uFEFF/billing'],
    ['an emoji', '/🎬'],
    ['half of a surrogate pair', '/\uD800'],
    ['markup', '/"><script>alert(1)</script>'],
    ['a quote', '/"onload=alert(1)'],
    ['an escape that is none', '/%zz'],
    ['a cut off escape', '/billing%2'],
    ['a lone percent sign', '/100%'],
    ['an overlong slash', '/%c0%afevil.test'],
    ['an escaped escape', '/%252f%252fevil.test'],
    ['a new header in the query', '/billing?x=%0d%0aLocation:%20https://evil.test'],
    ['brackets', '/[::1]/'],
  ])('is refused with %s', (_what, path) => {
    expect(returnPathProblem(path)?.code).toBe('RETURN_PATH_NOT_LOCAL');
  });

  test('is refused with its length and the limit where it is too long', () => {
    expect(returnPathProblem(`/${'a'.repeat(maxReturnPathChars - 1)}`)).toBeNull();
    expect(returnPathProblem(`/${'a'.repeat(1_000_000)}`)).toEqual({
      code: 'RETURN_PATH_TOO_LONG',
      message: 'It has 1000001 characters; at most 512 are possible.',
    });
  });

  test('that is taken leads to this farm, whatever it is made of', () => {
    const parts = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%2e',
      ':',
      '@',
      '?',
      '#',
      'evil.test',
      '\t',
      'a',
    );
    const paths = fc.oneof(
      fc.array(parts, { maxLength: 8 }).map((each) => each.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(paths, (tail) => {
        const path = `/${tail}`;
        if (returnPathProblem(path) !== null) return;
        const url = new URL(path, farm);
        expect(url.origin).toBe(farm);
        // What a router makes of the path alone is not another host either.
        expect(new URL(url.pathname, farm).origin).toBe(farm);
        expect(new URL(decodeURIComponent(url.pathname), farm).origin).toBe(farm);
      }),
      { numRuns: 5_000 },
    );
  });

  test('gets what the checkout came to, and cannot say that itself', () => {
    const said = '/billing?checkout=paid&sessionId=pay_other&tab=1#x';
    expect(returnUrl(farm, said, { checkout: 'cancelled', sessionId: 'pay_1' })).toBe(
      'https://farm.test/billing?checkout=cancelled&sessionId=pay_1&tab=1#x',
    );
    expect(returnUrl('https://farm.test/below', '/a', { checkout: 'paid', sessionId: 'pay_1' })).toBe(
      'https://farm.test/below/a?checkout=paid&sessionId=pay_1',
    );
  });
});
