import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserLease } from '@reelyard/capture-node/browsers/browser-lease.ts';
import { privateBytesOf, processTable, treeOf } from '@reelyard/capture-node/browsers/process-tree.ts';
import { captureComponents } from '@reelyard/capture-node/capture/capture-components.ts';
import { capturePage } from '@reelyard/capture-node/capture/capture-page.ts';
import { openPage } from '@reelyard/capture-node/capture/open-page.ts';
import { leaseOptions, openTestPool, type TestPool } from '@reelyard/capture-node/test/browser-pool.ts';
import { type FixtureSites, serveSites } from '@reelyard/capture-node/test/fixture-sites/serve-sites.ts';
import { machineFacts, median, spread } from './machine.ts';

const { signal } = new AbortController();
const host = 'tideline.test';
const viewport = { widthPx: 1440, heightPx: 900, scale: 2 };
const options = leaseOptions({ viewport, wallMs: 120_000 });

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
};

interface Bench {
  readonly sites: FixtureSites;
  readonly folder: string;
}

const openSite = async (lease: BrowserLease, { sites }: Bench): Promise<void> => {
  await openPage(lease, sites.addressOf(host), { signal, timeoutMs: 60_000 });
};

/** What one picture of a page costs, from nothing to the file: lease, open, rest, picture. */
const onePicture = async (pool: TestPool['pool'], bench: Bench): Promise<void> => {
  await using lease = await pool.acquire(options);
  await openSite(lease, bench);
  await capturePage(lease.page, { selector: null, outDir: bench.folder, signal, httpStatus: 200 });
};

const allParts = async (pool: TestPool['pool'], bench: Bench): Promise<void> => {
  await using lease = await pool.acquire(options);
  await openSite(lease, bench);
  const slot = { kind: 'components', minComponents: 1, maxComponents: 4, widthPx: 1440, heightPx: 900 } as const;
  const request = { focus: [], selectors: [], frame: 'auto', targetFill: 0.7, slot, annotate: true } as const;
  await captureComponents(
    lease.page,
    { ...request, focus: [], selectors: [], autoSelect: true, fixedClock: null },
    { outDir: bench.folder, signal, httpStatus: 200 },
  );
};

/** The page's own time: a warm browser, to its load event, nothing of ours. */
const loadAlone = async (pool: TestPool['pool'], { sites }: Bench): Promise<void> => {
  await using lease = await pool.acquire(options);
  const opened = await lease.open(sites.addressOf(host), { timeoutMs: 60_000 });
  if (opened.kind === 'refused') throw new Error(opened.message);
};

const coldPicture = async (bench: Bench): Promise<void> => {
  await using cold = await openTestPool(bench.sites.allow, { size: 1, warmCount: 1 }, bench.sites.resolve);
  await onePicture(cold.pool, bench);
};

const speed = async (bench: Bench, runs: number): Promise<string[]> => {
  await using warm = await openTestPool(
    bench.sites.allow,
    { size: 1, warmCount: 1, maxUses: 1_000 },
    bench.sites.resolve,
  );
  await onePicture(warm.pool, bench);
  const times = { load: [] as number[], page: [] as number[], parts: [] as number[], cold: [] as number[] };
  // One of each in turn, so that whatever else the machine does falls on all of them alike.
  for (let run = 0; run < runs; run += 1) {
    times.load.push(await timed(async () => await loadAlone(warm.pool, bench)));
    times.page.push(await timed(async () => await onePicture(warm.pool, bench)));
    times.parts.push(await timed(async () => await allParts(warm.pool, bench)));
    times.cold.push(await timed(async () => await coldPicture(bench)));
  }
  const over = (values: readonly number[], base: readonly number[]): string =>
    spread(values.map((value, index) => value / (base[index] ?? Number.NaN)));
  const row = (name: string, values: readonly number[]): string =>
    `| ${name} | ${spread(values, 0)} | ${over(values, times.load)} | ${over(values, times.cold)} |`;
  return [
    '| | ms | of the page’s own load | of a cold picture |',
    '|---|---|---|---|',
    row('the page’s own load, warm browser', times.load),
    row('picture of its first screen, warm', times.page),
    row('all parts, plate and overview, warm', times.parts),
    row('picture of its first screen, cold browser', times.cold),
  ];
};

const bytesOf = (pids: readonly number[]): number => {
  const table = processTable();
  const all = new Set(pids.flatMap((pid) => treeOf(table, pid).map((row) => row.pid)));
  return [...all].reduce((sum, pid) => sum + privateBytesOf(pid), 0);
};

const leasesOf = async (pool: TestPool['pool'], bench: Bench, count: number): Promise<BrowserLease[]> => {
  const leases: BrowserLease[] = [];
  for (let index = 0; index < count; index += 1) {
    const lease = await pool.acquire(options);
    await openSite(lease, bench);
    leases.push(lease);
  }
  return leases;
};

/** The picture that an outline carries: what a person or an agent waits for after each step. */
const lookMs = async (lease: BrowserLease): Promise<number> =>
  await timed(
    async () => await lease.run(async (page) => await page.screenshot({ type: 'jpeg', quality: 60, scale: 'css' })),
  );

const looksPerSession = 6;

const sessions = async (bench: Bench): Promise<string[]> => {
  const rows = [
    '| sessions | look, median ms | of one session’s | slowest ms | MB a session |',
    '|---|---|---|---|---|',
  ];
  let single = Number.NaN;
  let perSession = Number.NaN;
  for (const count of [1, 2, 4, 8]) {
    await using crowd = await openTestPool(bench.sites.allow, { size: count, warmCount: 1 }, bench.sites.resolve);
    const leases = await leasesOf(crowd.pool, bench, count);
    await Promise.all(leases.map(lookMs));
    const looks = await Promise.all(
      leases.map(async (lease) => {
        const own: number[] = [];
        for (let look = 0; look < looksPerSession; look += 1) own.push(await lookMs(lease));
        return own;
      }),
    );
    const times = looks.flat();
    if (count === 1) single = median(times);
    perSession = bytesOf(crowd.pool.state.pids) / count;
    const facts = [median(times).toFixed(0), (median(times) / single).toFixed(2), Math.max(...times).toFixed(0)];
    rows.push(`| ${count} | ${facts.join(' | ')} | ${(perSession / 1_000_000).toFixed(0)} |`);
    await Promise.all(leases.map(async (lease) => await lease.release()));
  }
  return [
    ...rows,
    '',
    `Sessions per GiB: ${(2 ** 30 / perSession).toFixed(1)} (each a browser of its own with the dashboard open).`,
  ];
};

/** A capture against the page's own load and against a cold browser in the same minutes; then sessions side by side. */
export const capture = async (argv: readonly string[]): Promise<string> => {
  const { values } = parseArgs({ args: [...argv], options: { runs: { type: 'string', default: '8' } } });
  await using sites = await serveSites();
  const folder = await mkdtemp(join(tmpdir(), 'bench-capture-'));
  try {
    const bench = { sites, folder };
    const lines = [machineFacts(), '', ...(await speed(bench, Number(values.runs))), '', ...(await sessions(bench))];
    return lines.join('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
