import { type Placed, timeSeries } from './panels.ts';
import { rateOf } from './queries.ts';

/** The process of every node that `matchers` chooses; ids from `firstId` on. */
export const nodeProcess = (matchers: string, firstId: number, notCounted: string): Placed[] => [
  timeSeries({
    id: firstId,
    title: 'Memory of the node process',
    description: `Resident memory. Good: level over days. ${notCounted}`,
    unit: 'bytes',
    queries: { '{{instance}}': `farm_node_process_resident_memory_bytes{${matchers}}` },
  }),
  timeSeries({
    id: firstId + 1,
    title: 'Cores used by the node process',
    description: `1 is one core. ${notCounted}`,
    unit: 'none',
    queries: { '{{instance}}': rateOf(`farm_node_process_cpu_seconds_total{${matchers}}`, 'instance') },
  }),
  timeSeries({
    id: firstId + 2,
    title: 'Event loop lag, p99',
    description:
      'How late timers come. Good: under 50 ms. Near the length of a lease, heartbeats come late and leases are lost.',
    unit: 's',
    queries: { '{{instance}}': `farm_node_nodejs_eventloop_lag_p99_seconds{${matchers}}` },
    limits: { warning: 0.05, bad: 1 },
  }),
];

/** The disk of the working files of every node that `matchers` chooses. */
export const nodeDisk = (matchers: string, id: number): Placed =>
  timeSeries({
    id,
    title: 'Disk of the working files',
    description: 'Free, and what the attempts that run take. Less free than is wanted: the node takes no more work.',
    unit: 'bytes',
    queries: {
      '{{instance}} free': `farm_node_scratch_free_bytes{${matchers}}`,
      '{{instance}} wanted': `farm_node_scratch_reserve_bytes{${matchers}}`,
      '{{instance}} attempts': `farm_node_scratch_used_bytes{${matchers}}`,
    },
    runbook: 'The disk of a node is full',
  });
