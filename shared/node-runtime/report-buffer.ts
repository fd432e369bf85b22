import type { ReportAnswer } from './control-plane-client.ts';
import type { NodeLog } from './node-log.ts';

export interface Report {
  readonly jobId: string;
  /** Sends it, retrying by itself, until it is answered or the signal aborts. */
  readonly send: (signal: AbortSignal) => Promise<ReportAnswer>;
  /** The control plane ends every attempt by then: a later report can only be lost. */
  readonly uselessAfterMs: number;
}

/**
 * Results survive an outage of the control plane: each report is sent until it is answered, or until its lease is
 * surely over. The job's slot is free meanwhile.
 */
export interface ReportBuffer {
  readonly pendingCount: number;
  /** Resolves with the answer; null where it was given up. Never throws. */
  deliver(report: Report): Promise<ReportAnswer | null>;
  /** Waits until nothing is pending, at the longest until the signal aborts; then gives up what is left. */
  flush(signal: AbortSignal): Promise<void>;
}

export const reportBuffer = (log: NodeLog): ReportBuffer => {
  const pending = new Set<Promise<unknown>>();
  const givenUp = new AbortController();

  const send = async (report: Report): Promise<ReportAnswer | null> => {
    const signal = AbortSignal.any([
      givenUp.signal,
      AbortSignal.timeout(Math.max(1, Math.ceil(report.uselessAfterMs))),
    ]);
    try {
      return await report.send(signal);
    } catch (error) {
      log.error({ err: error, jobId: report.jobId }, 'report given up');
      return null;
    }
  };

  return {
    get pendingCount() {
      return pending.size;
    },
    deliver: async (report) => {
      const sending = send(report);
      pending.add(sending);
      return await sending.finally(() => pending.delete(sending));
    },
    flush: async (signal) => {
      const giveUp = (): void => givenUp.abort(signal.reason);
      if (signal.aborted) giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      await Promise.allSettled(pending);
      signal.removeEventListener('abort', giveUp);
    },
  };
};
