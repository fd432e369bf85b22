import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  asPhrase,
  asSentence,
  capitalised,
  cutAtWord,
  endsAsSentence,
  fittingHead,
  isSayable,
  lengthOf,
  lineWithin,
  plainText,
  sentencesOf,
} from './sentences.ts';

test.each([
  ['It works. 2,000 teams use it.', ['It works.', '2,000 teams use it.']],
  ['We met Dr. Jensen, e.g. at noon. Fine!', ['We met Dr. Jensen, e.g. at noon.', 'Fine!']],
  ['Go to acme.example. Then wait.', ['Go to acme.example.', 'Then wait.']],
  ['毎朝焙煎しています。ぜひどうぞ。', ['毎朝焙煎しています。', 'ぜひどうぞ。']],
  ['هل تعرفنا؟ نحن هنا.', ['هل تعرفنا؟', 'نحن هنا.']],
])('"%s" has its sentences', (text, sentences) => {
  expect(sentencesOf(text, 'en')).toEqual(sentences);
});

test.each([
  ['try it', 'Try it.'],
  ['Great bread 🍞🥐', 'Great bread.'],
  ['See https://www.acme.example/a?b=c today!', 'See acme.example today!'],
  ['静かな席', '静かな席。'],
  ['हमारी दुकान', 'हमारी दुकान।'],
  ['He said "come', 'He said come.'],
  ['It respects .gitignore files', 'It respects .gitignore files.'],
  ['It ends twice. .', 'It ends twice.'],
  ['iPhone cases', 'iPhone cases.'],
  ['🚀🚀', ''],
])('"%s" is said as "%s"', (text, sentence) => {
  expect(asSentence(text)).toBe(sentence);
});

test.each([
  [
    'Planwise is a project planner for small teams that turns notes into tasks.',
    46,
    'Planwise is a project planner for small teams',
  ],
  ['We bake sourdough bread, butter croissants and rye rolls by hand.', 44, 'We bake sourdough bread'],
  ['Schluss mit Papierkram, Telefonketten und verlorenen Schlüsseln.', 55, null],
  ['Northwind is looking for a senior firmware engineer in Rotterdam.', 40, null],
  ['When you bake at home, we deliver flour to your door every week.', 40, null],
  ['The code is at acme.example under the licence of MIT.', 40, 'The code is at acme.example'],
])('S85: "%s" in %i characters ends where a sentence can: %s', (text, limit, head) => {
  expect(fittingHead(text, limit)).toBe(head);
});

test('a phrase has no mark at its end but the one of a question', () => {
  expect(asPhrase('try it now!')).toBe('Try it now');
  expect(asPhrase('tired of waiting?')).toBe('Tired of waiting?');
  expect(capitalised('planwise.example is here')).toBe('planwise.example is here');
});

test('marks of layout are taken off, lines stay lines', () => {
  expect(plainText('# **Bold** and `code`\r\n> see [here](https://a.example)\u202E')).toBe('Bold and code\nsee here');
});

test('a cut text ends at a word and never inside a grapheme', () => {
  expect(cutAtWord('A planner for small teams', 16)).toBe('A planner for…');
  expect(cutAtWord('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 9)).toBe('👩‍👩‍👧‍👦…');
});

test('S85: whatever the text, a line is whole sentences within its budget, or there is none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 1, max: 80 }), (text, limit) => {
      const line = lineWithin(text, limit);
      if (line === null) return;
      expect(lengthOf(line)).toBeLessThanOrEqual(limit);
      expect(endsAsSentence(line) && isSayable(line)).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 1, max: 80 }), (text, limit) => {
      expect(lengthOf(cutAtWord(text, limit))).toBeLessThanOrEqual(limit);
    }),
  );
});

test('S85: of several sentences as many are said as fit, and none is cut in two', () => {
  expect(lineWithin('Sourdough baked every night. Open from 6 am. By bike.', 48)).toBe(
    'Sourdough baked every night. Open from 6 am.',
  );
  expect(lineWithin('Sourdough baked every night. Open from 6 am.', 38)).toBe('Sourdough baked every night.');
  expect(lineWithin('Dr. Weber and Dr. Klein open a practice with a lab', 48)).not.toBe('Dr. Weber and Dr.');
});
