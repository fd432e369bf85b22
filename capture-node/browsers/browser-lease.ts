import type { ForwardProxy, ProxySession } from '@reelyard/shared/egress/forward-proxy.ts';
import type { SessionLimits } from '@reelyard/shared/egress/session-traffic.ts';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { proxyHostname, type RunningBrowser } from './launch.ts';
import { LeaseEnded, type LeaseEndReason } from './lease-ended.ts';
import { type OpenedAddress, type OpenOptions, openAddress } from './open-address.ts';
import { guardPages } from './page-guards.ts';

export type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

export interface LeaseOptions {
  /** Names the lease in logs: the id of a job or of a session. */
  readonly identity: string;
  readonly viewport: {
    /** CSS pixels. */
    readonly widthPx: number;
    readonly heightPx: number;
    /** Device pixels per CSS pixel: 2 for captures. */
    readonly scale: number;
    /** A phone or tablet: touch, and the page's own viewport tag counts. */
    readonly isMobile?: boolean;
  };
  /** Cookies and storage to begin with. The browser is not used for anybody else afterwards. */
  readonly storageState?: StorageState;
  /** `de-DE`; default en-US. */
  readonly locale?: string;
  /** `Europe/Berlin`; default UTC. */
  readonly timezone?: string;
  /** It is taken back after this long, whatever it is doing: 30 s for captures. */
  readonly wallMs: number;
  /** How long to wait for a free browser; default 30 s. */
  readonly waitMs?: number;
  /** What the page may load; default `defaultSessionLimits`. */
  readonly traffic?: SessionLimits;
  /** Ends the wait and the lease. */
  readonly signal: AbortSignal;
}

/** One browser of its own with one fresh context. Dispose it (`await using`) or call `release`. */
export interface BrowserLease extends AsyncDisposable {
  readonly identity: string;
  readonly context: BrowserContext;
  /** The first page. Popups are `context.pages()`; a sixth page is closed as it opens. */
  readonly page: Page;
  readonly userAgent: string;
  /** What went through the proxy and what it refused. */
  readonly traffic: Pick<ProxySession, 'receivedBytes' | 'refusals'>;
  /** Aborts with a LeaseEnded when the lease is over, for whatever reason; the page is then of no use any more. */
  readonly signal: AbortSignal;
  /**
   * Opens an address that a user gave, in `page` unless told otherwise: http and https only, and says in words of this
   * farm why not. The only way to open one: `page.goto` would take file: and chrome: addresses too.
   */
  open(url: string, options?: OpenOptions): Promise<OpenedAddress>;
  /**
   * Does `work` unless the lease ends first: rejects with the LeaseEnded then, where Playwright's own errors ("target
   * closed") would hide the reason, and where a page that is stuck would never answer.
   */
  run<T>(work: (page: Page) => Promise<T>): Promise<T>;
  /** Gives the browser back; resolves when its place is free again. Never rejects. */
  release(): Promise<void>;
}

/** The lease as the pool holds it. */
export interface OpenLease extends BrowserLease {
  readonly end: (reason: LeaseEndReason) => Promise<void>;
}

const contextPatienceMs = 10_000;
/** Only where nothing is known to be wrong; what has to be taken back is killed at once. */
const closePatienceMs = 4_000;

/** Resolves false where `work` is not done in time; never rejects. */
const doneWithin = async (work: Promise<unknown>, ms: number): Promise<boolean> => {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), ms);
  const done = await Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    late.promise,
  ]);
  clearTimeout(timer);
  return done;
};

const within = async <T>(work: Promise<T>, ms: number, what: string): Promise<T> => {
  if (
    await doneWithin(
      work.catch(() => {}),
      ms,
    )
  )
    return await work;
  throw new Error(`${what} took longer than ${ms} ms`);
};

const contextOf = async (
  browser: Browser,
  running: RunningBrowser,
  port: number,
  options: LeaseOptions,
): Promise<BrowserContext> =>
  await browser.newContext({
    // Never the browser's own proxy: each lease has one of its own, which knows what this page loads.
    proxy: { server: `http://${proxyHostname}:${port}` },
    viewport: { width: options.viewport.widthPx, height: options.viewport.heightPx },
    deviceScaleFactor: options.viewport.scale,
    isMobile: options.viewport.isMobile ?? false,
    hasTouch: options.viewport.isMobile ?? false,
    userAgent: running.userAgent,
    locale: options.locale ?? 'en-US',
    timezoneId: options.timezone ?? 'UTC',
    acceptDownloads: false,
    // An empty list denies what a page may ask for: camera, place, notifications, clipboard.
    permissions: [],
    serviceWorkers: 'block',
    ...(options.storageState === undefined ? {} : { storageState: options.storageState }),
  });

/**
 * Opens one context in a browser that nobody else uses meanwhile, behind a proxy session of its own.
 *
 * @param onEnd called once, when the lease is over and its context is closed: whether the browser may be used again
 * @throws where the browser does not make a context in time: it is of no use then
 */
export const openLease = async (
  running: RunningBrowser,
  proxy: ForwardProxy,
  options: LeaseOptions & { readonly traffic: SessionLimits },
  onEnd: (reason: LeaseEndReason, isIntact: boolean) => void,
): Promise<OpenLease> => {
  const session = await proxy.openSession(options.traffic);
  const ended = new AbortController();
  let context: BrowserContext;
  let page: Page;
  try {
    context = await within(
      contextOf(running.browser, running, session.port, options),
      contextPatienceMs,
      'a new context',
    );
    guardPages(context, session);
    page = await within(context.newPage(), contextPatienceMs, 'a new page');
  } catch (error) {
    await session.close();
    throw error;
  }

  const dispose = async (reason: LeaseEndReason): Promise<void> => {
    clearTimeout(wall);
    options.signal.removeEventListener('abort', cancelled);
    ended.abort(new LeaseEnded(reason));
    await session.close();
    // A page that spins, or that is gone, cannot be asked politely.
    const isIntact =
      (reason === 'released' || reason === 'cancelled') && (await doneWithin(context.close(), closePatienceMs));
    if (!isIntact) await running.kill();
    onEnd(reason, isIntact);
  };
  let over: Promise<void> | undefined;
  const end = async (reason: LeaseEndReason): Promise<void> => {
    over ??= dispose(reason);
    await over;
  };
  const cancelled = (): void => void end('cancelled');
  const wall = setTimeout(() => void end('wall'), options.wallMs);
  options.signal.addEventListener('abort', cancelled, { once: true });
  page.once('crash', () => void end('crashed'));

  const run = async <T>(work: (page: Page) => Promise<T>): Promise<T> => {
    ended.signal.throwIfAborted();
    const taken = Promise.withResolvers<never>();
    const take = (): void => taken.reject(ended.signal.reason);
    ended.signal.addEventListener('abort', take, { once: true });
    try {
      const working = work(page);
      working.catch(() => {});
      return await Promise.race([working, taken.promise]);
    } catch (error) {
      throw ended.signal.aborted ? ended.signal.reason : error;
    } finally {
      ended.signal.removeEventListener('abort', take);
    }
  };

  return {
    identity: options.identity,
    context,
    page,
    userAgent: running.userAgent,
    traffic: session,
    signal: ended.signal,
    open: async (url, openOptions) =>
      await run(async (first) => await openAddress(openOptions?.page ?? first, session, url, openOptions)),
    run,
    end,
    release: async () => await end('released'),
    [Symbol.asyncDispose]: async () => await end('released'),
  };
};
