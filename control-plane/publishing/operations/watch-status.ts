import { batchNews } from '../../dispatch/batch-news.ts';
import type { WakeUps } from '../../dispatch/wake-ups.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { PublishStatus } from '../publish-view.ts';
import { isNews, isSettled } from '../status-events.ts';
import type { StatusOperations } from './read-status.ts';

/** A status is looked at again this often even without a notification: what it shows may also change by time alone. */
const lookAgainMs = 5_000;

export interface WatchDeps {
  readonly wakeUps: WakeUps;
  readonly status: Pick<StatusOperations, 'publishStatus' | 'liveBatch'>;
}

export const watchOperations = ({ wakeUps, status }: WatchDeps) => {
  /** The status now, then every newer one, until nothing runs or `signal` aborts. */
  async function* followStatus(caller: Caller, projectId: string, signal: AbortSignal): AsyncGenerator<PublishStatus> {
    const batchId = await status.liveBatch(caller, projectId);
    const news = batchId === null ? null : batchNews(wakeUps, batchId);
    try {
      let before: PublishStatus | null = null;
      while (!signal.aborted) {
        const after = await status.publishStatus(caller, projectId);
        if (isNews(before, after)) yield after;
        before = after;
        // Another request id: the publish that was followed is over, and the next one is another stream.
        if (isSettled(after.phase) || news === null || after.requestId !== batchId) return;
        await news.next(lookAgainMs, signal);
      }
    } finally {
      news?.leave();
    }
  }

  return {
    followStatus,

    /** The status once it is another one than now, or when `waitSeconds` have passed: a long poll. */
    async awaitStatus(
      caller: Caller,
      projectId: string,
      waitSeconds: number,
      signal: AbortSignal,
    ): Promise<PublishStatus> {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(waitSeconds * 1_000)]);
      let seen = 0;
      for await (const latest of followStatus(caller, projectId, deadline)) {
        seen += 1;
        if (seen > 1 || isSettled(latest.phase)) return latest;
      }
      return status.publishStatus(caller, projectId);
    },
  };
};
export type WatchOperations = ReturnType<typeof watchOperations>;
