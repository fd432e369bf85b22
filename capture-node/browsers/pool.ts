import { defaultSessionLimits, type ForwardProxy } from '@reelyard/shared/egress/forward-proxy.ts';
import { type BrowserLease, type LeaseOptions, type OpenLease, openLease } from './browser-lease.ts';
import { browserStock, type StockedBrowser, type StockObserver, type StockOptions } from './browser-stock.ts';
import type { LeaseEndReason } from './lease-ended.ts';
import { type WatchLimits, watchBrowsers } from './watchdog.ts';

/**
 * Warm browsers, one for each lease.
 *
 *     await using lease = await pool.acquire({
 *       identity: jobId, viewport: { widthPx: 1440, heightPx: 900, scale: 2 }, wallMs: 30_000, signal,
 *     });
 *     const opened = await lease.open(url);                    // refused | opened; the only way to open an address
 *     if (opened.kind === 'refused') …opened.code, opened.message…
 *     const picture = await lease.run((page) => page.screenshot({ type: 'jpeg' }));
 *
 * - A lease has a browser PROCESS of its own, not only a context: what it takes of memory and CPU can be told and
 *   ended, a crash is nobody else's, and as root each browser has a user of its own. Measured on 2 cores: a start
 *   takes 0.1 to 0.2 s and is done beforehand, a lease 50 to 90 ms; a warm browser takes 50 MB, one with a page at twice
 *   the pixels 85 MB (proportional: Chromium's program is in memory once), so a GiB holds twelve.
 * - `lease.signal` aborts with a LeaseEnded whose reason says what happened: wall, memory, cpu, crashed, cancelled.
 *   `lease.run` rejects with that same error. The place is free again within 5 s of the end, whatever the page does.
 * - A browser is used again for another lease, with a fresh context, unless it held somebody's storageState, was hurt,
 *   or is too old.
 */
export interface BrowserPool {
  /** Waits for a free browser, first come first served. Rejects with the signal's reason, or with NoBrowserFree. */
  acquire(options: LeaseOptions): Promise<BrowserLease>;
  readonly state: PoolState;
  /** Resolves once a browser is warm; rejects with why the first one did not start. */
  readonly ready: Promise<void>;
  /** Ends every lease and every browser. Never rejects. */
  close(): Promise<void>;
}

export interface PoolState {
  /** The most browsers at one time. */
  readonly size: number;
  /** Waiting for somebody to need them. */
  readonly idle: number;
  readonly leased: number;
  readonly starting: number;
  /** Who waits for a browser. */
  readonly waiting: number;
  /** Process ids of all browsers. */
  readonly pids: readonly number[];
}

export interface PoolOptions extends StockOptions {
  readonly proxy: ForwardProxy;
  readonly limits: WatchLimits;
  readonly observer: PoolObserver;
}

export interface PoolObserver extends StockObserver {
  readonly waited: (seconds: number) => void;
  readonly ended: (reason: LeaseEndReason) => void;
}

const defaultWaitMs = 30_000;
/** How often a browser that fails to make a context is replaced before the caller is told. */
const maxTries = 3;

export const openBrowserPool = (options: PoolOptions): BrowserPool => {
  const { log, observer } = options;
  const stock = browserStock(options);
  /** By the browser's process. */
  const leases = new Map<number, OpenLease>();
  let isClosed = false;

  const watch = watchBrowsers(
    () => [...leases.keys()],
    options.limits,
    (pid, overuse) => {
      const lease = leases.get(pid);
      log.warn({ pid, overuse, identity: lease?.identity }, 'a browser took too much');
      void lease?.end(overuse);
    },
  );

  const lend = async (browser: StockedBrowser, lease: LeaseOptions): Promise<BrowserLease> => {
    const { running } = browser;
    browser.useCount += 1;
    const onEnd = (reason: LeaseEndReason, isIntact: boolean): void => {
      leases.delete(running.pid);
      observer.ended(reason);
      if (isIntact) stock.giveBack(browser, lease.storageState === undefined);
      else stock.discard(browser);
    };
    const traffic = lease.traffic ?? defaultSessionLimits;
    const opened = await openLease(running, options.proxy, { ...lease, traffic }, onEnd);
    leases.set(running.pid, opened);
    browser.died = () => void opened.end('crashed');
    if (isClosed) await opened.end('closed');
    else if (!running.browser.isConnected()) await opened.end('crashed');
    return opened;
  };

  const acquire = async (lease: LeaseOptions): Promise<BrowserLease> => {
    const beganAtMs = performance.now();
    const { waitMs = defaultWaitMs } = lease;
    for (let attempt = 1; ; attempt += 1) {
      const leftMs = Math.max(1, waitMs - (performance.now() - beganAtMs));
      const browser = await stock.take(leftMs, lease.signal);
      observer.waited((performance.now() - beganAtMs) / 1_000);
      try {
        return await lend(browser, lease);
      } catch (error) {
        observer.crashed();
        stock.discard(browser);
        if (attempt >= maxTries || lease.signal.aborted || isClosed) throw error;
        log.warn({ err: error, identity: lease.identity }, 'a browser made no context');
      }
    }
  };

  return {
    acquire,
    get state() {
      const { open, idle, starting, waiting } = stock.counts;
      return { size: options.size, idle, leased: open - idle, starting, waiting, pids: stock.pids };
    },
    ready: stock.ready,
    close: async () => {
      isClosed = true;
      watch[Symbol.dispose]();
      await Promise.all([...leases.values()].map(async (lease) => await lease.end('closed')));
      await stock.close();
    },
  };
};
