import { batchChannel } from './queue.ts';
import type { WakeUps } from './wake-ups.ts';

/** Notifications of one batch from now on; one that came while nobody waited is not lost. */
export const batchNews = (wakeUps: WakeUps, batchId: string) => {
  let isPending = false;
  let wake: (() => void) | null = null;
  const leave = wakeUps.on(batchChannel, (payload) => {
    if (payload !== null && payload !== batchId) return;
    isPending = true;
    wake?.();
  });
  return {
    leave,
    /** Settles with the next notification, after `timeoutMs`, or when `signal` aborts. */
    next: (timeoutMs: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          wake = null;
          isPending = false;
          resolve();
        };
        const timer = setTimeout(done, timeoutMs);
        if (isPending || signal.aborted) return done();
        wake = done;
        signal.addEventListener('abort', done, { once: true });
      }),
  };
};

/** A notification may be lost with its connection: who waits looks again this often. */
const lookAgainMs = 5_000;

/** Waits until `look` finds something in what a batch changes; null where `signal` aborts first. */
export const awaitBatch = async <T>(
  wakeUps: WakeUps,
  batchId: string,
  look: () => Promise<T | null>,
  signal: AbortSignal,
): Promise<T | null> => {
  const news = batchNews(wakeUps, batchId);
  try {
    for (;;) {
      const found = await look();
      if (found !== null || signal.aborted) return found;
      await news.next(lookAgainMs, signal);
    }
  } finally {
    news.leave();
  }
};
