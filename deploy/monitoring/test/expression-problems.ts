import { closedValues, type KnownMetrics } from './known-metrics.ts';

/** Labels that a scrape adds to every series. */
const targetLabels = ['job', 'instance'];

export interface Vocabulary {
  readonly metrics: KnownMetrics;
  /** Recorded series by name: the labels that they kept, and the metric that they count. */
  readonly records: ReadonlyMap<string, { readonly labels: ReadonlySet<string>; readonly metric: string }>;
  /** Names of the scrape jobs. */
  readonly jobs: readonly string[];
}

interface Selector {
  readonly name: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

const selectorPattern = /(?<![\w$"])(up|farm[_:][a-zA-Z0-9_:]*)(?:\{([^}]*)\})?/g;

/** What an expression asks for: metric names with their matchers. */
export const selectorsOf = (expr: string): Selector[] =>
  [...expr.matchAll(selectorPattern)].map(([, name = '', matchers = '']) => ({
    name,
    matchers: [...matchers.matchAll(/([a-z_]+)\s*(=~|!~|!=|=)\s*"((?:[^"\\]|\\.)*)"/g)].map(
      ([, label = '', operator = '', value = '']) => ({ label, operator, value }),
    ),
  }));

const groupingsOf = (expr: string): string[] =>
  [...expr.matchAll(/\b(?:by|on|without|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').flatMap((label) => (label.trim() === '' ? [] : [label.trim()])),
  );

const baseName = (name: string): string => name.replace(/_(?:bucket|count|sum)$/, '');

/** What is wrong with an expression's names: metrics, labels, closed values and jobs that there are not. Empty = nothing. */
export const expressionProblems = (expr: string, { metrics, records, jobs }: Vocabulary): string[] => {
  const selectors = selectorsOf(expr);
  const labelsOf = (name: string): ReadonlySet<string> | undefined =>
    metrics.get(name)?.labels ?? records.get(name)?.labels;
  const ofSelectors = selectors.flatMap(({ name, matchers }) => {
    const labels = labelsOf(name);
    if (labels === undefined) return [`no metric ${name}`];
    return matchers.flatMap(({ label, operator, value }) => {
      if (!labels.has(label) && !targetLabels.includes(label)) return [`${name} has no label ${label}`];
      const closed = label === 'job' ? jobs : closedValues[baseName(records.get(name)?.metric ?? name)]?.[label];
      if (closed === undefined || value.startsWith('$')) return [];
      const asked = operator.includes('~') ? value.split('|') : [value];
      return asked.filter((each) => !closed.includes(each)).map((each) => `${name}: ${label} is never "${each}"`);
    });
  });
  const grouped = groupingsOf(expr).filter(
    (label) => !targetLabels.includes(label) && !selectors.some(({ name }) => labelsOf(name)?.has(label)),
  );
  return [
    ...(selectors.length === 0 ? ['asks for no metric'] : []),
    ...ofSelectors,
    ...grouped.map((label) => `nothing that is asked for has the label ${label}`),
  ];
};
