import { type ActionResult, maxStepsPerSession, type Outline } from '@reelyard/shared/contracts/browse-session.ts';
import type { Warning } from '../http/envelope.ts';
import type { ClosedAnswer, OutlineAnswer, StatusAnswer } from './browse-bodies.ts';
import type { BrowseSession, ClosedPart } from './session.ts';
import { endsForCredits, expiresAt, isHeld } from './session-limits.ts';

/** N16: the page in words, with what the caller needs to go on. */
export const outlineView = (
  session: BrowseSession,
  outline: Outline,
  { loginUrl, results }: { loginUrl: string | null; results: readonly ActionResult[] },
): OutlineAnswer => ({
  ...outline,
  ...(loginUrl === null ? {} : { loginUrl }),
  step: { used: session.stepsUsed, remaining: maxStepsPerSession - session.stepsUsed },
  refused: results.filter(({ status }) => status === 'refused'),
});

/** S80, N35. */
export const statusView = (session: BrowseSession, now: Date): StatusAnswer => ({
  id: session.id,
  state: session.closed === null ? 'open' : 'closed',
  humanSignedInAt: session.humanSignedInAt?.toISOString() ?? null,
  humanHoldUntil: isHeld(session, now) ? (session.humanHoldUntil?.toISOString() ?? null) : null,
  expiresAt: (session.closed?.at ?? expiresAt(session)).toISOString(),
  closedAt: session.closed?.at.toISOString() ?? null,
  closeReason: session.closed?.reason ?? null,
  billedCredits: session.closed?.billedCredits ?? null,
});

/** N35. */
export const closedView = ({ billedSeconds, billedCredits, reason }: ClosedPart): ClosedAnswer => ({
  closed: true,
  durationSeconds: billedSeconds,
  billedCredits,
  reason,
});

/** N53: told in time that the session will end for want of credits. */
export const creditWarnings = (session: BrowseSession, now: Date): Warning[] =>
  endsForCredits(session, now)
    ? [
        {
          code: 'BROWSE_CREDITS_LOW',
          message: `There are no credits for more browsing: the session closes at ${session.endsAt.toISOString()}.`,
        },
      ]
    : [];
