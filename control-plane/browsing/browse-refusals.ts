import type { CaptureProblem } from '@reelyard/shared/contracts/capture.ts';
import { Refusal } from '../http/refusal.ts';
import type { BrowseSession, CloseReason } from './session.ts';
import { dailyBrowseMinutes, maxOpenSessions } from './session-limits.ts';

/** S119, N47: the limits of browsing say when they end. */
const overLimit = (
  code: string,
  message: string,
  { resetsAt, now, ...counts }: { limit: number; used: number; requested: number; resetsAt: Date | null; now: Date },
): Refusal => {
  const waitSeconds = resetsAt === null ? null : Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1_000));
  return new Refusal('too_many_requests', {
    code,
    message,
    body: { ...counts, resetsAt: resetsAt?.toISOString() ?? null },
    ...(waitSeconds === null ? {} : { headers: { 'retry-after': String(waitSeconds) } }),
  });
};

export const tooManySessions = (resetsAt: Date | null, now: Date): Refusal =>
  overLimit(
    'BROWSE_CONCURRENCY',
    `An account may have ${maxOpenSessions} browsing sessions open at once. Close one with DELETE /browse/sessions/{id}.`,
    { limit: maxOpenSessions, used: maxOpenSessions, requested: 1, resetsAt, now },
  );

export const tooManySteps = (stepsUsed: number, requested: number, limit: number, resetsAt: Date, now: Date): Refusal =>
  overLimit(
    'BROWSE_SESSION_STEPS',
    `A session may take ${limit} steps; this one has taken ${stepsUsed}. Close it and open a new one.`,
    { limit, used: stepsUsed, requested, resetsAt, now },
  );

export const dayIsOver = (environment: 'live' | 'test', usedSeconds: number, resetsAt: Date, now: Date): Refusal =>
  overLimit(
    'BROWSE_DAILY_MINUTES',
    `The ${dailyBrowseMinutes[environment]} minutes of browsing of this day are used up.`,
    {
      limit: dailyBrowseMinutes[environment],
      used: Math.min(Math.floor(usedSeconds / 60), dailyBrowseMinutes[environment]),
      requested: 1,
      resetsAt,
      now,
    },
  );

/** N35: agents wait while a person drives the browser. */
export const personIsAtIt = (until: Date, now: Date): Refusal =>
  new Refusal('too_many_requests', {
    code: 'HUMAN_HOLD',
    message: 'A person is signing in in this browser. Wait until they are done, then go on.',
    body: { humanHoldUntil: until.toISOString(), resetsAt: until.toISOString() },
    headers: { 'retry-after': String(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000))) },
  });

const endings: Record<CloseReason, string> = {
  closed: 'This session was closed.',
  idle: 'This session was closed after 10 minutes without use.',
  hour: 'This session was closed after one hour.',
  published: 'This session was closed when its project was published.',
  key_ended: 'This session was closed when the key that opened it ended.',
  node_lost: 'The machine that held this session is gone, and the page with it.',
  credits: 'This session was closed because the credits for more time are used up.',
  daily_minutes: 'This session was closed when the browsing minutes of the day were used up.',
  open_failed: 'The page of this session could not be opened.',
};

/** Of whatever is asked of a session that ended. Where we are to blame it is not the caller's mistake (503). */
export const sessionEnded = ({ closed }: Pick<BrowseSession, 'closed'>): Refusal => {
  const reason = closed?.reason ?? 'closed';
  const isLost = reason === 'node_lost';
  return new Refusal(isLost ? 'unavailable' : 'bad_request', {
    code: isLost ? 'SESSION_LOST' : 'SESSION_CLOSED',
    message: `${endings[reason]} Open a new one with POST /browse/sessions.`,
    body: { reason, closedAt: closed?.at.toISOString() ?? null, billedCredits: closed?.billedCredits ?? 0 },
  });
};

export const noBrowser = (): Refusal =>
  new Refusal('unavailable', {
    code: 'NO_BROWSER_AVAILABLE',
    message: 'No capture node can open another browser now. Try again soon.',
    headers: { 'retry-after': '15' },
  });

/** What a page that could not be opened or captured means for the caller: something about the address. */
export const pageProblem = (problem: CaptureProblem, message: string): Refusal =>
  new Refusal('bad_request', { code: problem, message, body: { problem } });
