import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { libx264 } from '@reelyard/render-node/engine/encode/encoders/libx264.ts';
import { renderMezzanine } from '@reelyard/render-node/engine/render-mezzanine.ts';
import { openFramePool } from '@reelyard/render-node/engine/scene/frame-pool.ts';
import { benchScene, sceneNames } from './bench-scenes.ts';
import { machineFacts, median } from './machine.ts';

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/**
 * From values to the first frame that an encoder took, on a warm pool with nothing else to do: preparation, a scene that
 * no worker has open, and the start of the encoder included. Every run stops there.
 */
export const firstFrame = async (argv: readonly string[]): Promise<string> => {
  const { values } = parseArgs({
    args: [...argv],
    options: { runs: { type: 'string', default: '20' }, workers: { type: 'string', default: '2' } },
  });
  const pool = await openFramePool(Number(values.workers));
  const folder = await mkdtemp(join(tmpdir(), 'first-frame-'));
  const times: number[] = [];
  try {
    for (let run = 0; run < Number(values.runs); run += 1) {
      const startedAtMs = performance.now();
      const enough = new AbortController();
      const scene = await benchScene(sceneNames[run % sceneNames.length] ?? 'heavy', 150);
      await renderMezzanine(pool, {
        scene,
        encoder: libx264,
        folderPath: folder,
        stallSeconds: 30,
        reserve: async () => await Promise.resolve({ [Symbol.dispose]: () => {} }),
        onStarted: () => {
          times.push(performance.now() - startedAtMs);
          enough.abort(new Error('enough'));
        },
        onAcknowledged: () => {},
        signal: enough.signal,
      }).catch((error: unknown) => {
        if (!enough.signal.aborted) throw error;
      });
    }
  } finally {
    await pool.close();
    await rm(folder, { recursive: true, force: true });
  }
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  return [
    machineFacts(),
    `first frame after ${ms(median(times))} (median), ${ms(percentile(times, 0.95))} (p95), ${ms(Math.max(...times))} (worst of ${times.length})`,
  ].join('\n');
};
