import { readFileSync } from 'node:fs';
import { runbookAnchor } from '../runbook-anchor.ts';
import { selectorsOf, type Vocabulary } from './expression-problems.ts';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

/** What an address may name of the runbook. */
export const runbookAnchors = (): string[] =>
  [...read('../runbook.md').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => runbookAnchor(heading));

/** Names of the scrape jobs of prometheus.yml. */
export const scrapeJobs = (): string[] =>
  [...read('prometheus.yml').matchAll(/job_name: (\S+)/g)].map(([, name = '']) => name);

export interface Rule {
  readonly kind: 'alert' | 'record';
  readonly name: string;
  readonly expr: string;
  /** The lines of the rule. */
  readonly text: string;
}

/** The rules of alerts.yml; each begins with its name and has its expression on one line. */
export const monitoringRules = (): Rule[] =>
  read('alerts.yml')
    .split(/^ {6}- /m)
    .slice(1)
    .map((text) => {
      const [, kind, name = ''] = /^(alert|record): (\S+)/.exec(text) ?? [];
      if (kind !== 'alert' && kind !== 'record') throw new Error(`a rule without a name: ${text}`);
      return { kind, name, expr: /^ +expr: (.+)$/m.exec(text)?.[1] ?? '', text };
    });

/** The recorded series: what they are summed by, and the metric that they count. */
export const recordedSeries = (rules: readonly Rule[]): Vocabulary['records'] =>
  new Map(
    rules
      .filter(({ kind }) => kind === 'record')
      .map(({ name, expr }) => {
        const labels = new Set(/^sum by \(([^)]*)\)/.exec(expr)?.[1]?.split(', '));
        return [name, { labels, metric: selectorsOf(expr)[0]?.name ?? '' }];
      }),
  );

/** Names of the alerts that alerts.promtool.yml expects to fire, and those that it expects silent. */
export const testedAlerts = (): { firing: Set<string>; silent: Set<string> } => {
  const cases = read('alerts.promtool.yml')
    .split(/^ {6}- /m)
    .slice(1)
    .map((text) => ({ name: /alertname: (\w+)/.exec(text)?.[1], fires: !/exp_alerts: \[\]/.test(text) }))
    .filter((each): each is { name: string; fires: boolean } => each.name !== undefined);
  const names = (fires: boolean): Set<string> =>
    new Set(cases.filter((each) => each.fires === fires).map(({ name }) => name));
  return { firing: names(true), silent: names(false) };
};
