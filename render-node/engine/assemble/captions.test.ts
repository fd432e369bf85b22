import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CaptionSource, captionCues, srtFile, vttFile } from './captions.ts';

/** A line spoken at an even pace. */
const spoken = (text: string, startSeconds: number, secondsPerWord: number): CaptionSource => {
  const words = text.split(' ').map((word, index) => ({
    text: word,
    startSeconds: startSeconds + index * secondsPerWord,
    endSeconds: startSeconds + (index + 1) * secondsPerWord,
  }));
  return { text, startSeconds, endSeconds: words.at(-1)?.endSeconds ?? startSeconds, words };
};
const graphemes = (text: string): number => [...new Intl.Segmenter('und').segment(text)].length;

describe('captions', () => {
  test('a sentence is wrapped into two lines of like length', () => {
    const [cue] = captionCues([spoken('Every launch needs a video, and every video takes a week.', 0.3, 0.35)], 10);
    expect(cue?.lines).toEqual(['Every launch needs a video,', 'and every video takes a week.']);
  });
  test('nothing is longer than 2 × 42, overlaps or is out of order, and every word is shown', () => {
    const word = fc.string({
      minLength: 1,
      maxLength: 60,
      unit: fc.constantFrom('a', 'b', 'é', '日', '🎬', 'ש', '.', ','),
    });
    const line = fc.tuple(
      fc.array(word, { minLength: 1, maxLength: 30 }),
      fc.double({ min: 0.05, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (script) => {
        let at = 0.2;
        const sources = script.map(([words, pace]) => {
          const source = spoken(words.join(' '), at, pace);
          at = source.endSeconds + 0.3;
          return source;
        });
        const cues = captionCues(sources, at);
        let earlier = 0;
        for (const { lines, startSeconds, endSeconds } of cues) {
          expect(lines.length === 1 || lines.length === 2).toBe(true);
          for (const text of lines) expect(graphemes(text)).toBeLessThanOrEqual(42);
          expect(startSeconds).toBeGreaterThanOrEqual(earlier);
          expect(endSeconds).toBeGreaterThan(startSeconds);
          earlier = endSeconds;
        }
        const shown = cues
          .flatMap(({ lines }) => lines)
          .join('')
          .replaceAll(' ', '');
        expect(shown).toBe(
          script
            .flatMap(([words]) => words)
            .join('')
            .replaceAll(' ', ''),
        );
      }),
      { numRuns: 100 },
    );
  });
  test('a short remark stays for a second', () => {
    const [cue] = captionCues([spoken('Yes.', 2, 0.3)], 10);
    expect((cue?.endSeconds ?? 0) - (cue?.startSeconds ?? 0)).toBeGreaterThanOrEqual(1);
  });
  test('a word that ends with the video is shown from earlier on rather than for a blink', () => {
    const [cue] = captionCues([spoken('Now', 9.7, 0.3)], 10);
    expect(cue).toMatchObject({ startSeconds: 9, endSeconds: 10 });
  });
  test('SRT counts from one and uses commas, WebVTT escapes markup', () => {
    const cues = [{ startSeconds: 0.3, endSeconds: 3_661.5, lines: ['a <b> & c --> d', 'שלום'] }];
    expect(srtFile(cues)).toBe('1\n00:00:00,300 --> 01:01:01,500\na ‹b› & c --› d\nשלום\n');
    expect(vttFile(cues)).toBe('WEBVTT\n\n00:00:00.300 --> 01:01:01.500\na &lt;b&gt; &amp; c --&gt; d\nשלום\n');
  });
  test('a line without word times is shown over its whole time', () => {
    const cues = captionCues([{ text: 'No times here', words: [], startSeconds: 1, endSeconds: 3 }], 10);
    expect(cues).toEqual([{ startSeconds: 1, endSeconds: 3.4, lines: ['No times here'] }]);
  });
});
