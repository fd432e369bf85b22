import { expect, test } from 'vitest';
import { speechShape } from './speech-shape.ts';

const rateHz = 8_000;
/** A tone that sounds in the given spans. */
const tone = (lengthSeconds: number, spans: readonly (readonly [number, number])[]): Float32Array =>
  Float32Array.from({ length: lengthSeconds * rateHz }, (_, index) => {
    const t = index / rateHz;
    return spans.some(([from, to]) => t >= from && t < to) ? 0.5 * Math.sin(2 * Math.PI * 300 * t) : 0;
  });

test('sound is found between the silence before and after it, pauses longest first', () => {
  const { sound, pauses } = speechShape(
    tone(4, [
      [0.5, 1.2],
      [1.4, 2],
      [2.05, 2.5],
      [3, 3.4],
    ]),
    rateHz,
  );
  expect(sound?.startSeconds).toBeCloseTo(0.5, 2);
  expect(sound?.endSeconds).toBeCloseTo(3.4, 2);
  expect(pauses.map(({ startSeconds }) => startSeconds.toFixed(1))).toEqual(['2.5', '1.2']);
});

test('silence has no sound', () => {
  expect(speechShape(new Float32Array(800), rateHz)).toEqual({ sound: null, pauses: [] });
  expect(speechShape(new Float32Array(0), rateHz)).toEqual({ sound: null, pauses: [] });
});
