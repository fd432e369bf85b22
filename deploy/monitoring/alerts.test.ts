import { type JobKind, jobKinds, jobs } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { expressionProblems, selectorsOf, type Vocabulary } from './test/expression-problems.ts';
import { knownMetrics } from './test/known-metrics.ts';
import { monitoringRules, recordedSeries, runbookAnchors, scrapeJobs, testedAlerts } from './test/monitoring-files.ts';

const rules = monitoringRules();
const alerts = rules.filter(({ kind }) => kind === 'alert');

let vocabulary: Vocabulary;
beforeAll(async () => {
  vocabulary = { metrics: await knownMetrics(), records: recordedSeries(rules), jobs: scrapeJobs() };
});

describe('the alerts', () => {
  it('say each how bad it is, how long it has to last, and which heading of the runbook tells what to do', () => {
    const anchors = runbookAnchors();
    expect(alerts.length).toBeGreaterThan(10);
    for (const { name, text } of alerts) {
      expect(text, name).toMatch(/^ {10}severity: (page|ticket)$/m);
      expect(text, name).toMatch(/^ {8}for: \d+m$/m);
      expect(text, name).toMatch(/^ {10}summary: '.+'$/m);
      expect(text, name).toMatch(/^ {10}description: '.+'$/m);
      const [, anchor] = /runbook: 'deploy\/runbook\.md#([^']+)'/.exec(text) ?? [];
      expect(anchors, name).toContain(anchor);
    }
  });

  it('leave no heading of the runbook that none of them leads to', () => {
    const named = alerts.map(({ text }) => /runbook\.md#([^']+)'/.exec(text)?.[1]);
    expect(runbookAnchors().filter((anchor) => anchor !== 'runbook' && !named.includes(anchor))).toEqual([]);
  });

  it('ask for metrics, labels, values and scrape jobs that the farm has', () => {
    expect(rules.flatMap(({ name, expr }) => expressionProblems(expr, vocabulary).map((what) => [name, what]))).toEqual(
      [],
    );
  });

  it('have a case each in which they fire and one in which they are silent', () => {
    const { firing, silent } = testedAlerts();
    const names = new Set(alerts.map(({ name }) => name));
    expect(firing).toEqual(names);
    expect(silent).toEqual(names);
  });

  it('know of every kind of job which pool it waits for', () => {
    const kindsOf = (pool: string): string[] =>
      alerts
        .filter(({ name, text }) => name === 'FarmPoolEmpty' && text.includes(`pool: ${pool}\n`))
        .flatMap(({ expr }) => selectorsOf(expr))
        .flatMap(({ matchers }) => matchers.filter(({ label }) => label === 'kind'))
        .flatMap(({ value }) => value.split('|'));
    for (const pool of ['render', 'capture'] as const) {
      const ofPool = jobKinds.filter((kind: JobKind) => jobs[kind].runsOn === pool);
      expect(kindsOf(pool).sort()).toEqual(ofPool.sort());
    }
  });
});

describe('the check of expressions', () => {
  it.each([
    ['farm_frames_total', 'no metric farm_frames_total'],
    ['farm_nodes{kind="x"}', 'farm_nodes has no label kind'],
    ['farm_nodes{state="gone"}', 'farm_nodes: state is never "gone"'],
    ['up{job="farm"}', 'up: job is never "farm"'],
    ['sum by (route) (farm_nodes)', 'nothing that is asked for has the label route'],
    ['farm_publish_duration_seconds_count{outcome=~"failed|broken"}', 'outcome is never "broken"'],
    ['farm:publishes_ended:last30m{outcome="broken"}', 'outcome is never "broken"'],
    ['vector(1)', 'asks for no metric'],
  ])('refuses %s', (expr, problem) => {
    expect(expressionProblems(expr, vocabulary).join()).toContain(problem);
  });
});
