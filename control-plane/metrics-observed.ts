import type { Pool } from '@reelyard/shared/contracts/jobs/define-job.ts';
import { nodeStates } from '@reelyard/shared/contracts/node-protocol.ts';
import { Gauge, type Registry } from 'prom-client';
import { type OpenCallbacks, openStatuses } from './callbacks/store.ts';
import type { InvariantCounts } from './database/auditor.ts';
import type { PoolState } from './database/connection.ts';
import type { QueueDepth } from './dispatch/store/waiting.ts';
import { type NodeLoad, poolCapacity } from './nodes/capacity.ts';
import type { PublishesUnderWay } from './publishing/store/under-way.ts';

/** What is looked at when Prometheus asks: small answers, found by indexes that hold no more than what is under way. */
export interface Observed {
  readonly queueDepth: () => Promise<QueueDepth[]>;
  readonly nodeLoads: () => Promise<NodeLoad[]>;
  readonly backlogSeconds: () => Promise<Readonly<Record<Pool, number>>>;
  readonly publishes: () => Promise<PublishesUnderWay[]>;
  readonly callbacks: () => Promise<OpenCallbacks>;
  readonly invariants: () => Promise<InvariantCounts>;
  readonly databasePool: () => PoolState;
}

const pools = ['render', 'capture'] as const satisfies readonly Pool[];

/**
 * The series of how the farm stands: name, help, labels. All are set in one look before a scrape and not in each gauge's own
 * collect: several come of one look at the database.
 */
export const observedMetrics = (registry: Registry, observed: Observed): { look: () => Promise<void> } => {
  const gauge = <L extends string = never>(name: string, help: string, ...labelNames: L[]): Gauge<L> =>
    new Gauge({ name, help, labelNames, registers: [registry] });

  const waiting = gauge('farm_queue_waiting_jobs', 'Jobs that wait for a node.', 'kind');
  const active = gauge('farm_queue_active_jobs', 'Jobs that a node holds a lease of.', 'kind');
  const oldest = gauge('farm_queue_oldest_wait_seconds', 'How long the job that waits longest could have run.', 'kind');
  const backlog = gauge(
    'farm_backlog_predicted_seconds',
    'How long the unfinished work of a pool would take, one attempt at a time, going by the latest attempts.',
    'pool',
  );
  const slots = gauge('farm_pool_slots', 'Workers of the ready nodes of a pool.', 'pool');
  const freeSlots = gauge(
    'farm_pool_free_slots',
    'Workers of the ready nodes of a pool beyond the leases that they hold.',
    'pool',
  );
  const nodes = gauge(
    'farm_nodes',
    'Nodes by pool and state; one that is gone is not counted for long, nor once it has registered again.',
    'pool',
    'state',
  );
  const publishes = gauge('farm_publishes_under_way', 'Publishes that have not ended, by how far they are.', 'state');
  const oldestPublish = gauge(
    'farm_publish_oldest_seconds',
    'Since the oldest publish that is so far was asked for; 0 where there is none.',
    'state',
  );
  const callbacks = gauge(
    'farm_callbacks_open',
    'Callbacks that are still to be sent: for the first time, or again later.',
    'status',
  );
  const overdue = gauge(
    'farm_callbacks_overdue_seconds',
    'How long the callback is due that is due longest and that nobody sends.',
  );
  const connections = gauge('farm_database_connections', 'Connections of this control plane to the database.', 'state');
  const maxConnections = gauge('farm_database_connections_max', 'Connections that this control plane may have.');
  const connectionWaiters = gauge(
    'farm_database_connection_waiters',
    'Statements and transactions that wait for a connection.',
  );
  const violations = gauge(
    'farm_invariant_violations',
    'How often the last audit found an invariant violated; anything but 0 is a fault of the farm.',
    'invariant',
  );
  const auditedAt = gauge('farm_invariants_audited_timestamp_seconds', 'When the last audit of the invariants ended.');
  const auditDueAt = gauge(
    'farm_invariants_audit_due_timestamp_seconds',
    'When the next audit of the invariants may begin; while one runs, when it is given up.',
  );

  /** First, so that the looks below are not among those who wait. */
  const lookAtPool = (): void => {
    const { maxCount, idleCount, usedCount, waiterCount } = observed.databasePool();
    maxConnections.set(maxCount);
    connections.set({ state: 'idle' }, idleCount);
    connections.set({ state: 'used' }, usedCount);
    connectionWaiters.set(waiterCount);
  };

  const lookAtWork = async (): Promise<void> => {
    for (const { kind, waitingCount, activeCount, oldestWaitSeconds } of await observed.queueDepth()) {
      waiting.set({ kind }, waitingCount);
      active.set({ kind }, activeCount);
      oldest.set({ kind }, oldestWaitSeconds);
    }
    for (const { state, count, oldestSeconds } of await observed.publishes()) {
      publishes.set({ state }, count);
      oldestPublish.set({ state }, oldestSeconds);
    }
    const { counts, overdueSeconds } = await observed.callbacks();
    for (const status of openStatuses) callbacks.set({ status }, counts[status]);
    overdue.set(overdueSeconds);
  };

  const lookAtNodes = async (): Promise<void> => {
    const loads = await observed.nodeLoads();
    const backlogSeconds = await observed.backlogSeconds();
    for (const pool of pools) {
      const capacity = poolCapacity(pool, loads);
      slots.set({ pool }, capacity.slots);
      freeSlots.set({ pool }, capacity.freeSlots);
      backlog.set({ pool }, backlogSeconds[pool]);
      for (const state of nodeStates) {
        nodes.set({ pool, state }, loads.filter((load) => load.pool === pool && load.state === state).length);
      }
    }
  };

  const lookAtInvariants = async (): Promise<void> => {
    const audited = await observed.invariants();
    for (const [invariant, count] of Object.entries(audited.violations)) violations.set({ invariant }, count);
    if (audited.auditedAt !== null) auditedAt.set(audited.auditedAt.getTime() / 1_000);
    if (audited.dueAt !== null) auditDueAt.set(audited.dueAt.getTime() / 1_000);
  };

  return {
    async look() {
      lookAtPool();
      await lookAtWork();
      await lookAtNodes();
      await lookAtInvariants();
    },
  };
};
