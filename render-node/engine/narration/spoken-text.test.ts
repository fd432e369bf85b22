import { expect, test } from 'vitest';
import { endsClause, spokenText, wordsOf } from './spoken-text.ts';

test('a line loses pictures, control characters and phoneme brackets, and keeps its words', () => {
  expect(spokenText("  Ship it 🚀👍🏽\n[[h@l'oU]] <b>now</b>\u0000!  ")).toBe("Ship it h@l'oU b now /b !");
});

test('letters of every script stay', () => {
  expect(spokenText('Zażółć 日本語 مرحبا naïve')).toBe('Zażółć 日本語 مرحبا naïve');
});

test('pictures alone leave nothing to say', () => {
  expect(spokenText('🎉🇵🇱👩‍💻')).toBe('');
});

test('words are parted by any white space, and punctuation ends a clause', () => {
  expect(wordsOf(' one  two\tthree\n')).toEqual(['one', 'two', 'three']);
  expect(['one,', 'two.”', 'three—', '完了。', 'it'].map(endsClause)).toEqual([true, true, true, true, false]);
});
