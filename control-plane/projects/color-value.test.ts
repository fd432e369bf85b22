import { expect, test } from 'vitest';
import { parseColor } from './color-value.ts';

test.each([
  ['#fff', '#ffffff'],
  ['#1D4ED8', '#1d4ed8'],
  [' #abc ', '#aabbcc'],
  ['rgb(29, 78, 216)', '#1d4ed8'],
  ['rgb(29 78 216)', '#1d4ed8'],
  ['RGB(0,0,0)', '#000000'],
  ['hsl(0, 100%, 50%)', '#ff0000'],
  ['hsl(120deg 100% 25%)', '#008000'],
  ['hsl(360, 100%, 50%)', '#ff0000'],
  ['hsl(210, 50%, 40%)', '#336699'],
])('%s is %s', (text, hex) => {
  expect(parseColor(text)).toBe(hex);
});

test.each([
  '',
  'red',
  '#12345',
  '#ggg',
  'rgb(256, 0, 0)',
  'hsl(0, 101%, 0%)',
  'hsl(361, 0%, 0%)',
  'url(#a)',
  '#ffffff;',
])('"%s" is no colour', (text) => {
  expect(parseColor(text)).toBeNull();
});
