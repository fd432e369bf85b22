import { nodeMetrics as captureNodeMetrics } from '@reelyard/capture-node/metrics.ts';
import { openStatuses } from '@reelyard/control-plane/callbacks/store.ts';
import { databaseErrorKinds } from '@reelyard/control-plane/database/error-kind.ts';
import { controlPlaneMetrics } from '@reelyard/control-plane/metrics.ts';
import { creditMovements } from '@reelyard/control-plane/metrics-counted.ts';
import { storageTroubles } from '@reelyard/control-plane/object-storage/storage-trouble.ts';
import { liveStates, publishStates } from '@reelyard/control-plane/publishing/publish-state.ts';
import { nodeMetrics as renderNodeMetrics } from '@reelyard/render-node/metrics.ts';
import { blames } from '@reelyard/shared/contracts/job-failure.ts';
import { jobKinds } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { nodeStates } from '@reelyard/shared/contracts/node-protocol.ts';

export interface KnownMetric {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Its own labels; those that a scrape adds (`job`, `instance`) are every metric's. */
  readonly labels: ReadonlySet<string>;
  /** Whether it has a series before anything has happened: increase() sees the first event then. */
  readonly isThereFromTheStart: boolean;
}
export type KnownMetrics = ReadonlyMap<string, KnownMetric>;

const kind = 'scene.render';

/** What a process tells, before anything has happened and when everything that it counts has happened once. */
interface Told {
  readonly first: string;
  readonly last: string;
}

const controlPlaneText = async (): Promise<Told> => {
  const node = { pool: 'render', state: 'ready', slots: 2, activeLeaseCount: 1 } as const;
  const metrics = controlPlaneMetrics({
    queueDepth: async () => [{ kind, waitingCount: 1, activeCount: 1, oldestWaitSeconds: 1 }],
    nodeLoads: async () => [node],
    backlogSeconds: async () => ({ render: 1, capture: 1 }),
    publishes: async () => [{ state: 'rendering', count: 1, oldestSeconds: 1 }],
    callbacks: async () => ({ counts: { pending: 1, retrying: 1 }, overdueSeconds: 1 }),
    databasePool: () => ({ maxCount: 20, idleCount: 1, usedCount: 1, waiterCount: 0 }),
    invariants: async () => ({ auditedAt: new Date(), dueAt: new Date(), violations: { i01: 0 } }),
  });
  const first = await metrics.scrape();
  metrics.answered({ method: 'GET', route: '/', statusCode: 200, seconds: 1 });
  metrics.leaseGranted({ kind, waitedSeconds: 1 });
  metrics.attemptEnded({ kind, outcome: 'completed', blame: 'none' });
  metrics.publishEnded('completed', 1);
  metrics.paymentEnded({ kind: 'credits', provider: 'stripe' }, 'paid');
  metrics.nodeReported({ name: 'n', pool: 'render' }, 1);
  return { first, last: await metrics.scrape() };
};

const renderNodeText = async (): Promise<Told> => {
  const metrics = renderNodeMetrics({
    activeLeaseCount: () => 1,
    workerCount: 1,
    capacity: () => ({
      used: { memoryBytes: 1, encoderSessionCount: 1 },
      total: { memoryBytes: 1, encoderSessionCount: 1 },
      waitingCount: 0,
    }),
    scratchPath: '/nowhere',
    gpuLoads: async () => [{ index: 0, busyShare: 1, memoryUsedBytes: 1, encoderSessionCount: 1 }],
    encoders: [{ name: 'h264_nvenc', hardware: true }],
  });
  const first = await metrics.registry.metrics();
  metrics.attemptEnded({ kind, outcome: 'failed', blame: 'node', seconds: 1 });
  metrics.sceneRendered({
    frameCount: 1,
    rasterSeconds: 1,
    encodeSeconds: 1,
    renderSeconds: 1,
    firstFrameSeconds: 1,
    encoder: 'libx264',
  });
  metrics.encoderLost('h264_nvenc');
  return { first, last: await metrics.registry.metrics() };
};

const captureNodeText = async (): Promise<Told> => {
  const metrics = captureNodeMetrics({
    activeLeaseCount: () => 1,
    browsers: () => ({ size: 1, idle: 1, leased: 0, starting: 0, waiting: 0, pids: [] }),
    sessionCount: () => 1,
    scratchPath: '/nowhere',
  });
  const first = await metrics.registry.metrics();
  metrics.attemptEnded({ kind: 'page.capture', outcome: 'failed', blame: 'input', seconds: 1 });
  metrics.stageEnded('probe', 1);
  metrics.egressRefused('ADDRESS_NOT_PUBLIC');
  metrics.browsers.crashed();
  metrics.browsers.ended('released');
  return { first, last: await metrics.registry.metrics() };
};

/**
 * Every metric of the farm's processes, with its type and its labels, by the names that Prometheus stores. Those without
 * a series are kept out: a metric that is new and labelled has to happen above before an expression may ask for it.
 */
export const knownMetrics = async (): Promise<KnownMetrics> => {
  const told = [await controlPlaneText(), await renderNodeText(), await captureNodeText()];
  const lines = told.flatMap(({ last }) => last.split('\n'));
  const namesAtFirst = new Set(told.flatMap(({ first }) => first.match(/^farm_\w+/gm) ?? []));
  const types = new Map(
    lines.flatMap((line) => {
      const [, name, type] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, type as KnownMetric['type']] as const];
    }),
  );
  const known = new Map<string, KnownMetric>([['up', { type: 'gauge', labels: new Set(), isThereFromTheStart: true }]]);
  for (const line of lines) {
    const [, name = '', labels = ''] = /^([a-z][a-z0-9_]*)(?:\{(.*)\})? /.exec(line) ?? [];
    const type = types.get(name) ?? types.get(name.replace(/_(?:bucket|count|sum)$/, ''));
    if (name === '' || type === undefined) continue;
    const names = [...labels.matchAll(/([a-z_]+)="/g)].map(([, label = '']) => label);
    known.set(name, {
      type,
      labels: new Set([...(known.get(name)?.labels ?? []), ...names]),
      isThereFromTheStart: namesAtFirst.has(name),
    });
  }
  return known;
};

const attemptValues = {
  kind: jobKinds,
  blame: [...blames, 'none'],
  // A node tells less of its attempts than the control plane knows, and has one outcome of its own.
  outcome: ['cancelled', 'completed', 'failed', 'lost', 'overrun', 'released'],
};
const nodeAttemptValues = { ...attemptValues, outcome: ['completed', 'failed', 'released', 'dropped'] };
const kinds = { kind: jobKinds };
const pools = { pool: ['render', 'capture'] };

/** The values of labels whose values are a closed list: a misspelt one makes an alert that never fires. */
export const closedValues: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  farm_publish_duration_seconds: { outcome: publishStates },
  farm_payments_total: { outcome: ['paid', 'failed', 'expired', 'differs'] },
  farm_publishes_under_way: { state: liveStates },
  farm_publish_oldest_seconds: { state: liveStates },
  farm_callback_deliveries_total: { outcome: ['delivered', 'retrying', 'failed'] },
  farm_callbacks_open: { status: openStatuses },
  farm_credits_moved_total: { movement: creditMovements },
  farm_database_connections: { state: ['idle', 'used'] },
  farm_database_errors_total: { kind: databaseErrorKinds },
  farm_storage_errors_total: { trouble: storageTroubles },
  farm_backlog_predicted_seconds: pools,
  farm_job_attempts_total: attemptValues,
  farm_node_jobs_total: nodeAttemptValues,
  farm_node_job_duration_seconds: nodeAttemptValues,
  farm_lease_wait_seconds: kinds,
  farm_queue_waiting_jobs: kinds,
  farm_queue_active_jobs: kinds,
  farm_queue_oldest_wait_seconds: kinds,
  farm_nodes: { ...pools, state: nodeStates },
  farm_pool_slots: pools,
  farm_pool_free_slots: pools,
  farm_node_stage_duration_seconds: { stage: ['raster', 'encode', 'upload'] },
  farm_node_browsers_ended_total: { cause: ['crashed', 'recycled'] },
};
