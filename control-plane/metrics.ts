import type { JobKind } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { nodeStates } from '@reelyard/shared/contracts/node-protocol.ts';
import type { FastifyPluginAsync } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { InvariantCounts } from './database/auditor.ts';
import { type QueueDepth } from './dispatch/store/waiting.ts';
import { type NodeLoad, poolCapacity } from './nodes/capacity.ts';

export interface Observed {
  readonly queueDepth: () => Promise<QueueDepth[]>;
  readonly nodeLoads: () => Promise<NodeLoad[]>;
  readonly invariants: () => Promise<InvariantCounts>;
}

export interface ControlPlaneMetrics {
  readonly contentType: string;
  /** The text that Prometheus reads. */
  readonly scrape: () => Promise<string>;
  readonly answered: (answer: { method: string; route: string; statusCode: number; seconds: number }) => void;
  readonly leaseGranted: (grant: { kind: JobKind; waitedSeconds: number }) => void;
  readonly requestUncounted: () => void;
  readonly attemptEnded: (end: { kind: JobKind; outcome: string; blame: string }) => void;
  readonly framesRendered: (count: number) => void;
  readonly publishEnded: (outcome: string, seconds: number) => void;
  readonly paymentEnded: (payment: { kind: string; provider: string }, outcome: string) => void;
  readonly nodeReported: (node: { name: string; pool: string }, activeLeaseCount: number) => void;
}

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const waitBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];
const publishBuckets = [1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600];
const pools = ['render', 'capture'] as const;

/** Every series of the control plane, one table: name, help, labels. Gauges of the farm are read when Prometheus asks. */
export const controlPlaneMetrics = ({ queueDepth, nodeLoads, invariants }: Observed): ControlPlaneMetrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'farm_control_plane_' });

  const requests = new Histogram({
    name: 'farm_http_request_duration_seconds',
    help: 'Time to answer a request, long polls included.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: requestBuckets,
    registers,
  });
  const leaseWait = new Histogram({
    name: 'farm_lease_wait_seconds',
    help: 'From the moment a job could run to the grant of its lease.',
    labelNames: ['kind'] as const,
    buckets: waitBuckets,
    registers,
  });
  const attempts = new Counter({
    name: 'farm_job_attempts_total',
    help: 'Attempts that ended, by kind, outcome and blame.',
    labelNames: ['kind', 'outcome', 'blame'] as const,
    registers,
  });
  const frames = new Counter({
    name: 'farm_frames_rendered_total',
    help: 'Frames of scenes that were accepted.',
    registers,
  });
  const uncounted = new Counter({
    name: 'farm_rate_limit_uncounted_total',
    help: 'Requests that passed uncounted because the Redis of the rate limits was gone.',
    registers,
  });
  const publishes = new Histogram({
    name: 'farm_publish_duration_seconds',
    help: 'From the request of a publish to its end, by outcome.',
    labelNames: ['outcome'] as const,
    buckets: publishBuckets,
    registers,
  });
  const payments = new Counter({
    name: 'farm_payments_total',
    help: 'Checkouts that ended, by what was bought, provider and outcome; differs = another amount arrived.',
    labelNames: ['kind', 'provider', 'outcome'] as const,
    registers,
  });
  const reported = new Gauge({
    name: 'farm_node_reported_leases',
    help: 'Leases that a node says it works on.',
    labelNames: ['node', 'pool'] as const,
    registers,
  });
  const active = new Gauge({
    name: 'farm_queue_active_jobs',
    help: 'Jobs that a node holds a lease of.',
    labelNames: ['kind'] as const,
    registers,
  });
  const oldest = new Gauge({
    name: 'farm_queue_oldest_wait_seconds',
    help: 'How long the job that waits longest could have run.',
    labelNames: ['kind'] as const,
    registers,
  });
  const slots = new Gauge({
    name: 'farm_pool_slots',
    help: 'Workers of the ready nodes of a pool.',
    labelNames: ['pool'] as const,
    registers,
  });
  const freeSlots = new Gauge({
    name: 'farm_pool_free_slots',
    help: 'Workers of the ready nodes of a pool beyond the leases that they hold.',
    labelNames: ['pool'] as const,
    registers,
  });
  const waiting = new Gauge({
    name: 'farm_queue_waiting_jobs',
    help: 'Jobs that wait for a node.',
    labelNames: ['kind'] as const,
    registers,
  });
  const nodes = new Gauge({
    name: 'farm_nodes',
    help: 'Nodes heard of within a day, by pool and state.',
    labelNames: ['pool', 'state'] as const,
    registers,
  });

  const violations = new Gauge({
    name: 'farm_invariant_violations',
    help: 'How often the last audit found an invariant violated; anything but 0 is a fault of the farm.',
    labelNames: ['invariant'] as const,
    registers,
  });
  const auditedAt = new Gauge({
    name: 'farm_invariants_audited_timestamp_seconds',
    help: 'When the last audit of the invariants ended.',
    registers,
  });
  const auditDueAt = new Gauge({
    name: 'farm_invariants_audit_due_timestamp_seconds',
    help: 'When the next audit of the invariants may begin; while one runs, when it is given up.',
    registers,
  });

  /** Before a scrape and not in each gauge's own collect: several gauges come of one look at the database. */
  const look = async (): Promise<void> => {
    for (const { kind, waitingCount, activeCount, oldestWaitSeconds } of await queueDepth()) {
      waiting.set({ kind }, waitingCount);
      active.set({ kind }, activeCount);
      oldest.set({ kind }, oldestWaitSeconds);
    }
    const audited = await invariants();
    for (const [invariant, count] of Object.entries(audited.violations)) violations.set({ invariant }, count);
    if (audited.auditedAt !== null) auditedAt.set(audited.auditedAt.getTime() / 1_000);
    if (audited.dueAt !== null) auditDueAt.set(audited.dueAt.getTime() / 1_000);
    const loads = await nodeLoads();
    for (const pool of pools) {
      const capacity = poolCapacity(pool, loads);
      slots.set({ pool }, capacity.slots);
      freeSlots.set({ pool }, capacity.freeSlots);
      for (const state of nodeStates) {
        nodes.set({ pool, state }, loads.filter((load) => load.pool === pool && load.state === state).length);
      }
    }
  };

  return {
    contentType: registry.contentType,
    async scrape() {
      await look();
      return registry.metrics();
    },
    answered: ({ method, route, statusCode, seconds }) =>
      requests.observe({ method, route, status: String(statusCode) }, seconds),
    leaseGranted: ({ kind, waitedSeconds }) => leaseWait.observe({ kind }, Math.max(0, waitedSeconds)),
    requestUncounted: () => uncounted.inc(),
    attemptEnded: (end) => attempts.inc(end),
    framesRendered: (count) => frames.inc(count),
    publishEnded: (outcome, seconds) => publishes.observe({ outcome }, seconds),
    paymentEnded: ({ kind, provider }, outcome) => payments.inc({ kind, provider, outcome }),
    nodeReported: ({ name, pool }, activeLeaseCount) => reported.set({ node: name, pool }, activeLeaseCount),
  };
};

/** GET /metrics, for Prometheus. */
export const metricsRoutes =
  ({ contentType, scrape }: Pick<ControlPlaneMetrics, 'contentType' | 'scrape'>): FastifyPluginAsync =>
  async (app) => {
    app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
      reply.type(contentType).send(await scrape()),
    );
  };
