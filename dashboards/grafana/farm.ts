import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { arrange } from './arrange.ts';
import { callbacks, stores } from './farm-dependencies.ts';
import { farmHealth } from './farm-health.ts';
import { timeSeries } from './panels.ts';
import { countAbove0, countOf, farmValue, quantileOf, rateOf, recent } from './queries.ts';

const requests = 'farm_http_request_duration_seconds';
/** A control plane that starts says so with 503 there, and means no harm. */
const notReadiness = 'route!="/readyz"';
const opensPages = '/api/v2/browse.*|/api/v2/brands.*|.*/auto-capture';
/** Streams and long polls take as long as they are asked to. */
const waits = '.*/(events|status)';
const publishes = 'farm_publish_duration_seconds';
const attempts = 'farm_job_attempts_total';

const publishing = [
  [
    timeSeries({
      id: 20,
      title: `Publishes that ended, in the ${recent} before`,
      description:
        'By outcome. `rendered` has scenes and no export; `render_failed` and `failed` got their credits back.',
      unit: 'short',
      queries: { '{{outcome}}': countOf(`${publishes}_count`, 'outcome') },
      stacked: true,
      runbook: 'Publishes fail',
    }),
    timeSeries({
      id: 21,
      title: `Duration of publishes, of the ${recent} before`,
      description:
        'From the request to the video. Both rise: the queue is long. Only p95 rises: a few long or retried ones.',
      emptyUntil: `a publish was completed within ${recent}`,
      unit: 's',
      queries: {
        p50: quantileOf(0.5, `${publishes}{outcome="completed"}`),
        p95: quantileOf(0.95, `${publishes}{outcome="completed"}`),
      },
    }),
    timeSeries({
      id: 22,
      title: 'Frames per second',
      description: 'Accepted frames, counted when their scene is done. Falls with full queues: look at "Render nodes".',
      unit: 'suffix: fps',
      queries: { frames: rateOf('farm_frames_rendered_total') },
    }),
  ],
  [
    timeSeries({
      id: 23,
      title: 'Publishes under way',
      description: 'By how far they are. `narrating` wait for their voice, and `exporting` are a step from their end.',
      unit: 'none',
      queries: { '{{state}}': farmValue('farm_publishes_under_way', 'state') },
      stacked: true,
    }),
    timeSeries({
      id: 24,
      title: 'Oldest publish under way',
      description: 'Since it was asked for, by how far it is. It may be as old as the backlog is long, and not older.',
      unit: 's',
      queries: { '{{state}}': farmValue('farm_publish_oldest_seconds', 'state') },
      limits: { bad: 1_800 },
      runbook: 'A publish does not get on',
    }),
    timeSeries({
      id: 25,
      title: `Credits moved, in the ${recent} before`,
      description: 'Set aside, then spent or let go. Let go far more than spent: publishes fail or are cancelled.',
      unit: 'short',
      queries: { '{{movement}}': countOf('farm_credits_moved_total', 'movement') },
    }),
  ],
];

const queue = [
  [
    timeSeries({
      id: 30,
      title: 'Jobs that wait',
      description: 'By kind. A peak after a publish is good; a slope that lasts is more work than machines.',
      unit: 'short',
      queries: { '{{kind}}': farmValue('farm_queue_waiting_jobs', 'kind') },
      runbook: 'Jobs wait too long',
    }),
    timeSeries({
      id: 31,
      title: 'Jobs at work',
      description: 'Jobs that a node holds a lease of, by kind.',
      unit: 'short',
      queries: { '{{kind}}': farmValue('farm_queue_active_jobs', 'kind') },
    }),
    timeSeries({
      id: 32,
      title: 'Longest wait',
      description: 'By kind. Good: seconds. One kind alone waits: no node can do it, or none of its pool is ready.',
      unit: 's',
      queries: { '{{kind}}': farmValue('farm_queue_oldest_wait_seconds', 'kind') },
      limits: { bad: 600 },
      runbook: 'Jobs wait too long',
    }),
  ],
  [
    timeSeries({
      id: 33,
      title: `Wait for a lease, p95 of the ${recent} before`,
      description:
        'From the moment a job could run to the grant of its lease, by kind. Good: under a second on a farm with room.',
      emptyUntil: `a job was leased within ${recent}`,
      unit: 's',
      queries: { '{{kind}}': quantileOf(0.95, 'farm_lease_wait_seconds', 'kind') },
    }),
    timeSeries({
      id: 34,
      title: `Attempts that did not complete, in the ${recent} before`,
      description: 'By kind, outcome and blame. `input` is the callers’ own; `engine`, `node` and `storage` are ours.',
      emptyUntil: 'an attempt failed, was lost or handed back',
      unit: 'short',
      queries: {
        '{{kind}} {{outcome}} {{blame}}': countAbove0(`${attempts}{outcome!="completed"}`, 'kind', 'outcome', 'blame'),
      },
      stacked: true,
      runbook: 'Attempts fail',
    }),
    timeSeries({
      id: 35,
      title: 'Work that is left, predicted',
      description:
        'How long it would take with one attempt at a time, by the latest attempts; by the slots of its pool it is how long it will take.',
      unit: 's',
      queries: { '{{pool}}': farmValue('farm_backlog_predicted_seconds', 'pool') },
      runbook: 'The backlog is long',
    }),
  ],
];

const machines = [
  [
    timeSeries({
      id: 40,
      title: 'Slots of the pools',
      description: 'Workers of the ready nodes, and how many of them are free. Free at 0 for long: add a node.',
      unit: 'none',
      queries: {
        '{{pool}} slots': farmValue('farm_pool_slots', 'pool'),
        '{{pool}} free': farmValue('farm_pool_free_slots', 'pool'),
      },
      runbook: 'Jobs wait too long',
    }),
    timeSeries({
      id: 41,
      title: 'Nodes by state',
      description:
        'Good: all ready. Offline ones said goodbye within ten minutes, lost ones fell silent within an hour, and neither has started again; quarantined ones failed three times in a row.',
      unit: 'none',
      queries: { '{{pool}} {{state}}': `${farmValue('farm_nodes', 'pool', 'state')} > 0` },
      runbook: 'Jobs wait and no node is ready',
    }),
    timeSeries({
      id: 42,
      title: 'Leases by node',
      description: 'What each node says it works on. One node at 0 while others are full: look at that node.',
      emptyUntil: 'the first node is there',
      unit: 'none',
      queries: { '{{node}}': farmValue('farm_node_reported_leases', 'node') },
    }),
  ],
];

const http = [
  [
    timeSeries({
      id: 50,
      title: 'Requests by status',
      description:
        'Requests a second; those of nodes are among them. 429 is a limit that works, 503 names what is missing, any other 5xx is a fault of the farm.',
      unit: 'reqps',
      queries: { '{{status}}': rateOf(`${requests}_count{${notReadiness}}`, 'status') },
      stacked: true,
      runbook: 'Requests end with errors',
    }),
    timeSeries({
      id: 51,
      title: `Answers with 5xx by route, in the ${recent} before`,
      description:
        '500 on one route: a fault in what it does; on all: the database. 503: a capture node, a provider or a model is missing.',
      emptyUntil: 'a request ended so',
      unit: 'short',
      queries: {
        '{{route}} {{status}}': countOf(`${requests}_count{status=~"5..",${notReadiness}}`, 'route', 'status'),
      },
      runbook: 'Requests end with errors',
    }),
  ],
  [
    timeSeries({
      id: 52,
      title: `Time to answer, of the ${recent} before`,
      description:
        'Requests of callers that neither wait by design nor open pages. Good: p95 under a quarter of a second.',
      emptyUntil: `a caller asked for something within ${recent}`,
      unit: 's',
      queries: {
        p50: quantileOf(0.5, `${requests}{route=~"/api/v2/.*",route!~"${waits}|${opensPages}"}`),
        p95: quantileOf(0.95, `${requests}{route=~"/api/v2/.*",route!~"${waits}|${opensPages}"}`),
      },
      limits: { warning: 0.25 },
    }),
    timeSeries({
      id: 53,
      title: `Time to answer where pages are opened, of the ${recent} before`,
      description:
        'Captures, browsing and brands: as slow as the pages are. The parts that are ours are on "Capture nodes".',
      emptyUntil: `a page was opened within ${recent}`,
      unit: 's',
      queries: {
        p50: quantileOf(0.5, `${requests}{route=~"${opensPages}"}`),
        p95: quantileOf(0.95, `${requests}{route=~"${opensPages}"}`),
      },
    }),
  ],
];

const rest = [
  [
    timeSeries({
      id: 60,
      title: `Payments that ended, in the ${recent} before`,
      description: 'By what was bought and outcome. `expired` is a buyer who went away; `differs` needs a person.',
      emptyUntil: 'the first checkout ended, which is never where credits are not sold',
      unit: 'short',
      queries: {
        '{{kind}} {{provider}} {{outcome}}': countAbove0('farm_payments_total', 'kind', 'provider', 'outcome'),
      },
      stacked: true,
      runbook: 'A payment differs',
    }),
    timeSeries({
      id: 61,
      title: 'Control planes: memory',
      description:
        'Resident memory. Good: level over days; a slope that never falls is a leak: start it again, and tell us.',
      unit: 'bytes',
      queries: { '{{instance}}': 'farm_control_plane_process_resident_memory_bytes' },
    }),
    timeSeries({
      id: 62,
      title: 'Control planes: event loop lag, p99',
      description:
        'How late timers come. Good: under 50 ms. Above: the process computes too long, or its machine is full.',
      unit: 's',
      queries: { '{{instance}}': 'farm_control_plane_nodejs_eventloop_lag_p99_seconds' },
      limits: { warning: 0.05, bad: 0.25 },
    }),
  ],
];

/** Is the farm healthy, and where not, in which part? */
export const farm = (): Dashboard =>
  arrange({
    uid: 'reelyard-farm',
    title: 'Farm',
    description:
      'Is the farm healthy? The numbers on top are green when it is; below is where to look when one is not.',
    sections: [
      { height: 4, lines: farmHealth },
      { title: 'Publishes', height: 8, lines: publishing },
      { title: 'Queue', height: 8, lines: queue },
      { title: 'Nodes and slots', height: 8, lines: machines },
      { title: 'HTTP', height: 8, lines: http },
      { title: 'Callbacks', height: 8, lines: callbacks },
      { title: 'Database and object storage', height: 8, lines: stores },
      { title: 'Payments and processes', height: 8, lines: rest },
    ],
  });
