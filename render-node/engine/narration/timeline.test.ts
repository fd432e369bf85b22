import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeLines } from './timeline.ts';

const scene = (sceneStartSeconds: number, sceneDurationSeconds: number, spokenSeconds: number) => ({
  sceneStartSeconds,
  sceneDurationSeconds,
  spokenSeconds,
});

describe('lines on the timeline', () => {
  test('a short line starts 300 ms after the cut, at its own pace', () => {
    expect(placeLines([scene(5, 4, 2)], 9)).toEqual([{ startSeconds: 5.3, endSeconds: 7.3, tempo: 1, fits: true }]);
  });
  test('a tight line gives up air after the cut before it is spoken faster', () => {
    const [line] = placeLines([scene(0, 4, 3.75)], 4);
    expect(line).toMatchObject({ tempo: 1, fits: true });
    expect(line?.startSeconds).toBeCloseTo(0.15, 6);
  });
  test('a long line is spoken at most 15 % faster and is done before the cut', () => {
    const [line] = placeLines([scene(0, 4, 4.2)], 4);
    expect(line?.tempo).toBeCloseTo(4.2 / 3.78, 6);
    expect(line).toMatchObject({ fits: true });
    expect(line?.endSeconds).toBeLessThanOrEqual(3.9 + 1e-9);
  });
  test('a line that is too long even then is reported, and may go on into the silence after it', () => {
    const [line] = placeLines([scene(0, 4, 6), scene(8, 4, 1)], 12);
    expect(line).toMatchObject({ tempo: 1.15, fits: false });
    expect(line?.endSeconds).toBeCloseTo(0.12 + 6 / 1.15, 6);
  });
  test('it never goes on into the next line or past the end', () => {
    const lines = placeLines([scene(0, 2, 5), scene(2, 2, 5)], 4);
    expect(lines[0]?.endSeconds).toBeCloseTo(2, 6);
    expect(lines[1]?.endSeconds).toBe(4);
  });
  test('whatever fits keeps 120–350 ms of air and lies inside its scene', () => {
    const durations = fc.array(
      fc.tuple(fc.double({ min: 1, max: 12, noNaN: true }), fc.double({ min: 0.2, max: 14, noNaN: true })),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(durations, (script) => {
        let at = 0;
        const rooms = script.map(([duration, spoken]) => {
          const room = scene(at, duration, spoken);
          at += duration;
          return room;
        });
        let earlier = 0;
        for (const [index, line] of placeLines(rooms, at).entries()) {
          const room = rooms[index] ?? scene(0, 0, 0);
          const air = line.startSeconds - room.sceneStartSeconds;
          expect(air).toBeGreaterThanOrEqual(0.12 - 1e-9);
          expect(air).toBeLessThanOrEqual(0.35);
          expect(line.tempo).toBeLessThanOrEqual(1.15);
          expect(line.startSeconds).toBeGreaterThanOrEqual(earlier);
          expect(line.endSeconds).toBeLessThanOrEqual(at);
          if (line.fits) expect(line.endSeconds).toBeLessThan(room.sceneStartSeconds + room.sceneDurationSeconds);
          earlier = line.endSeconds;
        }
      }),
    );
  });
});
