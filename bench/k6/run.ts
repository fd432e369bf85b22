import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startFarm } from '@reelyard/control-plane/test/harness.ts';
import { machineFacts } from '../machine.ts';

/** A key may ask 120 times a minute; the keys take turns. */
const keyCount = 600;

interface Script {
  readonly name: string;
  readonly file: string;
  readonly why: string;
  /** Whose keys take turns. */
  readonly accountCount: number;
  /** Fake nodes beside the farm, and how long each takes for a job. */
  readonly nodes: { readonly count: number; readonly jobMs: number };
}

const scripts: readonly Script[] = [
  {
    name: 'smoke',
    file: 'smoke.ts',
    why: 'one caller, the whole way once',
    accountCount: 1,
    nodes: { count: 1, jobMs: 0 },
  },
  {
    name: 'read-mix',
    file: 'read-mix.ts',
    why: 'callers at a fixed rate: a project, the list, the templates',
    accountCount: 1,
    nodes: { count: 1, jobMs: 0 },
  },
  {
    name: 'publish-storm',
    file: 'publish-storm.ts',
    why: '30 callers of one account publish and wait for the end, again and again',
    accountCount: 1,
    nodes: { count: 8, jobMs: 0 },
  },
  {
    name: 'publish-storm-accounts',
    file: 'publish-storm.ts',
    why: 'the same, each caller of an account of their own',
    accountCount: 30,
    nodes: { count: 8, jobMs: 0 },
  },
  {
    name: 'status-hold',
    file: 'status-hold.ts',
    why: '200 callers watch one slow publish, others read beside them',
    accountCount: 1,
    nodes: { count: 1, jobMs: 12_000 },
  },
];

/** What k6 writes of one metric: counts and rates, or milliseconds. */
type Metric = Readonly<Record<string, number>> & { readonly thresholds?: Readonly<Record<string, boolean>> };
interface Summary {
  readonly metrics: Readonly<Record<string, Metric>>;
}

interface Ran {
  readonly script: Script;
  readonly summary: Summary;
  readonly isPassed: boolean;
}

/** The commonest wrong thing is that there is no k6: it is a Go program and no npm package has it. */
const noK6 =
  'k6 was not found. It is a Go program: `go install go.k6.io/k6@latest`, then --k6 ~/go/bin/k6; any from 1.0 on will do.';

const runK6 = async (
  k6: string,
  script: Script,
  environment: Readonly<Record<string, string>>,
  folder: string,
): Promise<Ran> => {
  const summaryFile = join(folder, `${script.name}.json`);
  const file = fileURLToPath(new URL(script.file, import.meta.url));
  const flags = ['run', '--quiet', '--no-usage-report', '--summary-trend-stats', 'min,med,p(95),p(99),max,count'];
  const values = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const child = spawn(k6, [...flags, '--summary-export', summaryFile, ...values, file], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [exitCode] = await once(child, 'exit').catch((error: unknown) => {
    throw new Error(noK6, { cause: error });
  });
  // 99 = it ran to its end and a threshold was crossed; anything else is no run.
  if (exitCode !== 0 && exitCode !== 99) throw new Error(`k6 ended with ${String(exitCode)}`);
  return { script, isPassed: exitCode === 0, summary: JSON.parse(await readFile(summaryFile, 'utf8')) as Summary };
};

const startNodes = (url: string, farmToken: string, { count, jobMs }: Script['nodes']) => {
  const file = fileURLToPath(new URL('./fake-nodes.ts', import.meta.url));
  const child = fork(file, [url, farmToken, String(count), String(jobMs)]);
  return async (): Promise<void> => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
};

const cell = (value: number | undefined): string =>
  value === undefined ? '' : value >= 100 ? value.toFixed(0) : value.toFixed(1);

/** A row for every named kind of request that a threshold singles out, and for every figure of the script's own. */
const table = ({ summary: { metrics }, script, isPassed }: Ran): string => {
  const trends = Object.entries(metrics)
    .filter(
      ([name, metric]) =>
        metric['med'] !== undefined &&
        (/^http_req_duration\{(name|phase):/.test(name) || !/^(http_|iteration)/.test(name)),
    )
    .sort(([one], [other]) => one.localeCompare(other));
  const health = metrics['http_req_duration{name:healthz}']?.['med'];
  const rows = trends.map(([name, metric]) => {
    const label = name.replace(/^http_req_duration\{(?:name|phase):(.*)\}$/, '$1').replaceAll('_', ' ');
    const ratio = health === undefined ? '' : cell((metric['med'] ?? Number.NaN) / health);
    return `| ${[label, cell(metric['min']), cell(metric['med']), cell(metric['p(95)']), cell(metric['p(99)']), cell(metric['max']), ratio].join(' | ')} |`;
  });
  const crossed = Object.entries(metrics).flatMap(([name, { thresholds = {} }]) =>
    Object.entries(thresholds).flatMap(([threshold, isCrossed]) => (isCrossed ? [`${name} ${threshold}`] : [])),
  );
  const requests = metrics['http_reqs'];
  return `## ${script.name}: ${script.why}

${requests?.['count'] ?? 0} requests, ${cell(requests?.['rate'])} a second, ${((metrics['http_req_failed']?.['value'] ?? 0) * 100).toFixed(2)} % refused or failed; ${isPassed ? 'every threshold held' : `crossed: ${crossed.join(', ')}`}.
${rows.length === 0 ? '' : `\n| | lowest | median | p95 | p99 | highest | median against /healthz |\n|---|---|---|---|---|---|---|\n${rows.join('\n')}\n`}`;
};

/**
 * k6 against a control plane of its own on a real PostgreSQL, its nodes in another process:
 * `node bench/k6/run.ts --k6 <path> [--only smoke,read-mix] [--out <file>]`.
 */
const { values } = parseArgs({
  options: { k6: { type: 'string', default: 'k6' }, only: { type: 'string' }, out: { type: 'string' } },
});
const wanted = values.only?.split(',');
const unknown = wanted?.filter((name) => !scripts.some((script) => script.name === name)) ?? [];
if (unknown.length > 0)
  throw new Error(`there is no ${unknown.join(', ')}; there are ${scripts.map(({ name }) => name).join(', ')}`);
const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
const loadBefore = loadavg()[0] ?? Number.NaN;
const folder = await mkdtemp(join(tmpdir(), 'k6-'));
const farm = await startFarm({ LOG_LEVEL: 'error' });
try {
  const url = await farm.app.listen({ host: '127.0.0.1', port: 0 });
  const keysOf = async (accountCount: number): Promise<string> => {
    const keys: string[] = [];
    while (keys.length < keyCount) {
      const accountId = `acc_bench_${accountCount}_${keys.length % accountCount}`;
      keys.push(await farm.newKey({ accountId, plan: 'enterprise' }));
    }
    const file = join(folder, `keys-${accountCount}.json`);
    await writeFile(file, JSON.stringify(keys), { mode: 0o600 });
    return file;
  };
  const ran: Ran[] = [];
  for (const script of scripts.filter(({ name }) => wanted === undefined || wanted.includes(name))) {
    const keysFile = await keysOf(script.accountCount);
    const stopNodes = startNodes(url, farm.config.FARM_NODE_TOKEN, script.nodes);
    try {
      ran.push(await runK6(values.k6, script, { FARM_URL: url, FARM_KEYS: keysFile }, folder));
    } finally {
      await stopNodes();
    }
  }
  const text = `# Load on the control plane, by k6

${machineFacts()}; commit ${commit}; load average before the run ${loadBefore.toFixed(1)}. Milliseconds where nothing else is said.

\`node bench/k6/run.ts\`: one control plane on a real PostgreSQL, nodes that speak the real protocol and draw nothing in a process beside
it, k6 in a third. All of them share the cores, so the figures are of this machine and this minute; what is asked of them (the thresholds of
the scripts) is that nothing is refused, lost or late, and the last column sets a request beside one that does nothing.

${ran.map(table).join('\n')}`;
  if (values.out !== undefined) await writeFile(values.out, text);
  process.stdout.write(text);
  if (ran.some(({ isPassed }) => !isPassed)) process.exitCode = 1;
} finally {
  await farm.close();
  await rm(folder, { recursive: true, force: true });
}
