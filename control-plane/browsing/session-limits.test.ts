import { describe, expect, test } from 'vitest';
import { billedSeconds, browseDay, dueClose, endsForCredits, expiresAt, isHeld, sessionEnd } from './session-limits.ts';

const openedAt = new Date('2026-11-20T10:00:00.000Z');
const at = (seconds: number): Date => new Date(openedAt.getTime() + seconds * 1_000);
const session = (lastUsed: number, ends = 3_600) => ({ openedAt, lastUsedAt: at(lastUsed), endsAt: at(ends) });

describe('the life of a session', () => {
  test.each([
    ['used a moment ago', session(100), 101, null],
    ['one second before it is idle', session(100), 699, null],
    ['idle for ten minutes', session(100), 700, 'idle'],
    ['busy until the hour is over', session(3_599), 3_600, 'hour'],
    ['busy until the money is over', session(599, 600), 600, 'credits'],
    ['idle and long past its hour', session(3_000), 9_000, 'hour'],
  ] as const)('S31: a session that is %s', (_what, found, now, expected) => {
    expect(dueClose(found, at(now))).toBe(expected);
  });

  test('S25: it expires ten minutes after its last use, and never after its end', () => {
    expect(expiresAt(session(100))).toEqual(at(700));
    expect(expiresAt(session(3_300))).toEqual(at(3_600));
  });

  test('N53: a session ends where the last block that can be paid ends, at the latest after an hour', () => {
    expect(sessionEnd(openedAt, 600)).toEqual(at(600));
    expect(sessionEnd(openedAt, 90_000)).toEqual(at(3_600));
    expect(sessionEnd(openedAt, null)).toEqual(at(3_600));
  });

  test('N53: it warns in its last five minutes, where it is money and not the hour that ends it', () => {
    expect(endsForCredits(session(0, 600), at(299))).toBe(false);
    expect(endsForCredits(session(0, 600), at(300))).toBe(true);
    expect(endsForCredits(session(0, 3_600), at(3_599))).toBe(false);
  });

  test.each([
    [session(0), 0],
    [session(300), 300],
    [{ ...session(0), lastUsedAt: new Date(openedAt.getTime() + 300_999) }, 300],
    [session(4_000), 3_600],
    [session(-5), 0],
  ])('S121: time is billed in whole seconds to the last use (case %#)', (found, expected) => {
    expect(billedSeconds(found)).toBe(expected);
  });

  test('S120: the day of the browser minutes is the UTC one', () => {
    const late = browseDay(new Date('2026-12-31T23:59:59.999Z'));
    expect([late.start, late.end].map((time) => time.toISOString())).toEqual([
      '2026-12-31T00:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
    ]);
  });

  test('a hold is over at its end, not a moment later', () => {
    expect(isHeld({ humanHoldUntil: at(10) }, at(9))).toBe(true);
    expect(isHeld({ humanHoldUntil: at(10) }, at(10))).toBe(false);
    expect(isHeld({ humanHoldUntil: null }, at(10))).toBe(false);
  });
});
