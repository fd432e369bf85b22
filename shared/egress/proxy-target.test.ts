import { expect, it } from 'vitest';
import { absoluteTarget, connectTarget, hostOf, portOf } from './proxy-target.ts';

it.each([
  ['example.com:443', 'example.com', 443],
  ['EXAMPLE.com.:8443', 'example.com.', 8443],
  ['[2606:4700::1111]:443', '2606:4700::1111', 443],
  ['127.1:80', '127.0.0.1', 80],
  ['0x7f000001:443', '127.0.0.1', 443],
  ['2130706433:443', '127.0.0.1', 443],
  ['[::ffff:7f00:1]:443', '::ffff:7f00:1', 443],
])('CONNECT %s leads to %s, port %i', (authority, host, port) => {
  const target = connectTarget(authority);
  if (target.kind !== 'target') throw new Error(target.code);
  expect([hostOf(target.url), portOf(target.url)]).toEqual([host, port]);
});

it.each([
  '',
  'example.com',
  ':443',
  'example.com:',
  'example.com:0',
  'example.com:70000',
  'user@example.com:443',
  'user:secret@example.com:443',
  '[example.com]:443',
  '[127.0.0.1]:443',
  '[[::1]]:443',
  '[::1%25lo]:443',
  'example.com:443/path',
  'example.com:443#@127.0.0.1',
  'http://example.com:443',
  'example.com:443:80',
  'exa mple.com:443',
  'example.com\\@127.0.0.1:443',
  '%31%32%37.0.0.1:443',
])('D1: CONNECT "%s" is no target', (authority) => {
  expect(connectTarget(authority)).toEqual({ kind: 'refused', code: 'ADDRESS_INVALID' });
});

it.each([
  ['http://example.com/a?b', 'example.com', 80],
  ['HTTP://EXAMPLE.com:8080', 'example.com', 8080],
  ['http://[::1]:90/', '::1', 90],
  ['http://0177.1/', '127.0.0.1', 80],
])('the absolute form %s leads to %s, port %i', (text, host, port) => {
  const target = absoluteTarget(text);
  if (target.kind !== 'target') throw new Error(target.code);
  expect([hostOf(target.url), portOf(target.url)]).toEqual([host, port]);
});

it.each([
  ['/path', 'ADDRESS_INVALID'],
  ['*', 'ADDRESS_INVALID'],
  ['http://', 'ADDRESS_INVALID'],
  ['http://example.com:0/', 'ADDRESS_INVALID'],
  ['ftp://example.com/', 'SCHEME_NOT_ALLOWED'],
  ['https://example.com/', 'SCHEME_NOT_ALLOWED'],
  ['file:///etc/passwd', 'SCHEME_NOT_ALLOWED'],
  ['http://user@example.com/', 'CREDENTIALS_IN_ADDRESS'],
  ['http://127.0.0.1@example.com/', 'CREDENTIALS_IN_ADDRESS'],
])('D1: a request for "%s" is refused: %s', (text, code) => {
  expect(absoluteTarget(text)).toEqual({ kind: 'refused', code });
});
