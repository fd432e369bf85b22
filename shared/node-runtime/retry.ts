import { setTimeout as pause } from 'node:timers/promises';

export interface RetryPolicy {
  /** The longest pause before the first retry; doubles from try to try. */
  readonly firstMs: number;
  readonly longestMs: number;
  readonly random: () => number;
}

export const defaultRetryPolicy: RetryPolicy = { firstMs: 100, longestMs: 5_000, random: Math.random };

/**
 * B14: full jitter. Every pause is drawn from the whole range, so nodes that lost the control plane at one moment do not
 * come back at one moment.
 */
export const retryPauseMs = (failedTries: number, policy: RetryPolicy): number =>
  policy.random() * Math.min(policy.longestMs, policy.firstMs * 2 ** Math.max(0, failedTries - 1));

/**
 * Repeats `run` until it resolves, as long as `isPassing(error)`. Throws the first lasting error; once `signal` aborts,
 * the last passing one, because it says more than the abort.
 */
export const withRetries = async <T>(
  run: () => Promise<T>,
  isPassing: (error: unknown) => boolean,
  policy: RetryPolicy,
  signal: AbortSignal,
): Promise<T> => {
  for (let failedTries = 1; ; failedTries += 1) {
    try {
      return await run();
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      const rested = await pause(retryPauseMs(failedTries, policy), true, { signal }).catch(() => false);
      if (!rested) throw error;
    }
  }
};
