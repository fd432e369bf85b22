import { countOpenCallbacks } from '../callbacks/store.ts';
import type { Auditor } from '../database/auditor.ts';
import type { ConnectionWatch, Database, PoolState } from '../database/connection.ts';
import { databaseErrorKind } from '../database/error-kind.ts';
import { predictedBacklog } from '../dispatch/backlog.ts';
import { listUnfinishedWork } from '../dispatch/store/backlog.ts';
import { listQueueDepths } from '../dispatch/store/waiting.ts';
import { type ControlPlaneMetrics, controlPlaneMetrics } from '../metrics.ts';
import type { NodeOperations } from '../nodes/operations.ts';
import { listUnderWay } from '../publishing/store/under-way.ts';

/** What the metrics look at. */
export interface ObservedFarm {
  readonly db: Database;
  readonly nodes: Pick<NodeOperations, 'listLoads'>;
  readonly audit: Pick<Auditor, 'counts'>;
}

/** Made before all else, so that the pool is watched from its first connection on; `farm` is asked only at a scrape. */
export const composeMetrics = (
  farm: () => ObservedFarm,
): { metrics: ControlPlaneMetrics; connectionWatch: ConnectionWatch } => {
  let poolState = (): PoolState => ({ maxCount: 0, idleCount: 0, usedCount: 0, waiterCount: 0 });
  const metrics = controlPlaneMetrics({
    queueDepth: () => listQueueDepths(farm().db),
    nodeLoads: () => farm().nodes.listLoads(),
    backlogSeconds: async () => predictedBacklog(await listUnfinishedWork(farm().db)),
    publishes: () => listUnderWay(farm().db),
    callbacks: () => countOpenCallbacks(farm().db),
    invariants: () => farm().audit.counts(),
    databasePool: () => poolState(),
  });
  const connectionWatch: ConnectionWatch = {
    waited: metrics.connectionWaited,
    failed: (error) => metrics.databaseFailed(databaseErrorKind(error)),
    pool: (state) => {
      poolState = state;
    },
  };
  return { metrics, connectionWatch };
};
