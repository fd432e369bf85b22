import type { Transaction } from '../../database/connection.ts';
import type { Publish } from '../snapshot.ts';
import { lockPublish } from '../store/publishes.ts';
import { listTwinJobs, saveScenesShared } from '../store/twins.ts';
import type { AdvanceOperations } from './advance.ts';
import type { SettleUse } from './settle-use.ts';

export interface ShareDeps {
  readonly use: Pick<SettleUse, 'giveSceneBack'>;
  readonly steps: Pick<AdvanceOperations, 'advance'>;
  /** Takes jobs out of the queue; one that runs is told to stop by its next heartbeat. */
  readonly cancelJobs: (trx: Transaction, jobIds: readonly string[]) => Promise<void>;
}

/** A job of another publish that is to draw the same picture. */
interface Twin {
  readonly jobId: string;
  readonly publish: Publish;
}

/**
 * Two publishes of one account that want the same picture at the same time. Each has a job and a hold of its own, so that
 * neither depends on the other: should the first one fail or be cancelled, the second draws it and pays as if it were
 * alone. But the picture is drawn for one at a time (assign-lease.ts), and when it is there, the other one gets it: its job
 * is cancelled and what it set aside is given back.
 */
export const shareRendition = ({ use, steps, cancelJobs }: ShareDeps) => ({
  /**
   * Locks the publish whose job has drawn a picture, and those of the twins of that job. All of them by their ids: two
   * results of which each is wanted by the other one's publish wait for each other otherwise, until the database ends one.
   */
  async lock(trx: Transaction, jobId: string, publishId: string): Promise<{ publish: Publish; twins: Twin[] }> {
    const jobs = await listTwinJobs(trx, jobId);
    const locked = new Map<string, Publish>();
    for (const id of [...new Set([publishId, ...jobs.map((twin) => twin.publishId)])].toSorted()) {
      locked.set(id, await lockPublish(trx, id));
    }
    const twins = jobs.flatMap((twin) => {
      const publish = locked.get(twin.publishId);
      return publish ? [{ jobId: twin.jobId, publish }] : [];
    });
    return { publish: locked.get(publishId) ?? (await lockPublish(trx, publishId)), twins };
  },

  /** Nothing is drawn for them any more, so nothing is paid (S47, S106). */
  async give(trx: Transaction, twins: readonly Twin[], renditionId: string): Promise<void> {
    for (const { jobId, publish } of twins) {
      await cancelJobs(trx, [jobId]);
      for (const scene of await saveScenesShared(trx, jobId, renditionId)) await use.giveSceneBack(trx, publish, scene);
      await steps.advance(trx, publish);
    }
  },
});
export type ShareRendition = ReturnType<typeof shareRendition>;
