import { type Placed, stat } from './panels.ts';
import { countOrZero, farmValue, quantileOf, rateOf, recent, shareOf } from './queries.ts';

const requests = 'farm_http_request_duration_seconds';
/** 503 refuses with the name of what is missing, such as a capture node; a control plane that starts answers it at /readyz. */
const faults = `${requests}_count{status=~"5..",status!="503"}`;
const publishes = 'farm_publish_duration_seconds';

/** The numbers on top: green when the farm is healthy. */
export const farmHealth: readonly (readonly Placed[])[] = [
  [
    stat({
      id: 13,
      title: 'Control planes',
      description: 'Those that answer Prometheus. With 0 every other number here is old, or 0 for want of data.',
      unit: 'none',
      queries: { up: 'sum(up{job="farm-control-plane"})' },
      limits: { bad: 1, lowIsBad: true },
      runbook: 'No control plane answers',
    }),
    stat({
      id: 3,
      title: 'Ready nodes',
      description: 'Nodes that take work. Good: as many as you run; with 0, work of that pool stands still.',
      unit: 'none',
      queries: {
        render: farmValue('farm_nodes{pool="render",state="ready"}'),
        capture: farmValue('farm_nodes{pool="capture",state="ready"}'),
      },
      limits: { bad: 1, lowIsBad: true },
      runbook: 'Jobs wait and no node is ready',
    }),
    stat({
      id: 4,
      title: 'Requests that failed, 10m',
      description: 'Share of the requests of ten minutes that ended with a fault of the farm: 5xx, 503 aside. Good: 0.',
      unit: 'percentunit',
      queries: { share: shareOf(faults, `${requests}_count`, '10m') },
      limits: { warning: 0.01, bad: 0.05 },
      runbook: 'Requests end with errors',
    }),
    stat({
      id: 5,
      title: 'Longest wait',
      description:
        'How long the job that waits longest could have run. Good: seconds. Minutes: more work than machines.',
      unit: 's',
      queries: { wait: farmValue('farm_queue_oldest_wait_seconds') },
      limits: { warning: 60, bad: 600 },
      runbook: 'Jobs wait too long',
    }),
    stat({
      id: 6,
      title: `Publishes that failed, ${recent}`,
      description: 'Share of the publishes that ended, cancelled ones aside. Good: under a few in a hundred.',
      unit: 'percentunit',
      queries: {
        share: shareOf(
          `${publishes}_count{outcome=~"failed|render_failed"}`,
          `${publishes}_count{outcome!="cancelled"}`,
        ),
      },
      limits: { warning: 0.1, bad: 0.25 },
      runbook: 'Publishes fail',
    }),
    stat({
      id: 1,
      title: 'Invariants violated',
      description: 'What the last audit of the database found wrong with money or work. Good: 0, always.',
      emptyUntil: 'the first audit ended, a minute after the first start',
      unit: 'none',
      queries: { violated: `sum(${farmValue('farm_invariant_violations', 'invariant')})` },
      limits: { bad: 1 },
      runbook: 'An invariant is violated',
    }),
  ],
  [
    stat({
      id: 2,
      title: 'Audit is late by',
      description:
        'How long ago the next audit was due. Good: under a minute or two; late, nobody would notice a violation.',
      unit: 's',
      queries: { late: `clamp_min(time() - ${farmValue('farm_invariants_audit_due_timestamp_seconds')}, 0)` },
      limits: { warning: 300, bad: 900 },
      runbook: 'The audit does not run',
    }),
    stat({
      id: 7,
      title: `Publishes completed, ${recent}`,
      description:
        'Videos that were handed over. No number is bad by itself: compare with the same hour of another day.',
      unit: 'short',
      queries: { completed: countOrZero(`${publishes}_count{outcome="completed"}`) },
    }),
    stat({
      id: 8,
      title: 'Duration of a publish, p95',
      description: `From the request to the video, of those completed within ${recent}. It grows with the queue and with the length of the videos.`,
      emptyUntil: `a publish was completed within ${recent}`,
      unit: 's',
      queries: { p95: quantileOf(0.95, `${publishes}{outcome="completed"}`) },
    }),
    stat({
      id: 9,
      title: 'Frames per second',
      description:
        'Frames of scenes that the farm accepted. 0 while nothing is rendered; it comes in steps, a scene at a time.',
      unit: 'suffix: fps',
      queries: { frames: rateOf('farm_frames_rendered_total') },
    }),
    stat({
      id: 10,
      title: 'Free slots',
      description: 'Jobs that the ready nodes could take on now. 0 for long while jobs wait: add a node.',
      unit: 'none',
      queries: {
        render: farmValue('farm_pool_free_slots{pool="render"}'),
        capture: farmValue('farm_pool_free_slots{pool="capture"}'),
      },
      limits: { warning: 1, lowIsBad: true },
      runbook: 'Jobs wait too long',
    }),
    stat({
      id: 11,
      title: `Requests uncounted, ${recent}`,
      description: 'Requests that had no limit because the Redis of the rate limits was gone. Good: 0.',
      unit: 'short',
      queries: { uncounted: `sum(increase(farm_rate_limit_uncounted_total[${recent}]))` },
      limits: { warning: 1 },
      runbook: 'Rate limits do not count',
    }),
  ],
];
