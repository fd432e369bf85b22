import { expect, test } from 'vitest';
import { loopCrossfadeSeconds, musicParts } from './music-plan.ts';

const source = { durationSeconds: 80, loop: { startSeconds: 20, endSeconds: 60 } };
const lengthOf = (parts: ReturnType<typeof musicParts>): number =>
  parts.reduce((sum, part) => sum + part.endSeconds - part.startSeconds, 0) - (parts.length - 1) * loopCrossfadeSeconds;

test('a video shorter than the track takes its beginning', () => {
  expect(musicParts(source, 12)).toEqual([{ startSeconds: 0, endSeconds: 12 }]);
});

test('a longer video goes round between the loop points, and the parts add up to its length', () => {
  for (const total of [80.5, 100, 133.7, 240, 600]) {
    const parts = musicParts(source, total);
    expect(lengthOf(parts)).toBeCloseTo(total, 6);
    for (const part of parts.slice(1)) expect(part.startSeconds).toBe(20);
    for (const part of parts) expect(part.endSeconds).toBeLessThanOrEqual(80);
  }
});

test('a track that may not be repeated plays once', () => {
  expect(musicParts({ durationSeconds: 80, loop: null }, 200)).toEqual([{ startSeconds: 0, endSeconds: 80 }]);
});
