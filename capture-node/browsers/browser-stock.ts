import type { NodeLog } from '@reelyard/shared/node-runtime/node-log.ts';
import type { RunningBrowser } from './launch.ts';
import { LeaseEnded, NoBrowserFree } from './lease-ended.ts';

export interface StockOptions {
  readonly launch: () => Promise<RunningBrowser>;
  /** The most browsers at one time, leased ones included. */
  readonly size: number;
  /** Browsers that are kept ready without anybody needing them. */
  readonly warmCount: number;
  readonly maxAgeMs: number;
  readonly maxUses: number;
  readonly log: NodeLog;
  readonly observer: StockObserver;
}

export interface StockObserver {
  readonly started: (seconds: number) => void;
  /** A browser died by itself, or did not answer any more. */
  readonly crashed: () => void;
  /** A browser was replaced because of its age, its uses, or what it held. */
  readonly recycled: () => void;
}

export interface StockedBrowser {
  readonly running: RunningBrowser;
  readonly bornAtMs: number;
  useCount: number;
  idleSinceMs: number;
  /** Called when the browser dies while somebody has it. */
  died: (() => void) | null;
}

/** Browsers that run, ready to be taken; who waits is served first come first served. */
export interface BrowserStock {
  readonly ready: Promise<void>;
  readonly counts: {
    readonly open: number;
    readonly idle: number;
    readonly starting: number;
    readonly waiting: number;
  };
  readonly pids: readonly number[];
  /** Rejects with the signal's reason, with NoBrowserFree, or with LeaseEnded where the stock is closed. */
  take(waitMs: number, signal: AbortSignal): Promise<StockedBrowser>;
  /** `isReusable`: nothing of the last use is left in it. A worn browser is replaced all the same. */
  giveBack(browser: StockedBrowser, isReusable: boolean): void;
  /** For a browser that does not work: it is killed, and another takes its place. */
  discard(browser: StockedBrowser): void;
  /** Kills all, resolves when they are gone. */
  close(): Promise<void>;
}

const firstRetryMs = 250;
const longestRetryMs = 10_000;
const checkPauseMs = 5_000;
/** A machine under load answers late; a browser that hangs never does. */
const answerPatienceMs = 10_000;
/** A browser that dies younger than this has not worked at all. */
const infancyMs = 5_000;
/** Browsers that a rush left behind go after this long; the warm ones stay. */
const surplusMs = 60_000;

interface Waiter {
  readonly take: (browser: StockedBrowser) => void;
  readonly reject: (error: unknown) => void;
}

/** RULE: the pause before the next start, after so many that failed in a row. */
export const restartPauseMs = (failedCount: number): number =>
  Math.min(longestRetryMs, firstRetryMs * 2 ** Math.max(0, failedCount - 1));

const answers = async ({ running }: StockedBrowser): Promise<boolean> => {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), answerPatienceMs);
  const asked = running.browser.newBrowserCDPSession().then(async (session) => {
    await session.detach();
    return true;
  });
  const answered = await Promise.race([asked.catch(() => false), late.promise]);
  clearTimeout(timer);
  return answered;
};

export const browserStock = (options: StockOptions): BrowserStock => {
  const { log, observer } = options;
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {});
  const browsers = new Set<StockedBrowser>();
  const pending = new Set<Promise<void>>();
  let idle: readonly StockedBrowser[] = [];
  let waiters: readonly Waiter[] = [];
  let startingCount = 0;
  let failedCount = 0;
  let lastStartError: unknown;
  let retry: NodeJS.Timeout | null = null;
  let isClosed = false;

  const awaited = (work: Promise<void>): void => {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  };
  const remove = (browser: StockedBrowser): void => {
    if (!browsers.delete(browser)) return;
    idle = idle.filter((other) => other !== browser);
    awaited(browser.running.kill());
    refill();
  };
  const recycle = (browser: StockedBrowser): void => {
    observer.recycled();
    remove(browser);
  };
  const pauseStarts = (error: unknown): void => {
    failedCount += 1;
    lastStartError = error;
    const pauseMs = restartPauseMs(failedCount);
    log.error({ err: error, failedCount, pauseMs }, 'the next browser has to wait');
    if (isClosed) return;
    retry ??= setTimeout(() => {
      retry = null;
      refill();
    }, pauseMs);
  };
  const lost = (browser: StockedBrowser): void => {
    if (!browsers.has(browser) || browser.running.isKilled) return;
    observer.crashed();
    log.warn({ pid: browser.running.pid }, 'a browser died');
    if (browser.died !== null) {
      browser.died();
      return;
    }
    // A machine on which every browser dies at once (no shared memory left) must not start one after the other.
    if (performance.now() - browser.bornAtMs < infancyMs) pauseStarts(new Error('the browser died at once'));
    remove(browser);
  };
  const offer = (browser: StockedBrowser): void => {
    const [first, ...others] = waiters;
    if (first === undefined) {
      browser.idleSinceMs = performance.now();
      idle = [...idle, browser];
      return;
    }
    waiters = others;
    first.take(browser);
  };

  const started = (running: RunningBrowser): void => {
    const nowMs = performance.now();
    const browser: StockedBrowser = { running, bornAtMs: nowMs, idleSinceMs: nowMs, useCount: 0, died: null };
    browsers.add(browser);
    running.browser.once('disconnected', () => lost(browser));
    ready.resolve();
    if (isClosed) remove(browser);
    else offer(browser);
  };
  const start = async (): Promise<void> => {
    const beganAtMs = performance.now();
    const outcome = await options.launch().then(
      (running) => ({ running }),
      (error: unknown) => ({ error }),
    );
    startingCount -= 1;
    if ('running' in outcome) {
      observer.started((performance.now() - beganAtMs) / 1_000);
      started(outcome.running);
    } else {
      ready.reject(outcome.error);
      pauseStarts(outcome.error);
    }
    refill();
  };
  /** As many as are waited for and the warm ones besides, as far as there is room. */
  function refill(): void {
    if (isClosed || retry !== null) return;
    const room = options.size - browsers.size - startingCount;
    const wanted = waiters.length + options.warmCount - idle.length - startingCount;
    for (let count = Math.min(room, wanted); count > 0; count -= 1) {
      startingCount += 1;
      awaited(start());
    }
  }

  const wait = async (waitMs: number, signal: AbortSignal): Promise<StockedBrowser> => {
    const free = Promise.withResolvers<StockedBrowser>();
    const waiter: Waiter = { take: free.resolve, reject: free.reject };
    const leave = (error: unknown): void => {
      waiters = waiters.filter((other) => other !== waiter);
      free.reject(error);
    };
    const cancelled = (): void => leave(signal.reason);
    const timer = setTimeout(() => {
      const cause = failedCount > 0 ? lastStartError : undefined;
      leave(new NoBrowserFree(`no browser was free within ${Math.round(waitMs)} ms`, { cause }));
    }, waitMs);
    signal.addEventListener('abort', cancelled, { once: true });
    waiters = [...waiters, waiter];
    refill();
    try {
      return await free.promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancelled);
    }
  };

  const isWorn = ({ useCount, bornAtMs }: StockedBrowser): boolean =>
    useCount >= options.maxUses || performance.now() - bornAtMs > options.maxAgeMs;
  const isSurplus = ({ idleSinceMs }: StockedBrowser): boolean =>
    idle.length > options.warmCount && performance.now() - idleSinceMs > surplusMs;
  /** Leased ones are left alone: their lease has a wall. */
  const checkIdle = async (): Promise<void> => {
    for (const browser of idle) {
      if (isWorn(browser) || isSurplus(browser)) recycle(browser);
      else if (await answers(browser)) failedCount = 0;
      else if (idle.includes(browser)) {
        observer.crashed();
        log.warn({ pid: browser.running.pid }, 'a browser does not answer');
        remove(browser);
      }
    }
  };
  let checking: Promise<void> | null = null;
  const check = setInterval(() => {
    checking ??= checkIdle().finally(() => {
      checking = null;
    });
  }, checkPauseMs);

  refill();
  return {
    ready: ready.promise,
    get counts() {
      return { open: browsers.size, idle: idle.length, starting: startingCount, waiting: waiters.length };
    },
    get pids() {
      return [...browsers].map(({ running }) => running.pid);
    },
    take: async (waitMs, signal) => {
      signal.throwIfAborted();
      if (isClosed) throw new LeaseEnded('closed');
      const [first, ...others] = idle;
      if (first === undefined) return await wait(waitMs, signal);
      idle = others;
      refill();
      return first;
    },
    giveBack: (browser, isReusable) => {
      browser.died = null;
      if (!browsers.has(browser)) return;
      failedCount = 0;
      if (isReusable && !isWorn(browser) && !isClosed && browser.running.browser.isConnected()) offer(browser);
      else recycle(browser);
    },
    discard: remove,
    close: async () => {
      isClosed = true;
      clearInterval(check);
      if (retry !== null) clearTimeout(retry);
      for (const waiter of waiters) waiter.reject(new LeaseEnded('closed'));
      waiters = [];
      for (const browser of browsers) remove(browser);
      while (pending.size > 0) await Promise.all(pending);
    },
  };
};
