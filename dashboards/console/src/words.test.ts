import { expect, test } from 'vitest';
import { agoText, counted, durationText, etaText, momentText, sizeText, statusWords } from './words.ts';

test.each([
  [1, '1 scene'],
  [0, '0 scenes'],
  [1_500, '1,500 scenes'],
])('%i is counted', (count, text) => expect(counted(count, 'scene')).toBe(text));

test.each([
  [4.5, '4.5 s'],
  [6, '6 s'],
  [65.2, '1 min 05 s'],
])('%s seconds last', (seconds, text) => expect(durationText(seconds)).toBe(text));

test.each([
  [null, null],
  [0, 'a few seconds left'],
  [12, 'about 15 seconds left'],
  [58, 'about a minute left'],
  [600, 'about 10 minutes left'],
])('an estimate of %s s is told roughly', (seconds, text) => expect(etaText(seconds)).toBe(text));

test.each([
  [10, '1 kB'],
  [999_000, '999 kB'],
  [3_400_000, '3.4 MB'],
])('%i bytes', (bytes, text) => expect(sizeText(bytes)).toBe(text));

test.each([
  ['2026-11-21T12:00:00Z', 'just now'],
  ['2026-11-21T11:30:00Z', '30 minutes ago'],
  ['2026-11-20T11:00:00Z', 'yesterday'],
  ['2026-11-11T12:00:00Z', '10 days ago'],
])('%s was %s', (time, text) => expect(agoText(time, new Date('2026-11-21T12:00:10Z'))).toBe(text));

test('a moment stands at the time of the reader', () => {
  expect(momentText('2026-11-21T14:05:00.000Z', 'Asia/Tokyo')).toBe('21 Nov 2026, 23:05');
});

test('every status has words', () => {
  expect(Object.values(statusWords).every(({ label }) => /^[A-Z][a-z ]+$/.test(label))).toBe(true);
});
