import { blames } from '@reelyard/shared/contracts/job-failure.ts';
import { jobs, type KindsOn } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { EgressRefusalCode } from '@reelyard/shared/egress/egress-refusal.ts';
import type { AttemptSummary } from '@reelyard/shared/node-runtime/run-attempt.ts';
import { scratchFigures } from '@reelyard/shared/node-runtime/scratch-figures.ts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { LeaseEndReason } from './browsers/lease-ended.ts';
import type { PoolObserver, PoolState } from './browsers/pool.ts';

const secondsBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60];

export interface NodeMetrics {
  readonly registry: Registry;
  readonly browsers: PoolObserver;
  readonly attemptEnded: (summary: AttemptSummary) => void;
  readonly uploaded: (seconds: number) => void;
  /** A stage of a capture (`open`, `settle`, `probe`, `shoot`, …), also of captures in browsing sessions. */
  readonly stageEnded: (stage: string, seconds: number) => void;
  readonly sessionClosed: (seconds: number) => void;
  readonly egressRefused: (code: EgressRefusalCode) => void;
}

/** What is looked at when the metrics are asked for. */
export interface ObservedNode {
  readonly activeLeaseCount: () => number;
  readonly browsers: () => PoolState;
  /** Browsing sessions that are open. */
  readonly sessionCount: () => number;
  readonly scratchPath: string;
}

/** Every way in which an attempt can end on a node. */
const attemptEnds = [
  ...['completed', 'released', 'dropped'].map((outcome) => ({ outcome, blame: 'none' })),
  ...blames.map((blame) => ({ outcome: 'failed', blame })),
];
const kinds = ['page.capture', 'brand.read'] as const satisfies readonly KindsOn<'capture'>[];
const refusalCodes: Record<EgressRefusalCode, true> = {
  ADDRESS_INVALID: true,
  SCHEME_NOT_ALLOWED: true,
  HTTPS_REQUIRED: true,
  CREDENTIALS_IN_ADDRESS: true,
  ADDRESS_NOT_PUBLIC: true,
  PORT_NOT_ALLOWED: true,
  NAME_NOT_RESOLVED: true,
  CERTIFICATE_NOT_TRUSTED: true,
  UNREACHABLE: true,
  TIMED_OUT: true,
  CANCELLED: true,
  TOO_MANY_REDIRECTS: true,
  TRAFFIC_LIMIT_REACHED: true,
  BODY_TOO_LARGE: true,
  BODY_UNREADABLE: true,
};
/** What executors say of their time; `browser` holds the same again, divided otherwise. */
const stageNames = new Set(
  kinds
    .flatMap((kind) => Object.keys(jobs[kind].result.shape.timingsMs.shape))
    .concat('upload')
    .filter((name) => name !== 'browser'),
);
const leaseEndReasons: Record<LeaseEndReason, true> = {
  released: true,
  wall: true,
  memory: true,
  cpu: true,
  crashed: true,
  cancelled: true,
  closed: true,
};

/**
 * Every series of a capture node, one table: name, help, labels. What is counted by known labels begins at 0, because
 * rate() and increase() do not see the event that begins a series.
 */
export const nodeMetrics = (observed: ObservedNode): NodeMetrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'farm_node_' });
  const jobsEnded = new Counter({
    name: 'farm_node_jobs_total',
    help: 'Attempts that ended, by kind, outcome and blame.',
    labelNames: ['kind', 'outcome', 'blame'] as const,
    registers,
  });
  const jobSeconds = new Histogram({
    name: 'farm_node_job_duration_seconds',
    help: 'From the grant of a lease to the end of its attempt.',
    labelNames: ['kind', 'outcome'] as const,
    buckets: secondsBuckets,
    registers,
  });
  const stage = new Histogram({
    name: 'farm_node_capture_stage_seconds',
    help: 'Time per capture and stage; upload is per file.',
    labelNames: ['stage'] as const,
    buckets: secondsBuckets,
    registers,
  });
  const refusals = new Counter({
    name: 'farm_node_egress_refusals_total',
    help: 'Requests of pages that the proxy refused, by reason.',
    labelNames: ['code'] as const,
    registers,
  });
  const browserStart = new Histogram({
    name: 'farm_node_browser_start_seconds',
    help: 'Time until a started browser answered.',
    buckets: [0.1, 0.2, 0.3, 0.5, 1, 2, 5, 10, 20],
    registers,
  });
  const browserWait = new Histogram({
    name: 'farm_node_browser_wait_seconds',
    help: 'Time that captures and sessions waited for a free browser.',
    buckets: [0.001, 0.01, 0.1, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const browserEnds = new Counter({
    name: 'farm_node_browsers_ended_total',
    help: 'Browsers that crashed, and those that were replaced for their age, their uses or what they held.',
    labelNames: ['cause'] as const,
    registers,
  });
  const leaseEnds = new Counter({
    name: 'farm_node_browser_leases_total',
    help: 'Uses of a browser that ended, by reason: released, or taken back (wall, memory, cpu, crashed, …).',
    labelNames: ['reason'] as const,
    registers,
  });
  const sessionSeconds = new Histogram({
    name: 'farm_node_browse_session_seconds',
    help: 'How long browsing sessions were open.',
    buckets: [10, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600],
    registers,
  });
  const observe = (name: string, help: string, value: () => number | Promise<number>): void =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          this.set(await value());
        },
      }),
    );
  observe('farm_node_leases_active', 'Leases held now.', observed.activeLeaseCount);
  observe('farm_node_browsers_max', 'Browsers that there may be at one time.', () => observed.browsers().size);
  observe('farm_node_browsers_idle', 'Browsers that wait for a use.', () => observed.browsers().idle);
  observe('farm_node_browsers_leased', 'Browsers in use.', () => observed.browsers().leased);
  observe('farm_node_browsers_starting', 'Browsers that are being started.', () => observed.browsers().starting);
  observe(
    'farm_node_browser_waiters',
    'Captures and sessions that wait for a browser.',
    () => observed.browsers().waiting,
  );
  observe('farm_node_browse_sessions', 'Browsing sessions that are open.', observed.sessionCount);
  for (const { name, help, value } of scratchFigures(observed.scratchPath)) observe(name, help, value);

  for (const kind of kinds) {
    for (const end of attemptEnds) jobsEnded.inc({ kind, ...end }, 0);
    for (const outcome of ['completed', 'failed', 'released', 'dropped']) jobSeconds.zero({ kind, outcome });
  }
  for (const name of stageNames) stage.zero({ stage: name });
  for (const code of Object.keys(refusalCodes)) refusals.inc({ code }, 0);
  for (const cause of ['crashed', 'recycled']) browserEnds.inc({ cause }, 0);
  for (const reason of Object.keys(leaseEndReasons)) leaseEnds.inc({ reason }, 0);

  return {
    registry,
    browsers: {
      started: (seconds) => browserStart.observe(seconds),
      crashed: () => browserEnds.inc({ cause: 'crashed' }),
      recycled: () => browserEnds.inc({ cause: 'recycled' }),
      waited: (seconds) => browserWait.observe(seconds),
      ended: (reason) => leaseEnds.inc({ reason }),
    },
    attemptEnded: ({ kind, outcome, blame, seconds }) => {
      jobsEnded.inc({ kind, outcome, blame: blame ?? 'none' });
      jobSeconds.observe({ kind, outcome }, seconds);
    },
    uploaded: (seconds) => stage.observe({ stage: 'upload' }, seconds),
    stageEnded: (name, seconds) => stage.observe({ stage: name }, seconds),
    sessionClosed: (seconds) => sessionSeconds.observe(seconds),
    egressRefused: (code) => refusals.inc({ code }),
  };
};
