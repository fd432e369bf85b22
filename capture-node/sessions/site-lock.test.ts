import { describe, expect, test } from 'vitest';
import { isIdentityProvider, siteLock, siteOf } from './site-lock.ts';

describe('the site lock', () => {
  test.each([
    ['https://www.example.co.uk/a?b', 'example.co.uk'],
    ['https://shop.example.com:8443/', 'example.com'],
    ['https://anna.github.io/x', 'anna.github.io'],
    ['https://app-1.vercel.app', 'app-1.vercel.app'],
    ['http://127.0.0.1:8080/', '127.0.0.1:8080'],
    ['http://[::1]:3000/', '[::1]:3000'],
    ['http://intranet/wiki', 'intranet'],
    ['http://localhost:3000/', 'localhost:3000'],
    ['https://bücher.example.de/', 'example.de'],
    ['about:blank', null],
    ['data:text/html,x', null],
    ['nonsense', null],
  ])('S83: the site of %s is %s', (address, expected) => {
    expect(siteOf(address)).toBe(expected);
  });

  test('S83: subdomains of a site are open, other sites are not, and neither is the neighbour on a hosting platform', () => {
    const lock = siteLock();
    lock.add('https://www.example.com/pricing');
    lock.add('https://anna.github.io/');
    for (const open of ['http://example.com', 'https://a.b.example.com/x', 'https://anna.github.io/y', 'about:blank']) {
      expect(lock.allows(open), open).toBe(true);
    }
    for (const shut of [
      'https://example.org',
      'https://example.com.evil.net',
      'https://notexample.com',
      'https://bert.github.io',
      'https://github.io',
      'data:text/html,x',
      'file:///etc/passwd',
      'blob:https://example.com/1',
    ]) {
      expect(lock.allows(shut), shut).toBe(false);
    }
  });

  test.each([
    ['https://accounts.google.com/o/oauth2/v2/auth', true],
    ['https://acme.okta.com/login', true],
    ['https://eu.acme.auth0.com/authorize', true],
    ['https://appleid.apple.com/auth', true],
    ['https://github.com/login/oauth/authorize?x', true],
    ['https://github.com/acme/repo', false],
    ['https://www.google.com/search', false],
    ['http://accounts.google.com/', false],
    ['https://accounts.google.com.evil.net/', false],
    ['https://okta.com.evil.net/', false],
    ['https://evilokta.com/', false],
  ])('S83: %s is a hosted identity provider: %s', (address, expected) => {
    expect(isIdentityProvider(address)).toBe(expected);
  });
});
