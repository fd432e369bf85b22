import { expect, it } from 'vitest';
import { groundFor, likelyIcons, likelyLogos } from './logo-choice.ts';

const sign = (ref: number, some: Partial<Parameters<typeof likelyLogos>[0][number]>) => ({
  ref,
  box: { x: 40, y: 20, width: 120, height: 32 },
  naturalWidthPx: 0,
  words: '',
  isHomeLink: false,
  isInHeader: false,
  ...some,
});
const refs = (signs: ReturnType<typeof sign>[]): number[] =>
  likelyLogos(signs, 'www.acme.example').map(({ ref }) => ref);

it('N12: takes the picture in the header that leads home for the logo', () => {
  const logo = sign(1, { isHomeLink: true, isInHeader: true });
  const hero = sign(2, { box: { x: 0, y: 300, width: 600, height: 380 }, words: 'hero photo' });
  expect(refs([hero, logo])).toEqual([1]);
});

it('N12: takes the logos of customers for nobody’s', () => {
  expect(refs([sign(1, { words: 'customer logo globex', box: { x: 0, y: 1_400, width: 120, height: 40 } })])).toEqual(
    [],
  );
});

it('N12: takes icons of a menu for no logo', () => {
  expect(
    refs([sign(1, { isInHeader: true, words: 'icon-search', box: { x: 0, y: 20, width: 18, height: 18 } })]),
  ).toEqual([]);
});

it('N12: tries the largest icon first, and the usual place last', () => {
  const icons = [
    { url: 'https://a.example/32.png', sizePx: 32, isApple: false },
    { url: 'https://a.example/touch.png', sizePx: 0, isApple: true },
  ];
  expect(likelyIcons(icons, 'https://a.example/x')).toEqual([
    'https://a.example/touch.png',
    'https://a.example/32.png',
    'https://a.example/favicon.ico',
  ]);
  expect(likelyIcons([{ url: 'data:text/html,x', sizePx: 999, isApple: false }], 'https://a.example/')).toEqual([
    'https://a.example/favicon.ico',
  ]);
});

it('N12: knows a logo for dark ground by its light strokes', () => {
  expect([groundFor(0.95, false), groundFor(0.2, false), groundFor(0.95, true)]).toEqual(['dark', 'light', 'light']);
});
