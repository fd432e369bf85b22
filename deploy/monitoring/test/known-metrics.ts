import { nodeMetrics as captureNodeMetrics } from '@reelyard/capture-node/metrics.ts';
import { controlPlaneMetrics } from '@reelyard/control-plane/metrics.ts';
import { publishStates } from '@reelyard/control-plane/publishing/publish-state.ts';
import { nodeMetrics as renderNodeMetrics } from '@reelyard/render-node/metrics.ts';
import { blames } from '@reelyard/shared/contracts/job-failure.ts';
import { jobKinds } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { nodeStates } from '@reelyard/shared/contracts/node-protocol.ts';

export interface KnownMetric {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Its own labels; those that a scrape adds (`job`, `instance`) are every metric's. */
  readonly labels: ReadonlySet<string>;
}
export type KnownMetrics = ReadonlyMap<string, KnownMetric>;

const kind = 'scene.render';

/** Everything that a control plane counts has happened once: a label is seen only on a series that there is. */
const controlPlaneText = async (): Promise<string> => {
  const node = { pool: 'render', state: 'ready', slots: 2, activeLeaseCount: 1 } as const;
  const metrics = controlPlaneMetrics({
    queueDepth: async () => [{ kind, waitingCount: 1, activeCount: 1, oldestWaitSeconds: 1 }],
    nodeLoads: async () => [node],
    invariants: async () => ({ auditedAt: new Date(), dueAt: new Date(), violations: { i01: 0 } }),
  });
  metrics.answered({ method: 'GET', route: '/', statusCode: 200, seconds: 1 });
  metrics.leaseGranted({ kind, waitedSeconds: 1 });
  metrics.attemptEnded({ kind, outcome: 'completed', blame: 'none' });
  metrics.publishEnded('completed', 1);
  metrics.paymentEnded({ kind: 'credits', provider: 'stripe' }, 'paid');
  metrics.nodeReported({ name: 'n', pool: 'render' }, 1);
  return metrics.scrape();
};

const renderNodeText = async (): Promise<string> => {
  const metrics = renderNodeMetrics({ activeLeaseCount: () => 1, workerCount: 1 });
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
  return metrics.registry.metrics();
};

const captureNodeText = async (): Promise<string> => {
  const metrics = captureNodeMetrics({
    activeLeaseCount: () => 1,
    browsers: () => ({ size: 1, idle: 1, leased: 0, starting: 0, waiting: 0, pids: [] }),
    sessionCount: () => 1,
  });
  metrics.attemptEnded({ kind: 'page.capture', outcome: 'failed', blame: 'input', seconds: 1 });
  metrics.stageEnded('probe', 1);
  metrics.egressRefused('ADDRESS_NOT_PUBLIC');
  metrics.browsers.crashed();
  metrics.browsers.ended('released');
  return metrics.registry.metrics();
};

/**
 * Every metric of the farm's processes, with its type and its labels, by the names that Prometheus stores. Those without
 * a series are kept out: a metric that is new and labelled has to happen above before an expression may ask for it.
 */
export const knownMetrics = async (): Promise<KnownMetrics> => {
  const lines = [await controlPlaneText(), await renderNodeText(), await captureNodeText()].join('\n').split('\n');
  const types = new Map(
    lines.flatMap((line) => {
      const [, name, type] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, type as KnownMetric['type']] as const];
    }),
  );
  const known = new Map<string, KnownMetric>([['up', { type: 'gauge', labels: new Set() }]]);
  for (const line of lines) {
    const [, name = '', labels = ''] = /^([a-z][a-z0-9_]*)(?:\{(.*)\})? /.exec(line) ?? [];
    const type = types.get(name) ?? types.get(name.replace(/_(?:bucket|count|sum)$/, ''));
    if (name === '' || type === undefined) continue;
    const names = [...labels.matchAll(/([a-z_]+)="/g)].map(([, label = '']) => label);
    known.set(name, { type, labels: new Set([...(known.get(name)?.labels ?? []), ...names]) });
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
