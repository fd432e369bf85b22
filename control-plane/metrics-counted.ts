import { blames } from '@reelyard/shared/contracts/job-failure.ts';
import { type JobKind, jobKinds } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Redelivery } from './callbacks/redelivery.ts';
import { type DatabaseErrorKind, databaseErrorKinds } from './database/error-kind.ts';
import {
  type StorageOperation,
  type StorageTrouble,
  storageOperations,
  storageTroubles,
} from './object-storage/storage-trouble.ts';
import { isLive, publishStates } from './publishing/publish-state.ts';

/** What happens in a control plane, told when it does. */
export interface Counted {
  readonly answered: (answer: { method: string; route: string; statusCode: number; seconds: number }) => void;
  readonly requestUncounted: () => void;
  readonly leaseGranted: (grant: { kind: JobKind; waitedSeconds: number }) => void;
  readonly attemptEnded: (end: { kind: JobKind; outcome: string; blame: string }) => void;
  readonly framesRendered: (count: number) => void;
  readonly publishEnded: (outcome: string, seconds: number) => void;
  readonly paymentEnded: (payment: { kind: string; provider: string }, outcome: string) => void;
  readonly creditsMoved: (movement: CreditMovement, credits: number) => void;
  readonly callbackTried: (status: Redelivery['status']) => void;
  readonly nodeReported: (node: { name: string; pool: string }, activeLeaseCount: number) => void;
  readonly connectionWaited: (seconds: number) => void;
  readonly databaseFailed: (kind: DatabaseErrorKind) => void;
  readonly storageFailed: (failure: { operation: StorageOperation; trouble: StorageTrouble }) => void;
}

/** What moves credits; a plan's own allowance, corrections and what is taken back after a dispute are not among it. */
export const creditMovements = ['purchased', 'granted', 'reserved', 'charged', 'released', 'refunded'] as const;
export type CreditMovement = (typeof creditMovements)[number];

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const waitBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];
const publishBuckets = [1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600];
/** A node sends word every three seconds. */
const reportHoldsMs = 60_000;
const connectionBuckets = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10];

/** Every way in which an attempt can end. */
const attemptEnds = [
  ...['completed', 'released', 'cancelled'].map((outcome) => ({ outcome, blame: 'none' })),
  ...['lost', 'overrun'].map((outcome) => ({ outcome, blame: 'node' })),
  ...blames.map((blame) => ({ outcome: 'failed', blame })),
];
const paymentKinds = ['credits', 'export_pass', 'top_up'] as const;
const paymentProviders = ['stripe', 'local'] as const;
const paymentOutcomes = ['paid', 'failed', 'expired', 'differs'] as const;
const callbackOutcomes = ['delivered', 'retrying', 'failed'] as const satisfies readonly Redelivery['status'][];

/**
 * The series of what happens: name, help, labels. Those whose label values are known begin at 0, because rate() and
 * increase() do not see the event that begins a series. Routes are not known before they are asked for.
 */
export const countedMetrics = (registry: Registry): Counted => {
  const registers = [registry];
  const requests = new Histogram({
    name: 'farm_http_request_duration_seconds',
    help: 'Time to answer a request, long polls included.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: requestBuckets,
    registers,
  });
  const uncounted = new Counter({
    name: 'farm_rate_limit_uncounted_total',
    help: 'Requests that passed uncounted because the Redis of the rate limits was gone.',
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
  const callbacks = new Counter({
    name: 'farm_callback_deliveries_total',
    help: 'Tries of callbacks, by what became of the callback: delivered, tried again later, or given up.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const credits = new Counter({
    name: 'farm_credits_moved_total',
    help: 'Credits that were bought, given, set aside, spent, let go and given back, as their transactions did it.',
    labelNames: ['movement'] as const,
    registers,
  });
  const reports = new Map<string, { readonly pool: string; readonly atMs: number }>();
  const reported = new Gauge({
    name: 'farm_node_reported_leases',
    help: 'Leases that a node says it works on; of nodes that were heard of within a minute.',
    labelNames: ['node', 'pool'] as const,
    registers,
    // Names of nodes come and go with an autoscaler: each would stay here for ever.
    collect() {
      for (const [node, { pool, atMs }] of reports) {
        if (performance.now() - atMs <= reportHoldsMs) continue;
        reports.delete(node);
        this.remove({ node, pool });
      }
    },
  });
  const connectionWait = new Histogram({
    name: 'farm_database_connection_wait_seconds',
    help: 'How long a statement or a transaction waited for a connection to the database.',
    buckets: connectionBuckets,
    registers,
  });
  const databaseErrors = new Counter({
    name: 'farm_database_errors_total',
    help: 'Statements that failed and connections that did not come; constraint and conflict are a part of normal work.',
    labelNames: ['kind'] as const,
    registers,
  });

  const storageErrors = new Counter({
    name: 'farm_storage_errors_total',
    help: 'What the object storage did not do when the control plane asked for it, by operation and trouble.',
    labelNames: ['operation', 'trouble'] as const,
    registers,
  });

  for (const kind of jobKinds) {
    leaseWait.zero({ kind });
    for (const end of attemptEnds) attempts.inc({ kind, ...end }, 0);
  }
  for (const outcome of publishStates) if (!isLive(outcome)) publishes.zero({ outcome });
  for (const kind of paymentKinds)
    for (const provider of paymentProviders)
      for (const outcome of paymentOutcomes) payments.inc({ kind, provider, outcome }, 0);
  for (const outcome of callbackOutcomes) callbacks.inc({ outcome }, 0);
  for (const movement of creditMovements) credits.inc({ movement }, 0);
  for (const kind of databaseErrorKinds) databaseErrors.inc({ kind }, 0);
  for (const operation of storageOperations)
    for (const trouble of storageTroubles) storageErrors.inc({ operation, trouble }, 0);

  return {
    answered: ({ method, route, statusCode, seconds }) =>
      requests.observe({ method, route, status: String(statusCode) }, seconds),
    requestUncounted: () => uncounted.inc(),
    leaseGranted: ({ kind, waitedSeconds }) => leaseWait.observe({ kind }, Math.max(0, waitedSeconds)),
    attemptEnded: (end) => attempts.inc(end),
    framesRendered: (count) => frames.inc(count),
    publishEnded: (outcome, seconds) => publishes.observe({ outcome }, seconds),
    paymentEnded: ({ kind, provider }, outcome) => payments.inc({ kind, provider, outcome }),
    creditsMoved: (movement, moved) => credits.inc({ movement }, moved),
    callbackTried: (outcome) => callbacks.inc({ outcome }),
    nodeReported: ({ name, pool }, activeLeaseCount) => {
      reports.set(name, { pool, atMs: performance.now() });
      reported.set({ node: name, pool }, activeLeaseCount);
    },
    connectionWaited: (seconds) => connectionWait.observe(seconds),
    databaseFailed: (kind) => databaseErrors.inc({ kind }),
    storageFailed: ({ operation, trouble }) => storageErrors.inc({ operation, trouble }),
  };
};
