import { expect, test } from 'vitest';
import { isCurrent, navigation } from './navigation.ts';

test.each([
  ['/', 'Videos'],
  ['/new', 'Videos'],
  ['/new/prompt', 'Videos'],
  ['/projects/prj_1/publish', 'Videos'],
  ['/brands', 'Brands'],
  ['/brands/brd_1', 'Brands'],
  ['/billing', 'Billing'],
  ['/brandsome', undefined],
])('the page at %s belongs to %s alone', (pathname, label) => {
  const current = navigation.filter((line) => isCurrent(line, pathname)).map((line) => line.label);
  expect(current).toEqual(label === undefined ? [] : [label]);
});
