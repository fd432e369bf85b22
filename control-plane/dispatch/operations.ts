import { jobKinds } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { HeartbeatAnswer, Progress } from '@reelyard/shared/contracts/node-protocol.ts';
import type { Transaction } from '../database/connection.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import { type AttemptOfNode, type EndAttemptDeps, endAttempt } from './operations/end-attempt.ts';
import { type LeaseJobDeps, leaseJob } from './operations/lease-job.ts';
import { batchChannel, jobChannel, type Queue } from './queue.ts';
import {
  type CancelledJob,
  endJob,
  markBatchCancelled,
  markJobsCancelled,
  notify,
  savePriority,
} from './store/jobs.ts';
import { listLeasesOfNode, renewLease } from './store/leases.ts';
import type { WakeUps } from './wake-ups.ts';

export interface DispatchDeps extends EndAttemptDeps, Omit<LeaseJobDeps, 'release' | 'nodes' | 'objects'> {
  readonly objects: EndAttemptDeps['objects'] & LeaseJobDeps['objects'];
  readonly nodes: EndAttemptDeps['nodes'] & LeaseJobDeps['nodes'];
  readonly wakeUps: WakeUps;
}

/** Takes marked jobs out of the queue; those that run are told to stop by their next heartbeat. */
const takeOut = async (queue: Queue, trx: Transaction, cancelled: readonly CancelledJob[]): Promise<void> => {
  for (const kind of jobKinds) {
    const ids = cancelled.flatMap((job) => (job.kind === kind ? [job.jobId] : []));
    await queue.cancel(trx, kind, ids);
  }
  for (const { jobId, isLeased } of cancelled) if (!isLeased) await endJob(trx, jobId, 'cancelled');
};

/** Takes the unfinished jobs of a batch out of the queue; those that run are told to stop by their next heartbeat. */
export const cancelBatch =
  (queue: Queue) =>
  async (trx: Transaction, batchId: string): Promise<void> => {
    await takeOut(queue, trx, await markBatchCancelled(trx, batchId));
    await notify(trx, batchChannel, batchId);
  };

/** The same for jobs whose batches go on without them. */
export const cancelJobs =
  (queue: Queue) =>
  async (trx: Transaction, jobIds: readonly string[]): Promise<void> => {
    const cancelled = await markJobsCancelled(trx, jobIds);
    await takeOut(queue, trx, cancelled);
    for (const { batchId } of cancelled) if (batchId !== null) await notify(trx, batchChannel, batchId);
  };

/** What the farm and its nodes say to each other about jobs. Knows no feature: completions are handed in. */
export const dispatchOperations = (deps: DispatchDeps) => {
  const { db, wakeUps } = deps;
  const ends = endAttempt(deps);
  const waiting = leaseJob({ ...deps, release: (ref) => ends.release(ref) });
  const forgetWakeUp = wakeUps.on(jobChannel, () => waiting.wake());

  return {
    ...ends,
    lease: waiting.wait,
    dismiss: (nodeId: string): void => waiting.dismiss(nodeId),

    /** Renews a lease and takes its progress in; the answer may say stop. Throws 409 where the lease is over. */
    async heartbeat(ref: AttemptOfNode, progress: Progress | undefined): Promise<HeartbeatAnswer> {
      const renewed = await renewLease(db, ref, progress);
      if (!renewed) {
        throw new Refusal('conflict', { code: 'LEASE_LOST', message: 'This attempt was superseded: drop its work.' });
      }
      if (progress && renewed.batchId !== null) await notify(db, batchChannel, renewed.batchId);
      return { stop: renewed.isCancelled ? 'cancelled' : null };
    },

    /**
     * Jobs of a higher priority are granted first, of all accounts; 0 is what everything begins with. Changes nothing
     * for an attempt that runs.
     *
     * @returns false where the job has that priority
     * @throws Refusal 404 where there is no such job or it is over
     */
    async setPriority(trx: Transaction, jobId: string, priority: number): Promise<boolean> {
      const changed = await savePriority(trx, jobId, priority);
      if (changed === null) throw notFound('waiting job');
      return changed;
    },

    /** A node says goodbye: what it still holds goes back at once. */
    async releaseAll(nodeId: string): Promise<void> {
      for (const lease of await listLeasesOfNode(db, nodeId)) await releaseQuietly(ends, { ...lease, nodeId });
    },

    close(): void {
      forgetWakeUp();
      waiting.close();
    },
  };
};
export type DispatchOperations = ReturnType<typeof dispatchOperations>;

/** A lease that ended meanwhile is what was wanted. */
const releaseQuietly = async (
  ends: Pick<ReturnType<typeof endAttempt>, 'release'>,
  ref: AttemptOfNode,
): Promise<void> => {
  try {
    await ends.release(ref);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
};
