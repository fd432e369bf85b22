import { describe, expect, it } from 'vitest';
import { type Easing, easedShare, easings } from './easing.ts';

describe('easedShare', () => {
  it.each(Object.keys(easings) as Easing[])('runs from 0 to 1 on %s', (easing) => {
    expect(easedShare(easing, 0)).toBe(0);
    expect(easedShare(easing, 1)).toBe(1);
    expect(easedShare(easing, 0.999)).toBeCloseTo(1, 1);
  });

  it('follows the curve that CSS gives for the same handles', () => {
    expect(easedShare('linear', 0.37)).toBeCloseTo(0.37, 6);
    expect(easedShare('enter', 0.5)).toBeCloseTo(0.972, 2);
    expect(easedShare('travel', 0.5)).toBeCloseTo(0.5, 6);
  });

  it('overshoots only on the pop, and by no more than a tenth', () => {
    const highest = (easing: Easing): number =>
      Math.max(...Array.from({ length: 101 }, (_, index) => easedShare(easing, index / 100)));
    for (const easing of ['enter', 'exit', 'settle', 'travel', 'linear'] as const)
      expect(highest(easing)).toBeLessThanOrEqual(1);
    expect(highest('pop')).toBeGreaterThan(1);
    expect(highest('pop')).toBeLessThan(1.1);
  });
});
