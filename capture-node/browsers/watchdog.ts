import { privateBytesOf, processTable, treeOf } from './process-tree.ts';

export interface WatchLimits {
  /** Of all processes of one browser together. */
  readonly maxBytes: number;
  /** A browser that used more than `maxCpuShare` of a core, all the time for this long, is ended. */
  readonly busyMs: number;
  /** 1 = one core. */
  readonly maxCpuShare: number;
}

export type Overuse = 'memory' | 'cpu';

/** What was seen of one browser at one look. */
export interface Sight {
  readonly atMs: number;
  /** Of each process of the browser, by its id. */
  readonly cpuTicks: ReadonlyMap<number, number>;
}

const tickMs = 10;

/**
 * RULE: the part of a core that a browser used between two looks. Processes that came in between count from their
 * start; those that are gone do not count.
 */
export const cpuShare = (before: Sight, after: Sight): number => {
  const elapsedMs = Math.max(1, after.atMs - before.atMs);
  let ticks = 0;
  for (const [pid, now] of after.cpuTicks) ticks += Math.max(0, now - (before.cpuTicks.get(pid) ?? 0));
  return (ticks * tickMs) / elapsedMs;
};

const lookPauseMs = 500;

/**
 * Looks at all leased browsers twice a second and tells of each that takes too much. It works without any right over
 * cgroups, which containers rarely give.
 *
 * @param pids browser processes that are leased now
 * @returns ends the watch
 */
export const watchBrowsers = (
  pids: () => readonly number[],
  limits: WatchLimits,
  tell: (pid: number, overuse: Overuse) => void,
): Disposable => {
  const lastSights = new Map<number, Sight>();
  const busySinceMs = new Map<number, number>();

  const look = (): void => {
    const watched = pids();
    for (const pid of lastSights.keys()) {
      if (watched.includes(pid)) continue;
      lastSights.delete(pid);
      busySinceMs.delete(pid);
    }
    if (watched.length === 0) return;
    const table = processTable();
    const atMs = performance.now();
    for (const pid of watched) {
      const tree = treeOf(table, pid);
      const sight: Sight = { atMs, cpuTicks: new Map(tree.map((row) => [row.pid, row.cpuTicks])) };
      const before = lastSights.get(pid);
      lastSights.set(pid, sight);
      const bytes = tree.reduce((sum, row) => sum + privateBytesOf(row.pid), 0);
      if (bytes > limits.maxBytes) tell(pid, 'memory');
      else if (before !== undefined && cpuShare(before, sight) > limits.maxCpuShare) {
        const since = busySinceMs.get(pid) ?? before.atMs;
        busySinceMs.set(pid, since);
        if (atMs - since >= limits.busyMs) tell(pid, 'cpu');
      } else busySinceMs.delete(pid);
    }
  };

  const timer = setInterval(look, lookPauseMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
};
