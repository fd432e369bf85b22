import type { ActionResult, BrowseAction, Outline } from '@reelyard/shared/contracts/browse-session.ts';
import type {
  ActionsAnswer,
  OpenedSession,
  OpenSession,
  VisitedProfile,
} from '@reelyard/shared/contracts/session-protocol.ts';
import type { Page } from 'playwright-core';
import type { BrowserLease } from '../browsers/browser-lease.ts';
import { LeaseEnded } from '../browsers/lease-ended.ts';
import type { OpenOptions } from '../browsers/open-address.ts';
import { CaptureProblemError } from '../capture/capture-problem.ts';
import { closeConsent } from '../capture/consent.ts';
import { isolatedWorld } from '../capture/isolated-world.ts';
import { refusalProblem, typeProblem } from '../capture/opening-problem.ts';
import { paused } from '../capture/paused.ts';
import { type FrontPage, frontPage } from './front-page.ts';
import { outlineOf } from './outline.ts';
import { type SiteLock, siteLock, siteOf } from './site-lock.ts';
import { steps } from './steps/catalog.ts';
import { failed, type StepOutcome } from './steps/step.ts';
import { visitedProfile } from './visited-profile.ts';

/** A live browsing session: one browser of its own, one thing at a time. */
export interface LiveSession {
  readonly id: string;
  readonly front: FrontPage;
  readonly lease: BrowserLease;
  /** What the first page answered with, and what was asked for; null once a step led elsewhere. */
  readonly opened: { readonly httpStatus: number | null; readonly askedUrl: string | null };
  outline(): Promise<Outline>;
  act(actions: readonly BrowseAction[]): Promise<ActionsAnswer>;
  /** Does work on the page while nothing else is done in the session, with notices closed and the lock kept. */
  onPage<T>(work: (page: Page) => Promise<T>): Promise<T>;
  profile(): Promise<VisitedProfile | null>;
  /** While a person drives, pages of other sites stay: sign-in takes its own ways. Returns the way out. */
  letPersonDrive(): () => void;
}

/** A step that led to a page waits this long for it. */
const navigationMs = 12_000;
/** Clicks that open a page do so within this; longer is a page's own timer. */
const reactionMs = 180;
const pollMs = 40;

const settleAfterStep = async (front: FrontPage, signal: AbortSignal): Promise<void> => {
  await paused(reactionMs, signal);
  const endMs = performance.now() + navigationMs;
  while (front.isNavigating && performance.now() < endMs) await paused(pollMs, signal);
  const leftMs = Math.max(500, endMs - performance.now());
  await front.page.waitForLoadState('load', { timeout: Math.min(leftMs, 8_000) }).catch(() => {});
};

/** A page that leaves its site as soon as it is there is brought back this often. */
const maxReturns = 3;
const backHome = (page: Page): OpenOptions => ({ page, waitUntil: 'domcontentloaded', timeoutMs: 10_000 });

const offSite = (url: string): StepOutcome => ({
  status: 'refused',
  code: 'OFF_SITE',
  message: `The step led to ${siteOf(url) ?? 'a page that is no web page'}, which this session is not open for. It was undone; use a goto to go there.`,
});

/** Somebody took their browser while a batch of steps ran. */
const personIsAtIt = failed(
  'HUMAN_HOLD',
  'A person is signing in in this browser. Wait until they are done, then go on.',
);

const firstPage = async (lease: BrowserLease, url: string): Promise<{ url: string; httpStatus: number }> => {
  await lease.page.emulateMedia({ reducedMotion: 'reduce' });
  const opened = await lease.open(url, { timeoutMs: 25_000 });
  if (opened.kind === 'refused') throw refusalProblem(opened);
  // Error pages are shown: a 401 or 403 is often where a person signs in. What is no page at all is not.
  const problem = typeProblem(opened.contentType);
  if (problem !== null) throw problem;
  return { url: opened.url, httpStatus: opened.status };
};

/**
 * Opens the first page of a session in a browser that was leased for it.
 *
 * @throws CaptureProblemError where the page is at fault; what the lease ended with, where it ended
 */
export const openLiveSession = async (
  lease: BrowserLease,
  request: Pick<OpenSession, 'sessionId' | 'url'>,
): Promise<{ session: LiveSession; opened: OpenedSession }> => {
  const lock: SiteLock = siteLock();
  const sites = new Set<string>();
  let personCount = 0;
  let lastUrl = request.url;
  let opened: LiveSession['opened'] = { httpStatus: null, askedUrl: request.url };
  const { signal } = lease;

  const visited = (url: string): void => {
    const site = siteOf(url);
    if (site !== null && (personCount > 0 || lock.allows(url))) sites.add(site);
  };
  const front = frontPage(lease.context, lease.page, visited);

  lock.add(request.url);
  const first = await lease.run(async () => await firstPage(lease, request.url));
  // The first page is an explicit goto: where its redirects lead belongs to it.
  lock.add(first.url);
  visited(first.url);
  lastUrl = first.url;
  opened = { httpStatus: first.httpStatus, askedUrl: request.url };

  const closeNotices = async (): Promise<void> => {
    await closeConsent(front.page, { signal }).catch((error: unknown) => {
      if (error instanceof LeaseEnded) throw error;
    });
  };

  /** Where the page left the sites of the session, it is brought back; the address that it had left to. */
  const undoOffSite = async (): Promise<string | null> => {
    if (personCount > 0) return null;
    let strayed: string | null = null;
    // Every window that strayed is closed; then the page goes back, or to where it was last allowed to be. A page that
    // leaves again at once is given up.
    for (let round = 1; !lock.allows(front.page.url()); round += 1) {
      strayed ??= front.page.url();
      if (front.isPopup) await front.page.close();
      else {
        await front.page.goBack({ timeout: 8_000, waitUntil: 'commit' }).catch(() => null);
        if (!lock.allows(front.page.url())) await lease.open(lastUrl, backHome(front.page));
        if (!lock.allows(front.page.url()) || round > maxReturns) await front.page.goto('about:blank');
      }
      await settleAfterStep(front, signal);
    }
    lastUrl = front.page.url() === 'about:blank' ? lastUrl : front.page.url();
    return strayed;
  };

  const open = async (url: string) => {
    const answer = await lease.open(url, { page: front.page, timeoutMs: 25_000 });
    if (answer.kind === 'opened') {
      lock.add(url);
      lock.add(answer.url);
      opened = { httpStatus: answer.status, askedUrl: url };
    }
    return answer;
  };

  const runStep = async (action: BrowseAction): Promise<StepOutcome> => {
    const urlBefore = front.page.url();
    const { call } = await isolatedWorld(front.page);
    let outcome: StepOutcome;
    try {
      outcome = await steps[action.type]({ page: front.page, call, open, signal }, action);
    } catch (error) {
      signal.throwIfAborted();
      // Playwright's own words may hold what was typed.
      outcome =
        error instanceof CaptureProblemError
          ? failed(error.problem, error.message)
          : failed('STEP_FAILED', 'The page did not let the step be done.');
    }
    await settleAfterStep(front, signal);
    const strayed = await undoOffSite();
    if (strayed !== null) return outcome.status === 'ok' ? offSite(strayed) : outcome;
    if (front.page.url() !== urlBefore) {
      if (action.type !== 'goto') opened = { httpStatus: null, askedUrl: null };
      await closeNotices();
    }
    return outcome;
  };

  let last: Promise<unknown> = Promise.resolve();
  /** One thing after the other, in the order in which it was asked for. */
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(
      async () => await lease.run(work),
      async () => await lease.run(work),
    );
    last = turn.catch(() => {});
    return await turn;
  };

  const outline = async (): Promise<Outline> => {
    await undoOffSite();
    return await outlineOf(front.page, opened);
  };

  const session: LiveSession = {
    id: request.sessionId,
    front,
    lease,
    get opened() {
      return opened;
    },
    outline: async () => await inTurn(outline),
    act: async (actions) =>
      await inTurn(async () => {
        await undoOffSite();
        const results: ActionResult[] = [];
        for (const [index, action] of actions.entries()) {
          const outcome = personCount > 0 ? personIsAtIt : await runStep(action);
          const { code, message } = outcome.status === 'ok' ? { code: null, message: null } : outcome;
          results.push({ index, status: outcome.status, code, message, url: front.page.url().slice(0, 4_000) });
          if (outcome.status !== 'ok') break;
        }
        return { results, outline: await outline() };
      }),
    onPage: async (work) =>
      await inTurn(async () => {
        await undoOffSite();
        await closeNotices();
        return await work(front.page);
      }),
    profile: async () => await inTurn(async () => await visitedProfile(lease.context, sites)),
    letPersonDrive: () => {
      personCount += 1;
      visited(front.page.url());
      return () => {
        personCount -= 1;
      };
    },
  };
  await closeNotices();
  return { session, opened: { outline: await session.outline(), httpStatus: first.httpStatus } };
};
