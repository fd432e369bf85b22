import { expect, it } from 'vitest';
import { cpuShare, type Sight } from './watchdog.ts';

const sight = (atMs: number, ticks: Record<number, number>): Sight => ({
  atMs,
  cpuTicks: new Map(Object.entries(ticks).map(([pid, count]) => [Number(pid), count])),
});

it('D9: counts the time of all processes, new ones from their start, and forgets those that are gone', () => {
  expect(cpuShare(sight(0, { 1: 100 }), sight(1_000, { 1: 150 }))).toBeCloseTo(0.5);
  expect(cpuShare(sight(0, { 1: 100 }), sight(1_000, { 1: 150, 2: 100 }))).toBeCloseTo(1.5);
  expect(cpuShare(sight(0, { 1: 100, 2: 900 }), sight(1_000, { 1: 100 }))).toBe(0);
  expect(cpuShare(sight(5, { 1: 1 }), sight(5, { 1: 1 }))).toBe(0);
});
