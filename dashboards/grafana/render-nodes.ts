import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { arrange } from './arrange.ts';
import { attemptsByOutcome, failedAttempts } from './node-attempts.ts';
import { nodeDisk, nodeProcess } from './node-process.ts';
import { stat, timeSeries } from './panels.ts';
import { countOf, quantileOf, rateOf, recent, shareOf } from './queries.ts';

const job = 'farm-render-node';
const chosen = 'instance=~"$renderNode"';
/** Capture nodes have jobs of the same name. */
const ours = `job="${job}",${chosen}`;
const blamed = 'outcome="failed",blame=~"engine|node|storage"';

const health = [
  [
    stat({
      id: 1,
      title: 'Nodes scraped',
      description: 'Render nodes that answer Prometheus. Good: all that you run.',
      unit: 'none',
      queries: { up: `sum(up{${ours}})` },
      limits: { bad: 1, lowIsBad: true },
      runbook: 'A process is not scraped',
    }),
    stat({
      id: 2,
      title: 'Frames per second',
      description: 'Frames that the encoders gave back, as they come. 0 while nothing is rendered.',
      unit: 'suffix: fps',
      queries: { frames: rateOf(`farm_node_frames_encoded_total{${chosen}}`) },
    }),
    stat({
      id: 3,
      title: 'Leases held',
      description: 'Attempts that run now, and the threads that draw frames for them.',
      unit: 'none',
      queries: { leases: `sum(farm_node_leases_active{${ours}})`, workers: `sum(farm_node_workers{${chosen}})` },
    }),
    stat({
      id: 4,
      title: `Attempts failed by the farm, ${recent}`,
      description:
        'Share of all attempts that failed by the engine, the node or the storage. Good: 0; retries hide a few.',
      unit: 'percentunit',
      queries: { share: shareOf(`farm_node_jobs_total{${ours},${blamed}}`, `farm_node_jobs_total{${ours}}`) },
      limits: { warning: 0.02, bad: 0.1 },
      runbook: 'Attempts fail',
    }),
    stat({
      id: 5,
      title: 'First frame, p95',
      description: `From the grant of a lease to the first frame in an encoder, within ${recent}. Good: a second or two.`,
      emptyUntil: `a scene was rendered within ${recent}`,
      unit: 's',
      queries: { p95: quantileOf(0.95, `farm_node_first_frame_seconds{${chosen}}`) },
      limits: { warning: 5 },
    }),
    stat({
      id: 6,
      title: 'Encoders lost',
      description: 'Hardware encoders that stopped working since their node was started. Good: 0.',
      unit: 'none',
      queries: { lost: `sum(farm_node_encoders_lost_total{${chosen}}) or vector(0)` },
      limits: { warning: 1 },
      runbook: 'A node has lost an encoder',
    }),
  ],
];

const speed = [
  [
    timeSeries({
      id: 20,
      title: 'Frames per second by node',
      description:
        'Frames that encoders gave back. Equal machines should be equally fast; one that is not has lost something.',
      unit: 'suffix: fps',
      queries: { '{{instance}}': rateOf(`farm_node_frames_encoded_total{${chosen}}`, 'instance') },
    }),
    timeSeries({
      id: 21,
      title: 'Speed of the last scene by node',
      description:
        'Frames per second while it was rendered, 0 before the first one. Falls as scenes share the machine.',
      unit: 'suffix: fps',
      queries: { '{{instance}}': `max by (instance) (farm_node_render_frames_per_second{${chosen}})` },
    }),
    timeSeries({
      id: 22,
      title: `Frames by encoder, in the ${recent} before`,
      description: 'libx264 on a machine with a card means that the card is not used.',
      unit: 'short',
      queries: { '{{encoder}}': countOf(`farm_node_frames_rendered_total{${chosen}}`, 'encoder') },
      stacked: true,
      runbook: 'A node has lost an encoder',
    }),
  ],
  [
    timeSeries({
      id: 23,
      title: `Time per stage, p95 of the ${recent} before`,
      description:
        'Raster and encode are summed over the threads of a scene, upload is per file. Upload grows alone: the storage is slow.',
      emptyUntil: `a scene was rendered within ${recent}`,
      unit: 's',
      queries: { '{{stage}}': quantileOf(0.95, `farm_node_stage_duration_seconds{${chosen}}`, 'stage') },
    }),
    timeSeries({
      id: 24,
      title: `First frame, of the ${recent} before`,
      description: 'From the grant of a lease to the first frame in an encoder. It grows when leases wait for threads.',
      emptyUntil: `a scene was rendered within ${recent}`,
      unit: 's',
      queries: {
        p50: quantileOf(0.5, `farm_node_first_frame_seconds{${chosen}}`),
        p95: quantileOf(0.95, `farm_node_first_frame_seconds{${chosen}}`),
      },
      limits: { warning: 5 },
    }),
    timeSeries({
      id: 25,
      title: 'Encoders lost by node',
      description: 'Since the node was started; it goes on with the next encoder. Good: nothing is shown here at all.',
      emptyUntil: 'a node loses an encoder',
      unit: 'none',
      queries: {
        '{{instance}} {{encoder}}': `max by (instance, encoder) (farm_node_encoders_lost_total{${chosen}})`,
      },
      runbook: 'A node has lost an encoder',
    }),
  ],
];

const work = [
  [
    attemptsByOutcome(ours, {
      id: 30,
      description: '`released` were handed back by a node that drained, `dropped` were taken from it or cancelled.',
      emptyUntil: 'the first attempt ended',
    }),
    failedAttempts(ours, {
      id: 31,
      description: 'By blame. One node alone: drain it and read its log. All nodes: one template, or the storage.',
    }),
    timeSeries({
      id: 32,
      title: `Duration of attempts, p95 of the ${recent} before`,
      description: 'Completed ones, from the grant of the lease to the end, by kind.',
      emptyUntil: `an attempt was completed within ${recent}`,
      unit: 's',
      queries: { '{{kind}}': quantileOf(0.95, `farm_node_job_duration_seconds{${ours},outcome="completed"}`, 'kind') },
    }),
  ],
];

const cards = [
  timeSeries({
    id: 43,
    title: 'Sessions of hardware encoders',
    description:
      'In use by the node, on its cards by their drivers, and how many it is taken to have. More on the cards than in use: another program encodes there.',
    emptyUntil: 'a node has a card',
    unit: 'none',
    queries: {
      '{{instance}} in use': `max by (instance) (farm_node_encoder_sessions_used{${chosen}}) > 0`,
      '{{instance}} card {{gpu}}': `max by (instance, gpu) (farm_node_gpu_encoder_sessions{${chosen}})`,
      '{{instance}} at most': `max by (instance) (farm_node_encoder_sessions_max{${chosen}}) > 0`,
    },
  }),
  timeSeries({
    id: 46,
    title: 'Cards at work',
    description:
      'Share of the time in which something ran on a card. At 1 for long: the card is full. Near 0 while scenes wait: the processor is.',
    emptyUntil: 'a node has an NVIDIA card',
    unit: 'percentunit',
    queries: { '{{instance}} card {{gpu}}': `max by (instance, gpu) (farm_node_gpu_busy_ratio{${chosen}})` },
  }),
  timeSeries({
    id: 47,
    title: 'Memory of the cards',
    description: 'In use, by the driver, other programs included. Near what the card has: encoders are refused.',
    emptyUntil: 'a node has an NVIDIA card',
    unit: 'bytes',
    queries: { '{{instance}} card {{gpu}}': `max by (instance, gpu) (farm_node_gpu_memory_used_bytes{${chosen}})` },
  }),
];

const memoryAndDisk = [
  timeSeries({
    id: 44,
    title: 'Memory set aside for drawing',
    description:
      'For the chunks that are drawn now, and what they may take. At its most with chunks that wait: it is short.',
    unit: 'bytes',
    queries: {
      '{{instance}} set aside': `max by (instance) (farm_node_memory_reserved_bytes{${chosen}})`,
      '{{instance}} at most': `max by (instance) (farm_node_memory_max_bytes{${chosen}})`,
    },
  }),
  timeSeries({
    id: 48,
    title: 'Chunks that wait',
    description:
      'For memory or for a session of an encoder. Good: 0 now and then; above it for long, the node is full.',
    unit: 'none',
    queries: { '{{instance}}': `max by (instance) (farm_node_chunk_waiters{${chosen}})` },
  }),
  nodeDisk(ours, 45),
];

/** How fast frames come, and what each node suffers from. */
export const renderNodes = (): Dashboard =>
  arrange({
    uid: 'reelyard-render-nodes',
    title: 'Render nodes',
    description: 'How fast frames come and what each render node suffers from. Needs FARM_METRICS_PORT on the nodes.',
    nodes: { variable: 'renderNode', job },
    sections: [
      { height: 4, lines: health },
      { title: 'Speed', height: 8, lines: speed },
      { title: 'Attempts', height: 8, lines: work },
      { title: 'Cards', height: 8, lines: [cards] },
      {
        title: 'Machines',
        height: 8,
        lines: [nodeProcess(ours, 40, 'Encoders run as programs of their own and are not in it.'), memoryAndDisk],
      },
    ],
  });
