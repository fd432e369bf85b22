import type { Environment } from './config.ts';
import { followNpm } from './follow-launcher.ts';

export interface StopSignals {
  /** Aborts at the first SIGINT, SIGTERM or SIGHUP, or when npm, which started us, is gone. */
  readonly stop: AbortSignal;
  /** Aborts at the second: no more patience. */
  readonly hurry: AbortSignal;
}

/** Takes over the signals that ask this process to end. Call it once. */
export function stopSignals(environment: Environment): StopSignals {
  const stop = new AbortController();
  const hurry = new AbortController();
  const asked = (why: string) => (stop.signal.aborted ? hurry : stop).abort(new Error(why));
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => asked(`stopped by ${name}`));
  followNpm(environment, () => {
    if (!stop.signal.aborted) asked('stopped because npm is gone');
  });
  return { stop: stop.signal, hurry: hurry.signal };
}
