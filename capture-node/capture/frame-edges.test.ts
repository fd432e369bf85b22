import { expect, it } from 'vitest';
import { calmestStart } from './frame-edges.ts';

it('stays where it is wanted while its edges cut nothing', () => {
  expect(calmestStart(100, { least: 0, most: 300 }, 500, [{ from: 200, to: 400 }])).toBe(100);
});

it('moves to the next place at which no part is cut', () => {
  const start = calmestStart(100, { least: 0, most: 300 }, 500, [{ from: 60, to: 160 }]);
  expect(start <= 60 || start >= 158).toBe(true);
  expect(Math.abs(start - 100)).toBeLessThan(70);
});

it('never leaves its bounds, whatever it cuts', () => {
  const start = calmestStart(100, { least: 90, most: 110 }, 500, [{ from: 0, to: 400 }]);
  expect(start >= 90 && start <= 110).toBe(true);
  expect(calmestStart(900, { least: 0, most: 300 }, 500, [])).toBe(300);
});

it('does not mind parts that are larger than the frame', () => {
  expect(calmestStart(40, { least: 0, most: 400 }, 500, [{ from: 0, to: 2_000 }])).toBe(40);
});
