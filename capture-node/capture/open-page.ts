import type { BrowserLease } from '../browsers/browser-lease.ts';
import { LeaseEnded } from '../browsers/lease-ended.ts';
import { CaptureProblemError } from './capture-problem.ts';
import { isolatedWorld } from './isolated-world.ts';
import { watchNetwork } from './network-watch.ts';
import { endProblem, refusalProblem, statusProblem, typeProblem } from './opening-problem.ts';
import { restlessProblem, wasReplaced } from './page-replaced.ts';
import { awaitContent } from './settle.ts';

export interface OpenPageOptions {
  readonly signal: AbortSignal;
  /** Until the document is there and its load event came; a page that goes on loading is taken as it is. */
  readonly timeoutMs: number;
  /** The time that the page is told (`Date`), ISO 8601; null = the real one. */
  readonly fixedClock?: string | null;
}

export interface OpenedPage {
  readonly url: string;
  readonly title: string;
  readonly httpStatus: number;
  readonly openMs: number;
}

type Opener = Pick<BrowserLease, 'open' | 'page'>;

const emptyMessage =
  'The page shows nothing. Check that it does not need a sign-in, a click or a browser extension, and give an address that shows its content.';

/**
 * Opens a user's address for a capture, quietly: sites that honour it draw without motion.
 *
 * @returns what the page is; with `httpStatus` 401 it asks to sign in (auth-wall.ts), all other errors are thrown
 * @throws CaptureProblemError with what is wrong with the address and what to do about it
 */
export const openPage = async (opener: Opener, url: string, options: OpenPageOptions): Promise<OpenedPage> => {
  const { page } = opener;
  const startMs = performance.now();
  watchNetwork(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (options.fixedClock !== undefined && options.fixedClock !== null)
    await page.clock.setFixedTime(new Date(options.fixedClock));
  const opened = await opener.open(url, { timeoutMs: options.timeoutMs });
  options.signal.throwIfAborted();
  if (opened.kind === 'refused') throw refusalProblem(opened);
  const problem = statusProblem(opened.status) ?? typeProblem(opened.contentType);
  if (problem !== null) throw problem;
  if (opened.status !== 401 && !(await awaitContent(page, options.signal)))
    throw new CaptureProblemError('PAGE_EMPTY', emptyMessage);
  const { call } = await isolatedWorld(page);
  const { title } = await call('pageIdentity');
  return { url: page.url().slice(0, 4_000), title, httpStatus: opened.status, openMs: performance.now() - startMs };
};

/** Turns what the page did to its lease, or to itself, into the page's problem; any other error stays what it is. */
export const pageProblemOf = (error: unknown): unknown => {
  if (error instanceof LeaseEnded) return endProblem(error.reason) ?? error;
  return wasReplaced(error) ? restlessProblem(error) : error;
};
