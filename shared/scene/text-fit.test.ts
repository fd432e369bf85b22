import { describe, expect, it } from 'vitest';
import { cleanText, fitText } from './text-fit.ts';

/** A face whose characters are all half as wide as they are high; ideographs are full. */
const measure = (text: string, size: number): number =>
  Array.from(text).reduce(
    (sum, character) => sum + (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(character) ? 1 : 0.5),
    0,
  ) * size;

const policy = { size: 100, minSize: 60, lineHeight: 1.1, maxLines: 2, balance: true, width: 1000 };
const fit = (text: string, changed: Partial<typeof policy> = {}) => fitText(text, { ...policy, ...changed }, measure);

describe('fitText', () => {
  it.each([
    ['a short text on one line at full size', 'Ship it', { size: 100, lines: ['Ship it'] }],
    [
      'a longer text on two lines of like length',
      'Ship your launch film before lunch',
      { size: 100, lines: ['Ship your launch', 'film before lunch'] },
    ],
    [
      'no lonely word on the last line',
      'Everything you need right now',
      { size: 100, lines: ['Everything you', 'need right now'] },
    ],
    ['explicit line breaks as they are', 'One\ntwo', { size: 100, lines: ['One', 'two'] }],
    ['nothing where there is nothing', '  \n ', { size: 100, lines: [] }],
  ])('sets %s', (_what, text, expected) => {
    expect(fit(text)).toEqual({ ...expected, cut: false });
  });

  it('shrinks only after wrapping, and uses the lines that the height then holds', () => {
    const fitted = fit('Everything that your team needs to plan and write and publish a film');
    expect(fitted.cut).toBe(false);
    expect(fitted.size).toBeLessThan(100);
    expect(fitted.size).toBeGreaterThanOrEqual(60);
    expect(fitted.lines.length * fitted.size).toBeLessThanOrEqual(200);
    for (const line of fitted.lines) expect(measure(line, fitted.size)).toBeLessThanOrEqual(policy.width);
  });

  it('shrinks for one long word rather than break it', () => {
    const fitted = fit('Donaudampfschifffahrtsgesell');
    expect(fitted.lines).toEqual(['Donaudampfschifffahrtsgesell']);
    expect(fitted.size).toBeLessThan(100);
  });

  it('ends in an ellipsis only where the smallest size does not hold the text', () => {
    const fitted = fit('word '.repeat(200));
    expect(fitted.cut).toBe(true);
    expect(fitted.size).toBe(60);
    expect(fitted.lines.at(-1)).toMatch(/…$/u);
    for (const line of fitted.lines) expect(measure(line, 60)).toBeLessThanOrEqual(policy.width);
  });

  it('breaks Japanese between words, never before closing punctuation', () => {
    const fitted = fit('製品の発表動画を、ランチの前に完成させましょう。');
    expect(fitted.lines.join('')).toBe('製品の発表動画を、ランチの前に完成させましょう。');
    for (const line of fitted.lines) expect(line).not.toMatch(/^[、。」]/u);
  });

  it('never tears a grapheme apart', () => {
    const fitted = fit('👩🏽‍💻'.repeat(300));
    for (const line of fitted.lines) expect(line.replaceAll('👩🏽‍💻', '')).toMatch(/^…?$/u);
  });

  it('measures a bounded part of a word of 10,000 characters', () => {
    let measured = 0;
    const counting = (text: string, size: number): number => {
      measured += text.length;
      return measure(text, size);
    };
    const fitted = fitText('w'.repeat(10_000), policy, counting);
    expect(fitted.cut).toBe(true);
    expect(fitted.lines.length).toBe(3);
    expect(measured).toBeLessThan(2_000_000);
  });
});

describe('cleanText', () => {
  it.each([
    ['control characters', 'a\u0000b\u0007c\u001b[0m', 'a b c [0m'],
    ['lone surrogates', 'a\ud800b', 'a b'],
    ['runs of spaces and tabs', 'a \t  b', 'a b'],
    ['line ends of every kind', 'a\r\nb\u2028c', 'a\nb\nc'],
    ['empty lines', '\n\na\n\n\nb\n', 'a\nb'],
    ['a hyphen that fonts lack', 'on\u2011brand', 'on-brand'],
  ])('strips %s', (_what, text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });

  it('keeps what shapes its neighbours: joiners, variation selectors, direction marks', () => {
    for (const text of ['👩🏽‍💻', '❤️', '\u200fabc', 'می‌خواهم']) expect(cleanText(text)).toBe(text);
  });
});
