import { expect, test } from 'vitest';
import { figureOf } from './figures.ts';

test.each([
  ['2,000 teams use it already.', { value: 2000, label: 'Teams use it already', suffix: '' }],
  ['Schon 2.500 Betriebe arbeiten damit.', { value: 2500, label: 'Betriebe arbeiten damit' }],
  ['Rated 4.8 stars by its users', { value: 4.8, decimals: 1, label: 'Stars by its users' }],
  ['It cuts costs by 40% in a year', { value: 40, suffix: '%', label: 'It cuts costs' }],
  ['Revenue grew 23% to $4.2M.', { value: 23, suffix: '%', label: 'Revenue grew' }],
  ['Churn fell to 1.8%.', { value: 1.8, decimals: 1, label: 'Churn fell' }],
  ['$9 a month', { value: 9, prefix: '$', label: 'A month' }],
  ['Searches 1 million lines in a second', { value: 1_000_000, label: 'Lines in a second' }],
])('"%s" counts something', (sentence, figure) => {
  expect(figureOf(sentence)).toMatchObject(figure);
});

test.each([
  'The oven is from 1932.',
  'We open at 6 every day',
  'Saturday 12 July to Monday 14 July',
  'Come to Main Street 5',
  'Version 2.0 is here',
  'You join a team of 12 engineers.',
  'Call 555-0199 now please',
  'No number at all',
])('"%s" has no figure to show', (sentence) => {
  expect(figureOf(sentence)).toBeNull();
});

test('a figure that is weighed by words which would not be seen is none', () => {
  const long =
    'Our customers in the whole of the country reported to us that they needed up to 40 minutes less each day';
  expect(figureOf(long)).toBeNull();
});
