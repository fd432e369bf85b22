import { describe, expect, test } from 'vitest';
import { wordTimings } from './word-timings.ts';

const sound = { startSeconds: 1, endSeconds: 5 };

describe('word times', () => {
  test('pauses that are heard anchor the clauses', () => {
    const pauses = [
      { startSeconds: 2, endSeconds: 3 },
      { startSeconds: 4.4, endSeconds: 4.5 },
    ];
    const words = wordTimings('Stop, then go on.', [2, 1, 1, 2], sound, pauses);
    expect(words.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds])).toEqual([
      [1, 2],
      [3, 3.5],
      [3.5, 4],
      [4, 5],
    ]);
  });
  test('with fewer pauses than clauses all words share the time by weight', () => {
    const words = wordTimings('Stop, go.', [1, 3], sound, []);
    expect(words).toEqual([
      { text: 'Stop,', startSeconds: 1, endSeconds: 2 },
      { text: 'go.', startSeconds: 2, endSeconds: 5 },
    ]);
  });
  test('without weights long words take longer, and the last ends with the sound', () => {
    const words = wordTimings('a extraordinary', null, sound, []);
    expect(words[0]?.endSeconds).toBeLessThan(2);
    expect(words[1]?.endSeconds).toBe(5);
  });
  test('weights of another text are not believed', () => {
    expect(wordTimings('one two', [1], sound, [])[0]?.endSeconds).toBeCloseTo(3, 6);
  });
});
