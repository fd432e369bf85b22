import { readFileSync } from 'node:fs';
import {
  expressionProblems,
  selectorsOf,
  type Vocabulary,
} from '@reelyard/deploy/monitoring/test/expression-problems.ts';
import { knownMetrics } from '@reelyard/deploy/monitoring/test/known-metrics.ts';
import { runbookAnchors, scrapeJobs } from '@reelyard/deploy/monitoring/test/monitoring-files.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { gridWidth } from './arrange.ts';
import { dashboards, jsonOf } from './catalog.ts';

interface PlacedPanel {
  readonly id: number;
  readonly type: 'stat' | 'timeseries' | 'row';
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly datasource?: { readonly type: string; readonly uid: string };
  readonly targets?: readonly {
    readonly refId: string;
    readonly expr: string;
    readonly legendFormat: string;
    readonly datasource: { readonly uid: string };
  }[];
  readonly links?: readonly { readonly url: string }[];
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
}
interface DashboardJson {
  readonly uid: string;
  readonly refresh: string;
  readonly panels: readonly PlacedPanel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
}

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
const files = Object.keys(dashboards);
const every = files.map((file) => ({ file, json: JSON.parse(read(file)) as DashboardJson }));

let vocabulary: Vocabulary;
beforeAll(async () => {
  vocabulary = { metrics: await knownMetrics(), records: new Map(), jobs: scrapeJobs() };
});

it.each(files)('%s is what the code makes: else run node dashboards/grafana/generate.ts', (file) => {
  expect(read(file)).toBe(jsonOf(dashboards[file]!()));
});

it('every dashboard has an address of its own, and one number once', () => {
  expect(every.map(({ json }) => json.uid)).toEqual([
    'reelyard-farm',
    'reelyard-render-nodes',
    'reelyard-capture-nodes',
  ]);
  for (const { file, json } of every) {
    const ids = json.panels.map(({ id }) => id);
    expect(ids.length, file).toBe(new Set(ids).size);
    expect(ids.every((id) => Number.isInteger(id) && id > 0)).toBe(true);
  }
});

describe.each(every)('$file', ({ json }) => {
  const panels = json.panels.filter(({ type }) => type !== 'row');
  const queries = panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })));

  it('is fresh, and asks whichever Prometheus is chosen', () => {
    expect(json.refresh).toBe('30s');
    const variables = json.templating.list.map(({ name, type }) => `${type} ${name}`);
    expect(variables).toContain('datasource datasource');
    expect(variables).toContain('textbox runbook');
    for (const { datasource } of [...panels, ...queries]) expect(datasource?.uid).toBe('${datasource}');
    const used = queries.flatMap(({ expr }) => [...expr.matchAll(/\$(\w+)/g)].map(([, name]) => name));
    const known = new Set([...json.templating.list.map(({ name }) => name), '__rate_interval']);
    expect(used.filter((name) => name === undefined || !known.has(name))).toEqual([]);
  });

  it('asks for metrics, labels, values and scrape jobs that the farm has', () => {
    expect(queries.length).toBeGreaterThan(10);
    expect(
      queries.flatMap(({ title, expr }) => expressionProblems(expr, vocabulary).map((what) => [title, what])),
    ).toEqual([]);
  });

  it('writes legends of labels that are kept', () => {
    for (const { title, expr, legendFormat } of queries) {
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
      const groupings = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
      // An expression that sums up nothing keeps all labels.
      const kept = /^(?:farm|up)[a-z0-9_]*(?:\{[^}]*\})?$/.test(expr) ? shown : groupings;
      expect(kept, title).toEqual(expect.arrayContaining(shown));
    }
  });

  it('fills its width line by line, and no panel lies on another', () => {
    const bottom = Math.max(...json.panels.map(({ gridPos: { y, h } }) => y + h));
    for (let y = 0; y < bottom; y += 1) {
      const line = json.panels.filter(({ gridPos }) => gridPos.y <= y && y < gridPos.y + gridPos.h);
      const columns = line.flatMap(({ gridPos: { x, w } }) => Array.from({ length: w }, (_, index) => x + index));
      expect(
        columns.sort((a, b) => a - b),
        `line ${y}`,
      ).toEqual(Array.from({ length: gridWidth }, (_, x) => x));
    }
    // The least that a number with its name wants is a sixth of 1440 px, and a third what a table of legends does.
    for (const { type, title, gridPos } of panels) {
      expect(gridPos.w, title).toBeGreaterThanOrEqual(type === 'stat' ? 4 : 8);
    }
  });

  it('begins with numbers and goes on with lines', () => {
    const types = [...json.panels].sort((a, b) => a.gridPos.y - b.gridPos.y).map(({ type }) => type);
    expect(types[0]).toBe('stat');
    expect(types.lastIndexOf('stat')).toBeLessThan(types.indexOf('row'));
    expect(types.indexOf('row')).toBeLessThan(types.indexOf('timeseries'));
  });

  it('says of every panel what is good, in which unit, and when it may be empty', () => {
    for (const { title, description = '', targets = [], fieldConfig } of panels) {
      expect(description.length, title).toBeGreaterThan(30);
      expect(fieldConfig?.defaults.unit, title).toBeTruthy();
      const mayBeEmpty = targets.some(({ expr }) => {
        if (/or vector\(0\)/.test(expr)) return false;
        if (expr.startsWith('histogram_quantile')) return true;
        // What did not happen is left out.
        if (expr.endsWith(' > 0') && expr.includes('increase(')) return true;
        return selectorsOf(expr).some(({ name }) => vocabulary.metrics.get(name)?.isThereFromTheStart === false);
      });
      // What is asked for all the time, the metrics themselves among it, is never without requests.
      const isAlwaysThere = targets.every(({ expr }) => expr.includes('{route!="/readyz"}'));
      if (mayBeEmpty && !isAlwaysThere) expect(description, title).toMatch(/Empty until .+\./);
    }
  });

  it('leads from panels to headings that the runbook has', () => {
    const anchors = runbookAnchors();
    const named = panels.flatMap(({ links = [] }) => links.map(({ url }) => url));
    expect(named.length).toBeGreaterThan(3);
    for (const url of named) expect(anchors).toContain(url.replace(/^\$\{runbook:raw\}#/, ''));
  });
});
