import type { AttemptSummary } from '@reelyard/shared/node-runtime/run-attempt.ts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

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

/** Every series of a render node, one table: name, help, labels. */
export const nodeMetrics = (observed: { activeLeaseCount: () => number; workerCount: number }): NodeMetrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'farm_node_' });
  const jobs = new Counter({
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
  const observe = (name: string, help: string, value: () => number): void =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(value());
        },
      }),
    );
  observe('farm_node_leases_active', 'Leases held now.', observed.activeLeaseCount);
  observe('farm_node_workers', 'Threads that draw frames.', () => observed.workerCount);

  return {
    registry,
    attemptEnded: ({ kind, outcome, blame, seconds }) => {
      jobs.inc({ kind, outcome, blame: blame ?? 'none' });
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
