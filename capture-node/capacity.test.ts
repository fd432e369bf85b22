import { expect, it } from 'vitest';
import { browserCountFor, browserPlanFor } from './capacity.ts';

const gigabyte = 1_000_000_000;

it.each([
  [{ cores: 2, memoryBytes: 16 * gigabyte, configured: undefined }, 8],
  [{ cores: 16, memoryBytes: 4 * gigabyte, configured: undefined }, 10],
  [{ cores: 64, memoryBytes: 512 * gigabyte, configured: undefined }, 48],
  [{ cores: 1, memoryBytes: gigabyte / 4, configured: undefined }, 2],
  [{ cores: 1, memoryBytes: gigabyte / 4, configured: 7 }, 7],
])('%o holds %i browsers', (machine, count) => {
  expect(browserCountFor(machine)).toBe(count);
});

it('gives jobs and sessions their own browsers, and never more than there are', () => {
  for (let browsers = 2; browsers <= 48; browsers += 1) {
    for (const cores of [1, 2, 4, 16, 64]) {
      const plan = browserPlanFor(browsers, cores);
      expect(plan.jobSlots).toBeGreaterThanOrEqual(1);
      expect(plan.sessionSlots).toBeGreaterThanOrEqual(1);
      expect(plan.jobSlots + plan.sessionSlots).toBe(browsers);
      expect(plan.jobSlots).toBeLessThanOrEqual(cores);
      expect(plan.warmCount).toBeLessThanOrEqual(browsers);
    }
  }
});

it('one browser alone is shared: a session and a job take turns', () => {
  expect(browserPlanFor(1, 2)).toEqual({ browserCount: 1, warmCount: 1, jobSlots: 1, sessionSlots: 1 });
});
