import { expect, it } from 'vitest';
import { brandNames, pictureAddress, structuredLogos, tidy } from './brand-names.ts';

const signs = { title: '', metas: {}, structured: [], logoAlt: null, hostname: 'www.fernhill.example' };
const json = (value: unknown): string => JSON.stringify(value);

it('N12: trusts structured data before the site’s name, and that before the title', () => {
  const names = brandNames({
    ...signs,
    title: 'Home | Fernhill Goods',
    metas: { 'og:site_name': 'Fernhill' },
    structured: [
      json({
        '@graph': [
          { '@type': 'WebSite', name: 'Fernhill Shop' },
          { '@type': ['Organization'], name: 'Fernhill Ltd' },
        ],
      }),
    ],
  });
  expect(names.map(({ name }) => name)).toEqual(['Fernhill Ltd', 'Fernhill Shop', 'Fernhill', 'Fernhill Goods']);
});

it.each([
  ['Quiet things – Fernhill', 'Fernhill'],
  ['Fernhill: quiet things for busy homes', 'Fernhill'],
  ['Pricing | Plans | Something Else', 'Pricing'],
])('N12: finds the name in the title %s', (title, name) => {
  expect(brandNames({ ...signs, title })).toEqual([{ source: 'title', name }]);
});

it('N12: takes a sentence in the title for no name', () => {
  expect(brandNames({ ...signs, title: 'The seventeen best teapots that money can buy this autumn' })).toEqual([]);
});

it('N12: says each name once, and takes "logo" off the picture’s words', () => {
  expect(brandNames({ ...signs, metas: { 'og:site_name': 'Fernhill' }, logoAlt: 'Fernhill logo' })).toHaveLength(1);
});

it.each([
  ['broken', '{"@type":'],
  ['deep', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  ['null', 'null'],
  ['odd', json({ '@type': 7, name: {} })],
])('N12: reads nothing from %s structured data', (_, text) => {
  expect(brandNames({ ...signs, structured: [text] })).toEqual([]);
});

it('N12: cleans what a page calls itself: no control characters, no turned text, no end of it', () => {
  expect(tidy('a\u0000b\u202Ec \n d', 20)).toBe('a b c d');
  const [name] = brandNames({ ...signs, metas: { 'og:site_name': 'x'.repeat(9_000) } });
  expect(name?.name).toHaveLength(200);
});

it('N12: takes only web addresses for pictures', () => {
  expect(pictureAddress('/logo.svg', 'https://a.example/x/')).toBe('https://a.example/logo.svg');
  for (const address of ['javascript:alert(1)', 'file:///etc/passwd', 'data:image/png;base64,AA', 'http://['])
    expect(pictureAddress(address, 'https://a.example/')).toBeNull();
  expect(structuredLogos([json({ '@type': 'Brand', logo: { url: '/l.png' } })], 'https://a.example/')).toEqual([
    'https://a.example/l.png',
  ]);
});
