import { timeSeries } from './panels.ts';
import { countAbove0, countOf, farmValue, quantileOf, recent } from './queries.ts';

/** What the farm tells others: its callbacks. */
export const callbacks = [
  [
    timeSeries({
      id: 70,
      title: 'Callbacks to be sent',
      description: '`pending` are due for the first time, `retrying` were refused and wait for 1, 5 or 15 minutes.',
      unit: 'none',
      queries: { '{{status}}': farmValue('farm_callbacks_open', 'status') },
    }),
    timeSeries({
      id: 71,
      title: `Tries of callbacks, in the ${recent} before`,
      description:
        '`retrying` and `failed` are mostly receivers that are down. More than delivered: look at ourselves.',
      unit: 'short',
      queries: { '{{outcome}}': countOf('farm_callback_deliveries_total', 'outcome') },
      stacked: true,
      runbook: 'Callbacks fail',
    }),
    timeSeries({
      id: 72,
      title: 'Callback that is due longest',
      description: 'That nobody is sending. Good: seconds. Minutes: one receiver hangs, or nobody sends at all.',
      unit: 's',
      queries: { overdue: farmValue('farm_callbacks_overdue_seconds') },
      limits: { bad: 600 },
      runbook: 'Callbacks are late',
    }),
  ],
];

const normal = 'kind!~"constraint|conflict"';

/** What the farm stands on: its database and its object storage. */
export const stores = [
  [
    timeSeries({
      id: 80,
      title: 'Connections to the database',
      description: 'In use by each control plane, and how many it may have. In use as many as it may: others wait.',
      unit: 'none',
      queries: {
        '{{instance}} in use': 'farm_database_connections{state="used"}',
        '{{instance}} wait': 'farm_database_connection_waiters',
        '{{instance}} at most': 'farm_database_connections_max',
      },
      runbook: 'The database has no free connection',
    }),
    timeSeries({
      id: 81,
      title: `Wait for a connection, p95 of the ${recent} before`,
      description:
        'By control plane. Good: a few milliseconds. Half a second: requests wait longer for it than for it all.',
      emptyUntil: `something was asked of the database within ${recent}`,
      unit: 's',
      queries: { '{{instance}}': quantileOf(0.95, 'farm_database_connection_wait_seconds', 'instance') },
      limits: { bad: 0.5 },
      runbook: 'The database has no free connection',
    }),
  ],
  [
    timeSeries({
      id: 82,
      title: `Errors of the database, in the ${recent} before`,
      description: 'Those that are no part of normal work. Good: 0.',
      unit: 'short',
      queries: { '{{kind}}': countOf(`farm_database_errors_total{${normal}}`, 'kind') },
      stacked: true,
      runbook: 'The database fails',
    }),
    timeSeries({
      id: 83,
      title: `Errors of the object storage, in the ${recent} before`,
      description:
        'What it did not do when a control plane asked. Nodes go to it by themselves: theirs are "Attempts".',
      emptyUntil: 'the object storage fails',
      unit: 'short',
      queries: { '{{operation}} {{trouble}}': countAbove0('farm_storage_errors_total', 'operation', 'trouble') },
      stacked: true,
      runbook: 'The object storage fails',
    }),
  ],
];
