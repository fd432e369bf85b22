import { describe, expect, test } from 'vitest';
import { mergeProfile, profileDomains } from './merge-profile.ts';

const cookie = (domain: string, value: string) => ({ name: 'sid', value, domain, path: '/' });
const origin = (address: string, value: string) => ({ origin: address, localStorage: [{ name: 'token', value }] });

const before = {
  cookies: [cookie('.shop.example', 'old'), cookie('mail.example', 'kept'), cookie('127.0.0.1', 'old')],
  origins: [origin('https://app.shop.example', 'old'), origin('https://mail.example', 'kept')],
};

describe('what a session brings home', () => {
  test('replaces what was known of the sites that it showed, and leaves the others alone', () => {
    const merged = mergeProfile(before, {
      profile: {
        cookies: [cookie('.shop.example', 'new'), cookie('mail.example', 'stale'), cookie('.ads.example', 'tracker')],
        origins: [origin('https://app.shop.example', 'new'), origin('https://ads.example', 'tracker')],
      },
      sites: ['shop.example'],
    });
    expect(merged.cookies.map(({ domain, value }) => [domain, value])).toEqual([
      ['mail.example', 'kept'],
      ['127.0.0.1', 'old'],
      ['.shop.example', 'new'],
    ]);
    expect(merged.origins.map((each) => each.origin)).toEqual(['https://mail.example', 'https://app.shop.example']);
  });

  test('a sign-out is kept as well: what is gone from a site that was shown is gone', () => {
    expect(
      mergeProfile(before, { profile: { cookies: [], origins: [] }, sites: ['mail.example'] }).cookies,
    ).toHaveLength(2);
  });

  test('a site is not the end of another name, and an address may carry a port', () => {
    const merged = mergeProfile(before, {
      profile: { cookies: [], origins: [] },
      sites: ['p.example', '127.0.0.1:8080'],
    });
    expect(merged.cookies.map(({ domain }) => domain)).toEqual(['.shop.example', 'mail.example']);
  });

  test('N35: the domains of a profile are the sites that it knows something of', () => {
    expect(profileDomains(before, ['shop.example', 'mail.example', 'shop.example', 'never.example'])).toEqual([
      'mail.example',
      'shop.example',
    ]);
  });
});
