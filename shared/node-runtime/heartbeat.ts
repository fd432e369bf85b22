import type { Progress } from '../contracts/node-protocol.ts';
import { AttemptEnded } from './attempt-end.ts';
import type { ControlPlaneClient } from './control-plane-client.ts';
import type { NodeLog } from './node-log.ts';

export interface HeartbeatOptions {
  readonly client: Pick<ControlPlaneClient, 'heartbeat'>;
  readonly jobId: string;
  readonly attempt: number;
  readonly leaseSeconds: number;
  /** Aborted with an AttemptEnded when the lease is lost or the control plane says stop. */
  readonly end: AbortController;
  readonly log: NodeLog;
}

export interface Heartbeat extends Disposable {
  /** Latest wins; goes out at once, or as soon as `progressEveryMs` have passed since the last beat. */
  report(progress: Progress): void;
}

/** How often a caller sees a scene move. A third of a lease (5 s) looked like a render that hangs. */
const progressEveryMs = 1_000;

/**
 * Renews a lease at least every third of its length: two beats may get lost before it runs out. News of the work goes
 * out sooner. A control plane that does not answer ends nothing (the result may still count when it is back); only its
 * word does.
 */
export const startHeartbeat = (options: HeartbeatOptions): Heartbeat => {
  const intervalMs = Math.ceil((options.leaseSeconds * 1_000) / 3);
  const over = new AbortController();
  let progress: Progress | undefined;
  let hasNews = false;
  let isBeating = false;
  let lastBeatMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout;

  const beatIn = (delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void beat(), delayMs);
  };
  const sinceLastBeatMs = (): number => performance.now() - lastBeatMs;

  const beat = async (): Promise<void> => {
    isBeating = true;
    hasNews = false;
    lastBeatMs = performance.now();
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(intervalMs)]);
    try {
      const request = { attempt: options.attempt, ...(progress === undefined ? {} : { progress }) };
      const answer = await options.client.heartbeat(options.jobId, request, signal);
      if (answer === 'lost' || answer.stop === 'superseded') options.end.abort(new AttemptEnded('lost'));
      else if (answer.stop === 'cancelled') options.end.abort(new AttemptEnded('stopped'));
    } catch (error) {
      if (!over.signal.aborted) options.log.warn({ err: error, jobId: options.jobId }, 'heartbeat not answered');
    }
    isBeating = false;
    if (!over.signal.aborted) beatIn(hasNews ? Math.max(0, progressEveryMs - sinceLastBeatMs()) : intervalMs);
  };
  timer = setTimeout(() => void beat(), intervalMs);

  return {
    report: (latest) => {
      progress = latest;
      if (hasNews || over.signal.aborted) return;
      hasNews = true;
      if (!isBeating) beatIn(Math.max(0, progressEveryMs - sinceLastBeatMs()));
    },
    [Symbol.dispose]: () => {
      over.abort();
      clearTimeout(timer);
    },
  };
};
