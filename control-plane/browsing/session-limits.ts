import { sessionIdleSeconds, sessionMaxSeconds } from '@reelyard/shared/contracts/browse-session.ts';
import type { BrowseSession, CloseReason } from './session.ts';

/** S120: agents' sessions of an account that may be open at once. */
export const maxOpenSessions = 3;
/** S120: browser time of an account in a UTC day. */
export const dailyBrowseMinutes = { live: 120, test: 40 } as const;
/** N35: how long agents wait for a person who was last seen in the sign-in page. */
export const humanHoldSeconds = 10 * 60;
/** How long they wait where the person closed the page without saying that they are done. */
export const humanLeftSeconds = 60;

const after = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1_000);
const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/** S31, N53: when a session that opens now ends at the latest. `affordableSeconds` null = its time is not billed. */
export const sessionEnd = (openedAt: Date, affordableSeconds: number | null): Date =>
  after(openedAt, Math.min(sessionMaxSeconds, affordableSeconds ?? sessionMaxSeconds));

/** S25: when a session closes if nothing more is done in it. */
export const expiresAt = ({ lastUsedAt, endsAt }: Pick<BrowseSession, 'lastUsedAt' | 'endsAt'>): Date =>
  earlier(after(lastUsedAt, sessionIdleSeconds), endsAt);

/** S31: why a session must be closed now; null where it may go on. */
export const dueClose = (
  session: Pick<BrowseSession, 'openedAt' | 'lastUsedAt' | 'endsAt'>,
  now: Date,
): CloseReason | null => {
  if (now < expiresAt(session)) return null;
  if (now < session.endsAt) return 'idle';
  return session.endsAt >= after(session.openedAt, sessionMaxSeconds) ? 'hour' : 'credits';
};

/** S121: whole seconds from the opening to the last use. Whatever happened after it is not billed. */
export const billedSeconds = ({
  openedAt,
  lastUsedAt,
  endsAt,
}: Pick<BrowseSession, 'openedAt' | 'lastUsedAt' | 'endsAt'>): number =>
  Math.max(0, Math.floor((earlier(lastUsedAt, endsAt).getTime() - openedAt.getTime()) / 1_000));

/** The UTC day that the daily browser time is counted in. */
export const browseDay = (now: Date): { start: Date; end: Date } => {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  return { start, end: after(start, 24 * 60 * 60) };
};

/** True while a person drives the browser and agents wait. */
export const isHeld = ({ humanHoldUntil }: Pick<BrowseSession, 'humanHoldUntil'>, now: Date): boolean =>
  humanHoldUntil !== null && humanHoldUntil > now;

/** When a person's hold ends that was renewed now. */
export const holdUntil = (now: Date): Date => after(now, humanHoldSeconds);

/** True where the page should be told that its time is short: the last five minutes of what can be paid (N53). */
export const endsForCredits = (session: Pick<BrowseSession, 'openedAt' | 'endsAt'>, now: Date): boolean =>
  session.endsAt < after(session.openedAt, sessionMaxSeconds) && after(now, 5 * 60) >= session.endsAt;
