/** PromQL as text. `metric` may carry matchers: `farm_nodes{state="ready"}`. */

/** What happened now and then is told over this time, so that a single event is seen. */
export const recent = '1h';

/** Routes are not known before they are asked for, so these series are not there before their first event. */
const beginsLate = /^farm_http_/;

/**
 * How often a counter went up within `window`. increase() does not see the event that begins a series, so that most of ours
 * begin at 0; of one that does not, what was not there a window ago is taken whole.
 */
const counted = (metric: string, window: string): string =>
  beginsLate.test(metric)
    ? `((${metric} unless ${metric} offset ${window}) or increase(${metric}[${window}]))`
    : `increase(${metric}[${window}])`;

const grouped = (labels: readonly string[]): string => (labels.length === 0 ? 'sum' : `sum by (${labels.join(', ')}) `);

/** How often a counter went up within `recent`, by labels. */
export const countOf = (metric: string, ...labels: string[]): string =>
  `${grouped(labels)}(${counted(metric, recent)})`;

/** As `countOf`, without what did not happen: for many labels, most of whose values never meet. */
export const countAbove0 = (metric: string, ...labels: string[]): string => `${countOf(metric, ...labels)} > 0`;

/** As `countOf`; 0 where there is no process to tell of it, for a panel of one number. */
export const countOrZero = (metric: string): string => `${countOf(metric)} or vector(0)`;

/** The part of events that `of` counts; 0 where none happened. */
export const shareOf = (part: string, of: string, window = recent): string =>
  `(sum(${counted(part, window)}) or vector(0)) / (sum(${counted(of, window)}) > 0) or vector(0)`;

/** Seconds that a part `q` of what a histogram saw within `recent` stayed below; nothing (which is no number, and so not above 0) where it saw nothing. */
export const quantileOf = (q: number, histogram: string, ...labels: string[]): string => {
  const buckets = histogram.replace(/^[a-z_]+/, (name) => `${name}_bucket`);
  return `histogram_quantile(${q}, ${countOf(buckets, 'le', ...labels)}) > 0`;
};

/** Events a second, for what happens all the time. */
export const rateOf = (metric: string, ...labels: string[]): string =>
  `${grouped(labels)}(rate(${metric}[$__rate_interval]))`;

/** As every control plane tells the same of the farm, the greatest is the one. */
export const farmValue = (metric: string, ...labels: string[]): string =>
  labels.length === 0 ? `max(${metric})` : `max by (${labels.join(', ')}) (${metric})`;
