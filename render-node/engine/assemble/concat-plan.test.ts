import { describe, expect, test } from 'vitest';
import { concatList, disagreeing, firstFrames, firstToReencode, framesIn } from './concat-plan.ts';

const scene = (parameterSetsHash: string, frameCount: number) => ({ filePath: 'x', parameterSetsHash, frameCount });

describe('which scenes are encoded again', () => {
  test('none where all parameter sets agree', () => {
    expect(firstToReencode([scene('a', 10), scene('a', 20)])).toBeNull();
  });
  test('the shortest scene of the rarest kind comes first, because it tells what the encoder writes', () => {
    expect(firstToReencode([scene('a', 300), scene('b', 90), scene('a', 10), scene('b', 30)])).toBe(3);
  });
  test('every scene that differs from the encoder follows', () => {
    expect(disagreeing([scene('a', 1), scene('b', 1), scene('a', 1)], 'a')).toEqual([1]);
  });
});

describe('the concat list', () => {
  test('borders never drift: durations add up to the microsecond of the last frame', () => {
    const scenes = Array.from({ length: 50 }, (_, index) => ({ name: `s${index}.mp4`, frameCount: 100 + index }));
    const durations = [...concatList(scenes, 30).matchAll(/duration ([\d.]+)/gu)].map(([, value]) => Number(value));
    const frames = scenes.reduce((sum, { frameCount }) => sum + frameCount, 0);
    const total = durations.reduce((sum, value) => sum + value, 0);
    expect(Math.abs(total - frames / 30)).toBeLessThan(1e-6);
  });
  test('scenes start where the ones before them end', () => {
    expect(firstFrames([{ frameCount: 30 }, { frameCount: 45 }, { frameCount: 7 }])).toEqual([0, 30, 75]);
    expect(framesIn([scene('a', 30), scene('a', 45)])).toBe(75);
  });
});
