import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readLauncherConfig } from '@reelyard/deploy/local/config.ts';
import { startFarm } from '@reelyard/deploy/local/farm.ts';
import { freePort } from '@reelyard/deploy/local/free-port.ts';
import { machineFacts, median } from './machine.ts';

const resultFile = fileURLToPath(
  new URL(`./results/${new Date().toISOString().slice(0, 10)}-queue-to-first-frame.md`, import.meta.url),
);

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/** The sum of a histogram's observations in seconds; one job at a time makes its growth that job's own time. */
async function sumOf(metricsUrl: string, series: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length + 1));
}

/**
 * On an idle farm with real processes: from the moment a scene may run to the first frame that its encoder took. Lease
 * wait (control plane) and first frame (node: pictures, preparation, a scene no worker has open, encoder start) are read
 * from the two processes' own metrics, one publish after the other, each of a scene that was never drawn before.
 */
export const queueToFirstFrame = async (argv: readonly string[]): Promise<string> => {
  const { values } = parseArgs({ args: [...argv], options: { runs: { type: 'string', default: '20' } } });
  const runs = Number(values.runs);
  const folder = await mkdtemp(join(tmpdir(), 'queue-to-first-frame-'));
  const nodeMetricsPort = await freePort();
  const config = readLauncherConfig({
    PATH: process.env['PATH'] ?? '',
    FARM_DATA: join(folder, '.farm'),
    FARM_PORT: '0',
    FARM_METRICS_PORT: String(nodeMetricsPort),
    FARM_CAPTURE_NODES: '0',
  });
  const farm = await startFarm(config, { onEvent: () => {} });
  const totals: number[] = [];
  const waits: number[] = [];
  try {
    const headers = { 'x-api-key': farm.access.liveKey, 'content-type': 'application/json' };
    const call = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const answer = await fetch(`${farm.access.baseUrl}${path}`, init);
      // Renders may be started ten times a minute; the time between runs is not what is measured.
      if (answer.status === 429) {
        await delay(Number(answer.headers.get('retry-after')) * 1_000);
        return call(method, path, body);
      }
      const { data, ...rest } = (await answer.json()) as { data: Record<string, unknown> };
      if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(rest)}`);
      return data;
    };
    const nodeMetricsUrl = `http://127.0.0.1:${nodeMetricsPort}/metrics`;
    const wait = () => sumOf(farm.access.metricsUrl, 'farm_lease_wait_seconds_sum{kind="scene.render"}');
    const frame = () => sumOf(nodeMetricsUrl, 'farm_node_first_frame_seconds_sum');
    // The first publish warms what a farm that has been up for a while has warm; it does not count.
    for (let run = 0; run <= runs; run += 1) {
      const before = { wait: await wait(), frame: await frame() };
      const scenes = [{ templateId: 'big-claim', parameters: { headline: `Run number ${run} of ${runs}` } }];
      const project = await call('POST', '/projects', { title: `Run ${run}`, scenes });
      const path = `/projects/${String(project['id'])}`;
      await call('POST', `${path}/render/start`, { quality: '1080p' });
      for (;;) {
        const { render } = await call('GET', `${path}/publish/status?wait=20`);
        const { state } = render as { state: string };
        if (state === 'done') break;
        if (state === 'failed') throw new Error(`run ${run} failed: ${JSON.stringify(render)}`);
      }
      const waited = (await wait()) - before.wait;
      const firstFrame = (await frame()) - before.frame;
      if (run === 0) continue;
      waits.push(waited * 1_000);
      totals.push((waited + firstFrame) * 1_000);
    }
  } finally {
    await farm.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  const report = [
    '# Queue to first frame on an idle farm',
    '',
    machineFacts(),
    '',
    `\`npm run bench -- queue-to-first-frame --runs ${runs}\`: 1080p, one scene a publish, one after the other, real processes.`,
    '',
    '| | median | p95 | worst |',
    '|---|---|---|---|',
    `| queue to lease | ${ms(median(waits))} | ${ms(percentile(waits, 0.95))} | ${ms(Math.max(...waits))} |`,
    `| queue to first encoded frame | ${ms(median(totals))} | ${ms(percentile(totals, 0.95))} | ${ms(Math.max(...totals))} |`,
    '',
    `${runs} runs. Limit: p95 below 500 ms: ${percentile(totals, 0.95) < 500 ? 'met' : 'NOT met'}.`,
    '',
  ].join('\n');
  await mkdir(join(resultFile, '..'), { recursive: true });
  await writeFile(resultFile, report);
  return report;
};
