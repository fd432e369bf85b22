import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planPeriod, startOfMonth, startOfNextMonth } from './plan-period.ts';

const at = (text: string): Date => new Date(text);
const monthly = { resetMode: 'monthly' } as const;
const dates = fc.date({ min: at('2020-01-01'), max: at('2040-01-01'), noInvalidDate: true });

describe('plan periods', () => {
  test.each([
    ['2026-11-15T10:00:00Z', '2026-12-15T09:59:59.999Z', '2026-11-15T10:00:00.000Z', '2026-12-15T10:00:00.000Z'],
    ['2026-11-15T10:00:00Z', '2026-12-15T10:00:00.000Z', '2026-12-15T10:00:00.000Z', '2027-01-15T10:00:00.000Z'],
    ['2026-01-31T00:00:00Z', '2026-02-28T00:00:00.000Z', '2026-02-28T00:00:00.000Z', '2026-03-31T00:00:00.000Z'],
    ['2028-01-31T12:00:00Z', '2028-03-30T12:00:00.000Z', '2028-02-29T12:00:00.000Z', '2028-03-31T12:00:00.000Z'],
    ['2026-11-01T00:00:00Z', '2027-11-01T00:00:00.000Z', '2027-11-01T00:00:00.000Z', '2027-12-01T00:00:00.000Z'],
  ])('S122: with the anchor %s, %s lies in the billing period %s – %s', (anchor, now, start, end) => {
    expect(planPeriod(monthly, at(anchor), at(now))).toEqual({ key: start, start: at(start), end: at(end) });
  });

  test('S122: periods follow each other without a gap, whatever the day of the anchor', () => {
    fc.assert(
      fc.property(dates, dates, (anchor, now) => {
        const { start, end } = planPeriod(monthly, anchor, now);
        if (start === null || end === null) return false;
        const next = planPeriod(monthly, anchor, end);
        return start <= now && now < end && next.start?.getTime() === end.getTime();
      }),
    );
  });

  test.each(['lifetime', 'unlimited'] as const)('N14: a %s allowance has one period, which never ends', (resetMode) => {
    const far = planPeriod({ resetMode }, at('2026-01-01T00:00:00Z'), at('2031-01-01T00:00:00Z'));
    expect(far).toEqual({ key: resetMode, start: null, end: null });
  });

  test('S120: a calendar month ends at 00:00 UTC of the first, over a new year too', () => {
    expect(startOfNextMonth(at('2026-12-31T12:00:00Z'))).toEqual(at('2027-01-01T00:00:00Z'));
    expect(startOfMonth(at('2026-12-31T12:00:00Z'))).toEqual(at('2026-12-01T00:00:00Z'));
  });
});
