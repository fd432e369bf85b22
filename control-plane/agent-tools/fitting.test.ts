import { expect, test } from 'vitest';
import { bytesOf, clipped, fitting } from './fitting.ts';

test.each([
  ['short', 10, 'short'],
  ['exactly ten', 11, 'exactly ten'],
  ['a longer text', 8, 'a lon…'],
  ['ééééé', 7, 'éé…'],
  ['🎬🎬🎬', 8, '🎬…'],
  ['abc', 1, '…'],
])('%s in %d bytes is %s', (text, maxBytes, expected) => {
  expect(clipped(text, maxBytes)).toBe(expected);
});

test('lists end with the last entry that fits whole', () => {
  const entries = ['aaaa', 'bbbb', 'cccc'];
  for (let maxBytes = 2; maxBytes < 30; maxBytes += 1) {
    const kept = fitting(entries, maxBytes);
    expect(kept).toEqual(entries.slice(0, kept.length));
    expect(bytesOf(kept)).toBeLessThanOrEqual(Math.max(2, maxBytes));
  }
  expect(fitting(entries, 30)).toEqual(entries);
});
