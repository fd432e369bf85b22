import type { Viewport } from '@reelyard/shared/contracts/capture.ts';
import { type Blame, JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import type { BrowserLease } from '../browsers/browser-lease.ts';
import { LeaseEnded, NoBrowserFree } from '../browsers/lease-ended.ts';
import type { BrowserPool } from '../browsers/pool.ts';
import { CaptureProblemError } from '../capture/capture-problem.ts';
import { pageProblemOf } from '../capture/open-page.ts';

/** A page that is slower than this gives its browser back (D6): well within the 60 s that a job may run. */
const wallMs = 45_000;
const waitMs = 10_000;

const failed = (code: string, message: string, blame: Blame, retryable: boolean, cause: unknown): JobFailureError =>
  new JobFailureError({ blame, retryable, stage: 'capture', code, message }, { cause });

/**
 * RULE: what went wrong with a page as a failed job: the address is the caller's, a crash is tried on another node once
 * more, and a browser that was taken away is the node's.
 */
export const failureOf = (error: unknown): unknown => {
  const known = pageProblemOf(error);
  if (known instanceof CaptureProblemError)
    return failed(known.problem, known.message, 'input', known.problem === 'PAGE_CRASHED', error);
  if (known instanceof NoBrowserFree)
    return failed('NO_BROWSER_FREE', 'The node had no browser free for the page.', 'node', true, error);
  if (known instanceof LeaseEnded)
    return failed('BROWSER_LOST', 'The node lost the browser that showed the page.', 'node', true, error);
  return known;
};

/** Lends a warm browser to `work` for one anonymous page (DPR 2); throws a JobFailureError where the page is at fault. */
export const runOnPage = async <T>(
  pool: Pick<BrowserPool, 'acquire'>,
  {
    identity,
    viewport,
    signal,
  }: { readonly identity: string; readonly viewport: Viewport; readonly signal: AbortSignal },
  work: (lease: BrowserLease) => Promise<T>,
): Promise<T> => {
  try {
    await using lease = await pool.acquire({ identity, viewport: { ...viewport, scale: 2 }, wallMs, waitMs, signal });
    return await lease.run(async () => await work(lease));
  } catch (error) {
    // A drain, a lost lease, the deadline: the attempt ends for that reason, not for the browser's.
    signal.throwIfAborted();
    throw failureOf(error);
  }
};
