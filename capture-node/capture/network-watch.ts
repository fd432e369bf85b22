import type { Page, Request } from 'playwright-core';
import { paused } from './paused.ts';

interface NetworkWatch {
  readonly open: Set<Request>;
  changedMs: number;
}

const watches = new WeakMap<Page, NetworkWatch>();

/** Connections that stay open by their nature say nothing about whether a page is done. */
const neverDone: readonly string[] = ['websocket', 'eventsource', 'media', 'ping', 'beacon', 'cspviolationreport'];

/** Counts what a page loads from here on; once per page, before it is opened. */
export const watchNetwork = (page: Page): void => {
  if (watches.has(page)) return;
  const watch: NetworkWatch = { open: new Set(), changedMs: performance.now() };
  watches.set(page, watch);
  page.on('request', (request) => {
    if (neverDone.includes(request.resourceType())) return;
    // Requests of the page before are cut off without a word.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) watch.open.clear();
    watch.open.add(request);
    watch.changedMs = performance.now();
  });
  const ended = (request: Request): void => {
    if (watch.open.delete(request)) watch.changedMs = performance.now();
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
};

/** Nothing loads for this long; scripts that ask for one thing after another leave shorter pauses. */
const quietMs = 200;
const pollMs = 40;

/**
 * Waits until the page loads nothing any more, at most `capMs`: a page that never rests is taken as it is. A page that
 * was not watched from its start is left to Playwright's own, slower measure (half a second without a request).
 */
export const networkQuiet = async (page: Page, capMs: number, signal: AbortSignal): Promise<void> => {
  const watch = watches.get(page);
  if (watch === undefined) {
    await page.waitForLoadState('networkidle', { timeout: capMs }).catch(() => undefined);
    signal.throwIfAborted();
    return;
  }
  const endMs = performance.now() + capMs;
  while (performance.now() < endMs) {
    if (watch.open.size === 0 && performance.now() - watch.changedMs >= quietMs) return;
    await paused(pollMs, signal);
  }
};
