import { blames } from '@reelyard/shared/contracts/job-failure.ts';
import { jobKinds, jobs } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { AttemptSummary } from '@reelyard/shared/node-runtime/run-attempt.ts';
import { scratchFigures } from '@reelyard/shared/node-runtime/scratch-figures.ts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CapacityState } from './capacity.ts';
import type { GpuLoad } from './gpu-load.ts';

const secondsBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180, 600];

export interface NodeMetrics {
  readonly registry: Registry;
  attemptEnded(summary: AttemptSummary): void;
  /** Frames that encoders gave back, as they come. */
  framesEncoded(count: number): void;
  uploaded(seconds: number): void;
  /** One scene: worker time spent on drawing and on waiting for encoders, and what came of it. */
  sceneRendered(scene: {
    readonly frameCount: number;
    readonly rasterSeconds: number;
    readonly encodeSeconds: number;
    readonly renderSeconds: number;
    readonly firstFrameSeconds: number;
    readonly encoder: string;
  }): void;
  encoderLost(encoder: string): void;
}

/** What is looked at when the metrics are asked for, and what the node found out at its start. */
export interface ObservedNode {
  readonly activeLeaseCount: () => number;
  readonly workerCount: number;
  readonly capacity: () => CapacityState;
  readonly scratchPath: string;
  /** What the cards do now; none without a card. */
  readonly gpuLoads: () => Promise<readonly GpuLoad[]>;
  /** Those that proved themselves. */
  readonly encoders: readonly { readonly name: string; readonly hardware: boolean }[];
}

/** Every way in which an attempt can end on a node. */
const attemptEnds = [
  ...['completed', 'released', 'dropped'].map((outcome) => ({ outcome, blame: 'none' })),
  ...blames.map((blame) => ({ outcome: 'failed', blame })),
];
const kinds = jobKinds.filter((kind) => jobs[kind].runsOn === 'render');

/**
 * Every series of a render node, one table: name, help, labels. What is counted by known labels begins at 0, because
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
  const drawn = new Counter({
    name: 'farm_node_frames_rendered_total',
    help: 'Frames of finished scenes.',
    labelNames: ['encoder'] as const,
    registers,
  });
  const encoded = new Counter({
    name: 'farm_node_frames_encoded_total',
    help: 'Frames that encoders gave back, those of scenes that failed later included.',
    registers,
  });
  const rate = new Gauge({
    name: 'farm_node_render_frames_per_second',
    help: 'Frames per second of the last finished scene.',
    registers,
  });
  const stage = new Histogram({
    name: 'farm_node_stage_duration_seconds',
    help: 'Time per scene and stage: raster and encode are summed over the workers, upload is per file.',
    labelNames: ['stage'] as const,
    buckets: secondsBuckets,
    registers,
  });
  const firstFrame = new Histogram({
    name: 'farm_node_first_frame_seconds',
    help: 'From the grant of a lease to the first frame that an encoder took.',
    buckets: [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 15],
    registers,
  });
  const lost = new Counter({
    name: 'farm_node_encoders_lost_total',
    help: 'Hardware encoders that stopped working while the node ran.',
    labelNames: ['encoder'] as const,
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
  observe('farm_node_workers', 'Threads that draw frames.', () => observed.workerCount);
  const { capacity } = observed;
  observe(
    'farm_node_encoder_sessions_used',
    'Sessions of hardware encoders in use.',
    () => capacity().used.encoderSessionCount,
  );
  observe(
    'farm_node_encoder_sessions_max',
    'Sessions of hardware encoders that this machine is taken to have; 0 without a card.',
    () => capacity().total.encoderSessionCount,
  );
  observe(
    'farm_node_memory_reserved_bytes',
    'Memory that is set aside for the chunks that are drawn now.',
    () => capacity().used.memoryBytes,
  );
  observe('farm_node_memory_max_bytes', 'Memory that chunks may take.', () => capacity().total.memoryBytes);
  observe(
    'farm_node_chunk_waiters',
    'Chunks that wait for memory or an encoder session.',
    () => capacity().waitingCount,
  );
  // One question for all three of a scrape, which begin together: to ask the driver starts a program.
  let asked: Promise<readonly GpuLoad[]> | null = null;
  const gpuLoads = (): Promise<readonly GpuLoad[]> => {
    asked ??= observed.gpuLoads().finally(() => {
      asked = null;
    });
    return asked;
  };
  const observeCards = (name: string, help: string, valueOf: (load: GpuLoad) => number | null): void =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: ['gpu'],
        registers: [],
        async collect() {
          const loads = await gpuLoads();
          this.reset();
          for (const load of loads) {
            const value = valueOf(load);
            if (value !== null) this.set({ gpu: String(load.index) }, value);
          }
        },
      }),
    );
  observeCards(
    'farm_node_gpu_busy_ratio',
    'Share of the last second in which a card was at work, by its driver.',
    ({ busyShare }) => busyShare,
  );
  observeCards(
    'farm_node_gpu_memory_used_bytes',
    'Memory of a card that is in use, by its driver.',
    ({ memoryUsedBytes }) => memoryUsedBytes,
  );
  observeCards(
    'farm_node_gpu_encoder_sessions',
    'Encodes on a card, those of other programs included.',
    ({ encoderSessionCount }) => encoderSessionCount,
  );
  for (const { name, help, value } of scratchFigures(observed.scratchPath)) observe(name, help, value);

  for (const kind of kinds) {
    for (const end of attemptEnds) jobsEnded.inc({ kind, ...end }, 0);
    for (const outcome of ['completed', 'failed', 'released', 'dropped']) jobSeconds.zero({ kind, outcome });
  }
  for (const name of ['raster', 'encode', 'upload']) stage.zero({ stage: name });
  for (const { name, hardware } of observed.encoders) {
    drawn.inc({ encoder: name }, 0);
    if (hardware) lost.inc({ encoder: name }, 0);
  }

  return {
    registry,
    attemptEnded: ({ kind, outcome, blame, seconds }) => {
      jobsEnded.inc({ kind, outcome, blame: blame ?? 'none' });
      jobSeconds.observe({ kind, outcome }, seconds);
    },
    framesEncoded: (count) => encoded.inc(count),
    uploaded: (seconds) => stage.observe({ stage: 'upload' }, seconds),
    sceneRendered: (scene) => {
      drawn.inc({ encoder: scene.encoder }, scene.frameCount);
      stage.observe({ stage: 'raster' }, scene.rasterSeconds);
      stage.observe({ stage: 'encode' }, scene.encodeSeconds);
      rate.set(scene.frameCount / scene.renderSeconds);
      firstFrame.observe(scene.firstFrameSeconds);
    },
    encoderLost: (encoder) => lost.inc({ encoder }),
  };
};
