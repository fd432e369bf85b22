import { expect, test } from 'vitest';
import { pictureSourceOf } from './picture-source.ts';

test.each([
  [undefined, { kind: 'none' }],
  ['', { kind: 'none' }],
  [7, { kind: 'none' }],
  ['data:image/png;base64,AA==', { kind: 'inline', src: 'data:image/png;base64,AA==' }],
  [
    'https://cdn.acme.test/logo.png?x=1',
    { kind: 'remote', host: 'cdn.acme.test', address: 'https://cdn.acme.test/logo.png?x=1' },
  ],
  ['javascript:alert(1)', { kind: 'remote', host: '', address: 'javascript:alert(1)' }],
  ['not an address', { kind: 'remote', host: 'not an address', address: 'not an address' }],
])('E9: %j is told as %j, and never becomes an address of a picture but inline', (value, source) => {
  expect(pictureSourceOf(value)).toEqual(source);
});
