import { setTimeout as delay } from 'node:timers/promises';

/** Waits, or throws the signal's reason at once when it aborts. */
export const paused = async (ms: number, signal: AbortSignal): Promise<void> => {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
};
