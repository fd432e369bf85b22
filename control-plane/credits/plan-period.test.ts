import { describe, expect, test } from 'vitest';
import { periodEnd, planPeriod, startOfMonth, startOfNextMonth } from './plan-period.ts';

const at = (text: string): Date => new Date(text);

describe('plan periods', () => {
  test.each([
    ['2026-11-30T23:59:59.999Z', '2026-11'],
    ['2026-12-01T00:00:00.000Z', '2026-12'],
  ])('S122: %s lies in the monthly period %s', (time, period) => {
    expect(planPeriod({ resetMode: 'monthly' }, at(time))).toBe(period);
  });

  test('S122: a free allowance is given once in a lifetime and never ends', () => {
    expect(planPeriod({ resetMode: 'lifetime' }, at('2031-01-01T00:00:00Z'))).toBe('lifetime');
    expect(periodEnd({ resetMode: 'lifetime' }, at('2031-01-01T00:00:00Z'))).toBeNull();
  });

  test('S120: a month ends at 00:00 UTC of the first, over a new year too', () => {
    expect(startOfNextMonth(at('2026-12-31T12:00:00Z'))).toEqual(at('2027-01-01T00:00:00Z'));
    expect(startOfMonth(at('2026-12-31T12:00:00Z'))).toEqual(at('2026-12-01T00:00:00Z'));
    expect(periodEnd({ resetMode: 'monthly' }, at('2026-02-10T00:00:00Z'))).toEqual(at('2026-03-01T00:00:00Z'));
  });
});
