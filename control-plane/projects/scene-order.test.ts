import { expect, test } from 'vitest';
import { checkOrder, orderWith, orderWithout } from './scene-order.ts';

test('S44: an order that names every scene once is sound', () => {
  expect(checkOrder(['a', 'b', 'c'], ['c', 'a', 'b'])).toBeNull();
});

test.each([
  [['a'], { missing: ['b'], unknown: [], duplicates: [] }],
  [['a', 'b', 'x', 'x'], { missing: [], unknown: ['x'], duplicates: ['x'] }],
  [['a', 'a', 'b'], { missing: [], unknown: [], duplicates: ['a'] }],
  [[], { missing: ['a', 'b'], unknown: [], duplicates: [] }],
])('S44/N24: the order %j of two scenes is told apart', (wanted, problems) => {
  expect(checkOrder(['a', 'b'], wanted)).toEqual(problems);
});

test('S42/N11: a scene goes to its position; past the end and without one it goes last', () => {
  expect(orderWith(['a', 'b'], 'n', 0)).toEqual(['n', 'a', 'b']);
  expect(orderWith(['a', 'b'], 'n', 1)).toEqual(['a', 'n', 'b']);
  expect(orderWith(['a', 'b'], 'n', 99)).toEqual(['a', 'b', 'n']);
  expect(orderWith(['a', 'b'], 'n', undefined)).toEqual(['a', 'b', 'n']);
});

test('S43: a scene that is taken out leaves the others in order', () => {
  expect(orderWithout(['a', 'b', 'c'], 'b')).toEqual(['a', 'c']);
});
