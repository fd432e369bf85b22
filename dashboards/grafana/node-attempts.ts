import { type Placed, timeSeries } from './panels.ts';
import { countAbove0, recent } from './queries.ts';

export interface AttemptsSpec {
  readonly id: number;
  readonly description: string;
  readonly emptyUntil: string;
}

/** Attempts of the nodes that `matchers` chooses, by kind and outcome. */
export const attemptsByOutcome = (matchers: string, spec: AttemptsSpec): Placed =>
  timeSeries({
    ...spec,
    title: `Attempts by outcome, in the ${recent} before`,
    unit: 'short',
    queries: { '{{kind}} {{outcome}}': countAbove0(`farm_node_jobs_total{${matchers}}`, 'kind', 'outcome') },
    stacked: true,
  });

/** Which node fails, at what, by whose blame. */
export const failedAttempts = (matchers: string, spec: Omit<AttemptsSpec, 'emptyUntil'>): Placed =>
  timeSeries({
    ...spec,
    emptyUntil: 'an attempt failed',
    title: `Attempts that failed by node, in the ${recent} before`,
    unit: 'short',
    queries: {
      '{{instance}} {{kind}} {{blame}}': countAbove0(
        `farm_node_jobs_total{${matchers},outcome="failed"}`,
        'instance',
        'kind',
        'blame',
      ),
    },
    stacked: true,
    runbook: 'Attempts fail',
  });
