import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { duckedSpans, duckingExpression } from './ducking.ts';

/** Evaluates the expression as ffmpeg's volume filter would. */
const gainAt = (expression: string, t: number): number => {
  const clip = (x: number, low: number, high: number): number => Math.min(high, Math.max(low, x));
  return runInNewContext(expression, { t, clip, exp: Math.exp }) as number;
};
const decibels = (gain: number): number => 20 * Math.log10(gain);

describe('ducking', () => {
  const expression = duckingExpression(
    [
      { startSeconds: 2, endSeconds: 4 },
      { startSeconds: 4.8, endSeconds: 6 },
      { startSeconds: 12, endSeconds: 13 },
    ],
    9,
  );
  test('the bed is down when the voice sets in and stays down between sentences', () => {
    for (const t of [2, 3, 4.4, 4.8, 6, 12, 13]) expect(decibels(gainAt(expression, t))).toBeCloseTo(-9, 2);
  });
  test('it goes down in 200 ms and comes back in 600 ms, straight in decibels', () => {
    expect(decibels(gainAt(expression, 1.8))).toBeCloseTo(0, 2);
    expect(decibels(gainAt(expression, 1.9))).toBeCloseTo(-4.5, 2);
    expect(decibels(gainAt(expression, 6.3))).toBeCloseTo(-4.5, 2);
    expect(decibels(gainAt(expression, 6.6))).toBeCloseTo(0, 2);
  });
  test('the bed is untouched where nobody speaks', () => {
    expect(gainAt(expression, 9)).toBe(1);
    expect(duckingExpression([{ startSeconds: 3, endSeconds: 3 }], 9)).toBe('1');
  });
  test('lines in any order become the same stretches', () => {
    const spans = [
      { startSeconds: 5, endSeconds: 6 },
      { startSeconds: 0, endSeconds: 4.5 },
    ];
    expect(duckedSpans(spans)).toEqual([{ startSeconds: 0, endSeconds: 6 }]);
  });
});
