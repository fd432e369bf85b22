import { type Database, inTransaction, type Transaction } from '../../database/connection.ts';
import type { ExportOperations } from '../../exports/operations.ts';
import type { Caller } from '../../http/authenticate.ts';
import { once } from '../../http/once.ts';
import { notFound, Refusal } from '../../http/refusal.ts';
import type { ProjectOperations } from '../../projects/operations.ts';
import { isLive, type PublishState } from '../publish-state.ts';
import type { Publish } from '../snapshot.ts';
import { findLivePublish, findPublish, lockPublish } from '../store/publishes.ts';
import { saveScenesCancelled } from '../store/scenes.ts';
import type { AdvanceOperations } from './advance.ts';
import type { SettleUse } from './settle-use.ts';

export interface CancelDeps {
  readonly db: Database;
  readonly use: Pick<SettleUse, 'giveSceneBack' | 'giveExportBack'>;
  readonly exports: Pick<ExportOperations, 'cancelOfPublish'>;
  readonly projects: Pick<ProjectOperations, 'findProject'>;
  readonly steps: Pick<AdvanceOperations, 'move'>;
  readonly cancelBatch: (trx: Transaction, batchId: string) => Promise<void>;
  readonly onEnd: (trx: Transaction, publish: Publish, state: PublishState) => Promise<void>;
}

export interface Cancelled {
  readonly requestId: string;
  readonly creditsReleased: number;
}

/**
 * N25: ends a publish that is under way. What was not drawn yet is not paid for; scenes that are done stay for the
 * next publish; nodes that still work on one are told to stop by their next heartbeat.
 */
export const cancelPublish = (deps: CancelDeps) => {
  const { db, projects } = deps;
  return async (caller: Caller, projectId: string): Promise<Cancelled> => {
    if (!(await projects.findProject(caller, projectId))) throw notFound('project');
    const cancel = async (trx: Transaction): Promise<Cancelled> => {
      const running = await findLivePublish(trx, projectId);
      const cancelled = running && (await endLive(deps, trx, running.id));
      if (cancelled) return cancelled;
      throw new Refusal('bad_request', {
        code: 'NO_PUBLISH_IN_PROGRESS',
        message: 'Nothing is being published here.',
      });
    };
    return inTransaction(db, (trx) => once(trx, () => cancel(trx)));
  };
};

/**
 * The same by an operator, whosever publish it is.
 *
 * @returns null where it is over already
 * @throws Refusal 404 where there is no such publish
 */
export const cancelAnyPublish =
  (deps: CancelDeps) =>
  async (trx: Transaction, publishId: string): Promise<Cancelled | null> => {
    const found = await findPublish(trx, publishId);
    if (found === null) throw notFound('publish');
    return isLive(found.state) ? endLive(deps, trx, publishId) : null;
  };

/** Null where it ended by itself meanwhile. */
const endLive = async (deps: CancelDeps, trx: Transaction, publishId: string): Promise<Cancelled | null> => {
  const { use, exports, steps, cancelBatch, onEnd } = deps;
  // The jobs are locked before the publish, as every completion does it.
  await cancelBatch(trx, publishId);
  const publish = await lockPublish(trx, publishId);
  if (!isLive(publish.state)) return null;
  let creditsReleased = 0;
  for (const scene of await saveScenesCancelled(trx, publish.id)) {
    creditsReleased += await use.giveSceneBack(trx, publish, scene);
  }
  await exports.cancelOfPublish(trx, publish.id);
  await steps.move(trx, publish, 'cancelled');
  creditsReleased += await use.giveExportBack(trx, publish);
  await onEnd(trx, publish, 'cancelled');
  return { requestId: publish.id, creditsReleased };
};
