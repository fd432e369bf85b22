import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawsFor } from './top-up-draw.ts';

const topUps = [
  { id: 'expires_first', remaining: 3 },
  { id: 'used_up', remaining: 0 },
  { id: 'expires_last', remaining: 10 },
];

describe('S97: what goes beyond the plan', () => {
  test.each([
    ['is nothing below the limit', { usedAfter: 5, planLimit: 10, drawn: 0 }, []],
    ['is nothing at the limit', { usedAfter: 10, planLimit: 10, drawn: 0 }, []],
    ['comes from what expires first', { usedAfter: 12, planLimit: 10, drawn: 0 }, [{ id: 'expires_first', units: 2 }]],
    [
      'goes on with the next one',
      { usedAfter: 15, planLimit: 10, drawn: 0 },
      [
        { id: 'expires_first', units: 3 },
        { id: 'expires_last', units: 2 },
      ],
    ],
    ['is not drawn again', { usedAfter: 15, planLimit: 10, drawn: 5 }, []],
    ['is drawn for what came since', { usedAfter: 16, planLimit: 10, drawn: 5 }, [{ id: 'expires_first', units: 1 }]],
    ['was drawn for a publish that was cancelled', { usedAfter: 11, planLimit: 10, drawn: 5 }, []],
  ])('%s', (_what, use, expected) => {
    expect(drawsFor(use, topUps)).toEqual(expected);
  });

  test('is refused where the top-ups do not reach, and nothing is drawn then', () => {
    expect(drawsFor({ usedAfter: 23, planLimit: 10, drawn: 0 }, topUps)).toHaveLength(2);
    expect(drawsFor({ usedAfter: 24, planLimit: 10, drawn: 0 }, topUps)).toBeNull();
    expect(drawsFor({ usedAfter: 11, planLimit: 10, drawn: 0 }, [])).toBeNull();
  });

  test('is drawn exactly, from none more than it has', () => {
    const given = fc.array(
      fc.nat(50).map((remaining) => ({ remaining })),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.nat(200), fc.nat(100), fc.nat(100), given, (usedAfter, planLimit, drawn, parts) => {
        const all = parts.map(({ remaining }, index) => ({ id: String(index), remaining }));
        const missing = Math.max(0, usedAfter - planLimit - drawn);
        const draws = drawsFor({ usedAfter, planLimit, drawn }, all);
        const left = all.reduce((sum, { remaining }) => sum + remaining, 0);
        expect(draws === null).toBe(missing > left);
        if (draws === null) return;
        expect(draws.reduce((sum, { units }) => sum + units, 0)).toBe(missing);
        for (const { id, units } of draws) expect(units).toBeLessThanOrEqual(all[Number(id)]?.remaining ?? 0);
      }),
    );
  });
});
