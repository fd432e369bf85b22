import { expect, it } from 'vitest';
import { isOpenableAddress } from './openable-address.ts';

it.each(['http://a.example/', 'https://a.example', 'HTTPS://A.EXAMPLE', 'https://[2606:4700::1111]/'])(
  '%s may stand in a tab',
  (address) => {
    expect(isOpenableAddress(address)).toBe(true);
  },
);

it.each([
  '',
  'a.example',
  '//a.example',
  'file:///etc/passwd',
  'view-source:https://a.example',
  'chrome://version',
  'chrome-extension://abc/x.html',
  'devtools://devtools/bundled/inspector.html',
  'data:text/html,x',
  'blob:https://a.example/1',
  'javascript:alert(1)',
  'ftp://a.example/',
  'filesystem:https://a.example/temporary/x',
  'about:blank',
  'about:srcdoc',
  'ws://a.example',
  'mailto:a@example.com',
  'intent://a.example',
  'jar:https://a.example!/x',
  ' javascript:alert(1)',
])('D5: "%s" may not', (address) => {
  expect(isOpenableAddress(address)).toBe(false);
});
