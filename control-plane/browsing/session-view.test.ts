import { describe, expect, test } from 'vitest';
import type { BrowseSession } from './session.ts';
import { closedView, creditWarnings, outlineView, statusView } from './session-view.ts';

const openedAt = new Date('2026-11-20T10:00:00.000Z');
const at = (seconds: number): Date => new Date(openedAt.getTime() + seconds * 1_000);
const session: BrowseSession = {
  id: 'bws_1',
  accountId: 'acc_1',
  environment: 'live',
  apiKeyId: 'key_1',
  webUserId: null,
  purpose: 'agent',
  projectId: null,
  sceneId: null,
  nodeId: 'nod_1',
  startHost: 'example.com',
  viewport: { widthPx: 1_440, heightPx: 900, isMobile: false },
  holder: { name: 'account', generation: 0 },
  stepsUsed: 12,
  openedAt,
  lastUsedAt: at(60),
  endsAt: at(3_600),
  login: { issue: 0, expiresAt: null, redeemedAt: null },
  driverSha256: null,
  humanHoldUntil: null,
  humanSignedInAt: null,
  closed: null,
};
const outline = {
  url: 'https://example.com/',
  title: 'Example',
  headings: [],
  links: [],
  sections: [],
  scroll: { y: 0, height: 900, viewportHeight: 900 },
  screenshot: { mimeType: 'image/jpeg' as const, dataBase64: '', width: 720, height: 450 },
  authWall: { detected: false, signals: [] },
  routes: [],
};

describe('the views of a session', () => {
  test('N16: an outline tells the steps left and what was refused, and has a loginUrl only where there is one', () => {
    const refused = {
      index: 1,
      status: 'refused' as const,
      code: 'OFF_SITE',
      message: 'x',
      url: 'https://example.com/',
    };
    const ok = { index: 0, status: 'ok' as const, code: null, message: null, url: 'https://example.com/' };
    const view = outlineView(session, outline, { loginUrl: null, results: [ok, refused] });
    expect(view).toMatchObject({ step: { used: 12, remaining: 138 }, refused: [refused] });
    expect(view).not.toHaveProperty('loginUrl');
    expect(outlineView(session, outline, { loginUrl: 'https://farm/x', results: [] }).loginUrl).toBe('https://farm/x');
  });

  test('N35: the status of an open session tells when it closes; a hold that is over is none', () => {
    expect(statusView({ ...session, humanHoldUntil: at(100) }, at(90))).toMatchObject({
      state: 'open',
      humanHoldUntil: at(100).toISOString(),
      expiresAt: at(660).toISOString(),
      closedAt: null,
    });
    expect(statusView({ ...session, humanHoldUntil: at(100) }, at(100)).humanHoldUntil).toBeNull();
  });

  test('N35: of a closed one how, when and for how much it ended', () => {
    const closed = { at: at(500), reason: 'idle' as const, billedSeconds: 301, billedCredits: 1 };
    expect(statusView({ ...session, closed }, at(900))).toMatchObject({
      state: 'closed',
      expiresAt: at(500).toISOString(),
      closeReason: 'idle',
      billedCredits: 1,
    });
    expect(closedView(closed)).toEqual({ closed: true, durationSeconds: 301, billedCredits: 1, reason: 'idle' });
  });

  test('N53: only an end for want of credits is warned of', () => {
    expect(creditWarnings({ ...session, endsAt: at(600) }, at(400))).toMatchObject([{ code: 'BROWSE_CREDITS_LOW' }]);
    expect(creditWarnings(session, at(3_500))).toEqual([]);
  });
});
