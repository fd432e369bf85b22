import type { Database } from '../database/connection.ts';
import { listDueLeases } from './store/leases.ts';

export interface LeaseReaperDeps {
  readonly db: Database;
  readonly nodes: { sweep(): Promise<string[]> };
  readonly lose: (ref: { jobId: string; attempt: number }, reason: 'lost' | 'overrun') => Promise<boolean>;
  readonly everyMs: number;
  readonly onFault: (error: unknown) => void;
}

/**
 * Ends leases whose heartbeat stopped, whose node fell silent, or whose time is up, and puts their jobs back. Every
 * control plane runs one: whoever locks the job first ends the lease, the others find it over.
 */
export const leaseReaper = ({ db, nodes, lose, everyMs, onFault }: LeaseReaperDeps) => {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let isClosed = false;

  /** One round; how many leases it ended. */
  const reap = async (): Promise<number> => {
    await nodes.sweep();
    let endedCount = 0;
    for (const { jobId, attempt, reason } of await listDueLeases(db)) {
      if (await lose({ jobId, attempt }, reason)) endedCount += 1;
    }
    return endedCount;
  };

  const schedule = (): void => {
    if (isClosed) return;
    timer = setTimeout(() => {
      running = reap()
        .then(() => undefined, onFault)
        .finally(schedule);
    }, everyMs);
  };

  return {
    reap,
    start: schedule,
    async close(): Promise<void> {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
};
export type LeaseReaper = ReturnType<typeof leaseReaper>;
