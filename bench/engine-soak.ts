import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { libx264 } from '@reelyard/render-node/engine/encode/encoders/libx264.ts';
import { renderMezzanine } from '@reelyard/render-node/engine/render-mezzanine.ts';
import { openFramePool } from '@reelyard/render-node/engine/scene/frame-pool.ts';
import { benchScene, sceneNames } from './bench-scenes.ts';
import { machineFacts } from './machine.ts';

/** engine.md: what a worker may take at 1080p, its encoder included. */
const maxWorkerMb = 450;
/** How much the second half of a soak may lie above the first before it counts as a leak. */
const maxGrowth = 1.15;

const rssKb = async (pid: string): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0);
};

/** Resident memory of this process and its encoders, in MB. */
const residentMb = async (): Promise<number> => {
  const threads = await readdir('/proc/self/task');
  const lists = await Promise.all(
    threads.map(async (thread) => await readFile(`/proc/self/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  const children = lists.flatMap((list) => list.trim().split(' ').filter(Boolean));
  const sizes = await Promise.all(['self', ...children].map(rssKb));
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000;
};

/** Peak memory while `run` runs. */
const peakMb = async (run: () => Promise<unknown>): Promise<number> => {
  let peak = 0;
  const over = new AbortController();
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      peak = Math.max(peak, await residentMb());
      await pause(50);
    }
  };
  const watching = watch();
  await run().finally(() => over.abort());
  await watching;
  return peak;
};

/** Renders scenes one after the other on one pool; throws where memory passes its plan or keeps growing. */
export const engineSoak = async (argv: readonly string[]): Promise<string> => {
  const { values } = parseArgs({
    args: [...argv],
    options: { scenes: { type: 'string', default: '20' }, workers: { type: 'string', default: '2' } },
  });
  const workerCount = Number(values.workers);
  const folder = await mkdtemp(join(tmpdir(), 'engine-soak-'));
  const idleMb = await residentMb();
  const pool = await openFramePool(workerCount);
  const peaks: number[] = [];
  try {
    for (let round = 0; round < Number(values.scenes); round += 1) {
      const scene = await benchScene(sceneNames[round % sceneNames.length] ?? 'heavy', 180);
      const folderPath = await mkdtemp(join(folder, 'scene-'));
      const request = {
        scene,
        encoder: libx264,
        folderPath,
        stallSeconds: 30,
        reserve: async () => await Promise.resolve({ [Symbol.dispose]: () => {} }),
        onStarted: () => {},
        onAcknowledged: () => {},
        signal: new AbortController().signal,
      };
      peaks.push(await peakMb(async () => await renderMezzanine(pool, request)));
      await rm(folderPath, { recursive: true });
    }
  } finally {
    await pool.close();
    await rm(folder, { recursive: true, force: true });
  }
  const half = Math.floor(peaks.length / 2);
  const [early, late] = [Math.max(...peaks.slice(0, half)), Math.max(...peaks.slice(half))];
  const perWorker = (Math.max(...peaks) - idleMb) / workerCount;
  const text = [
    `${machineFacts()}; ${peaks.length} scenes at 1080p, ${workerCount} workers`,
    `before the pool ${idleMb.toFixed(0)} MB; peak ${Math.max(...peaks).toFixed(0)} MB: ${perWorker.toFixed(0)} MB a worker (plan: ${maxWorkerMb})`,
    `first half ${early.toFixed(0)} MB, second half ${late.toFixed(0)} MB`,
  ].join('\n');
  if (perWorker > maxWorkerMb) throw new Error(`a worker takes more than its plan\n${text}`);
  if (half > 0 && late > early * maxGrowth) throw new Error(`memory keeps growing\n${text}`);
  return text;
};
