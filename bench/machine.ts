import { availableParallelism, cpus, release, totalmem } from 'node:os';

/** What the figures depend on, without names of hosts or paths. */
export const machineFacts = (): string =>
  [
    `${availableParallelism()} cores`,
    cpus()[0]?.model.trim() ?? 'unknown processor',
    `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    `Linux ${release().split('-')[0]}`,
    `Node ${process.versions.node}`,
  ].join(', ');

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

/** "0.61 (0.58–0.66)" */
export const spread = (values: readonly number[], digits = 2): string =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;
