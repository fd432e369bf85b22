import { expect, test } from 'vitest';
import { didYouMean, editDistance } from './did-you-mean.ts';

test.each([
  ['', '', 0],
  ['abc', '', 3],
  ['kitten', 'sitting', 3],
  ['haedline', 'headline', 1],
  ['flaw', 'lawn', 2],
])('the distance of "%s" and "%s" is %i', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
  expect(editDistance(b, a)).toBe(distance);
});

const known = ['headline', 'eyebrow', 'primaryColor', 'item1'];

test.each([
  ['headine', 'headline'],
  ['HEADLINE', 'headline'],
  ['primary_color', 'primaryColor'],
  ['primaryColour', 'primaryColor'],
  ['item', 'item1'],
])('N22: "%s" probably means "%s"', (typed, meant) => {
  expect(didYouMean(typed, known)).toBe(meant);
});

test.each(['background', '', '___', 'x'.repeat(10_000)])('N22: nothing is near "%.20s"', (typed) => {
  expect(didYouMean(typed, known)).toBeNull();
});
