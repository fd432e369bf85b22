import { describe, expect, test } from 'vitest';
import { dayIsOver, personIsAtIt, sessionEnded, tooManySessions, tooManySteps } from './browse-refusals.ts';
import { type CloseReason, closeReasons } from './session.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const later = new Date('2026-11-20T10:01:30.500Z');

describe('the refusals of browsing', () => {
  test.each([
    [tooManySessions(later, now), 'BROWSE_CONCURRENCY', { limit: 3, used: 3, requested: 1 }],
    [tooManySteps(148, 4, 150, later, now), 'BROWSE_SESSION_STEPS', { limit: 150, used: 148, requested: 4 }],
    [dayIsOver('test', 2_401, later, now), 'BROWSE_DAILY_MINUTES', { limit: 40, used: 40, requested: 1 }],
    [personIsAtIt(later, now), 'HUMAN_HOLD', { humanHoldUntil: later.toISOString() }],
  ])('S119: %# is a 429 that says when it ends', (refusal, code, body) => {
    expect(refusal).toMatchObject({ kind: 'too_many_requests', code });
    expect(refusal.body).toMatchObject({ ...body, resetsAt: '2026-11-20T10:01:30.500Z' });
    expect(refusal.headers['retry-after']).toBe('91');
  });

  test.each(closeReasons)(
    'S31: whoever asks something of a session that ended (%s) is told why',
    (reason: CloseReason) => {
      const refusal = sessionEnded({ closed: { at: now, reason, billedSeconds: 0, billedCredits: 2 } });
      const lost = reason === 'node_lost';
      expect(refusal).toMatchObject({
        kind: lost ? 'unavailable' : 'bad_request',
        code: lost ? 'SESSION_LOST' : 'SESSION_CLOSED',
        body: { reason, closedAt: now.toISOString(), billedCredits: 2 },
      });
      expect(refusal.message).toContain('Open a new one');
    },
  );
});
