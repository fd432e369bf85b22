import { allowNothing } from '@reelyard/shared/egress/egress-allow.ts';
import { expect, test } from 'vitest';
import { websiteAddress } from './website-address.ts';

const address = (text: string) =>
  websiteAddress(text, { allow: allowNothing, isPublicAddress: () => true }, 'brand.websiteUrl');

test.each([
  ['acme.example', 'https://acme.example/'],
  [' ACME.example/about ', 'https://acme.example/about'],
  ['https://acme.example', 'https://acme.example/'],
])('S20: %j is opened as %s', (text, url) => {
  expect(address(text)).toEqual({ url });
});

test.each(['http://acme.example', 'ftp://acme.example', 'localhost', 'not a site', ''])(
  'S20: %j is refused where it stands',
  (text) => {
    expect(address(text)).toMatchObject({ problem: { path: 'brand.websiteUrl', code: 'BRAND_WEBSITE_INVALID' } });
  },
);
