import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { libx264 } from '@reelyard/render-node/engine/encode/encoders/libx264.ts';
import { ffmpegPath } from '@reelyard/render-node/engine/encode/ffmpeg.ts';
import { chunkArgs } from '@reelyard/render-node/engine/encode/ffmpeg-args.ts';
import { type Rung, rungFor } from '@reelyard/render-node/engine/encode/ladder.ts';
import { renderMezzanine } from '@reelyard/render-node/engine/render-mezzanine.ts';
import { type Chunk, planChunks } from '@reelyard/render-node/engine/scene/frame-plan.ts';
import { type FramePool, openFramePool } from '@reelyard/render-node/engine/scene/frame-pool.ts';
import { frameSource } from '@reelyard/render-node/engine/scene/frame-source.ts';
import { skottieBackend } from '@reelyard/render-node/engine/scene/skottie-backend.ts';
import type { PreparedScene } from '@reelyard/shared/scene/prepared-scene.ts';
import { benchScene, type SceneName, sceneNames } from './bench-scenes.ts';
import { machineFacts, spread } from './machine.ts';

interface Options {
  readonly frameCount: number;
  readonly pairCount: number;
  readonly workerCount: number;
  readonly scenes: readonly SceneName[];
}

const readOptions = (options: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...options],
    options: {
      frames: { type: 'string', default: '150' },
      pairs: { type: 'string', default: '5' },
      workers: { type: 'string', default: '2' },
      scenes: { type: 'string', default: sceneNames.join(',') },
    },
  });
  const asked = values.scenes.split(',');
  return {
    frameCount: Number(values.frames),
    pairCount: Number(values.pairs),
    workerCount: Number(values.workers),
    scenes: sceneNames.filter((name) => asked.includes(name)),
  };
};

/** Draws every chunk's frames once into a raw file: what an encoder with nothing else to wait for reads. */
const rasterise = async (scene: PreparedScene, chunks: readonly Chunk[], folder: string): Promise<string[]> => {
  const frames = frameSource(skottieBackend());
  frames.open(scene);
  const paths: string[] = [];
  for (const chunk of chunks) {
    const path = join(folder, `chunk-${chunk.index}.yuv`);
    const file = await open(path, 'w');
    for (let frame = chunk.firstFrame; frame < chunk.firstFrame + chunk.frameCount; frame += 1) {
      await file.write(frames.i420(frame));
      await nextTurn();
    }
    await file.close();
    paths.push(path);
  }
  return paths;
};

/** The same encoder with the same arguments, reading a file by itself: no Node between the frames and the encoder. */
const encodeFile = async (rung: Rung, rawPath: string, outPath: string): Promise<void> => {
  const raw = await open(rawPath, 'r');
  const args = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y', ...chunkArgs(libx264, rung, outPath)];
  const child = spawn(ffmpegPath(), args, { stdio: [raw.fd, 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  await raw.close();
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
};

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const startedAtMs = performance.now();
  await run();
  return (performance.now() - startedAtMs) / 1_000;
};

/** As many encoders at one time as there are workers. */
const encodeOnly = async (rung: Rung, rawPaths: readonly string[], folder: string, atOnce: number): Promise<void> => {
  const waiting = [...rawPaths.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await encodeFile(rung, next[1], join(folder, `limit-${next[0]}.mp4`));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
};

const endToEnd = async (pool: FramePool, scene: PreparedScene, folder: string): Promise<void> => {
  const folderPath = await mkdtemp(join(folder, 'render-'));
  await renderMezzanine(pool, {
    scene,
    encoder: libx264,
    folderPath,
    stallSeconds: 30,
    reserve: async () => await Promise.resolve({ [Symbol.dispose]: () => {} }),
    onStarted: () => {},
    onAcknowledged: () => {},
    signal: new AbortController().signal,
  });
  await rm(folderPath, { recursive: true });
};

const cold = async (scene: PreparedScene, folder: string, workerCount: number): Promise<void> => {
  const pool = await openFramePool(workerCount);
  await endToEnd(pool, scene, folder);
  await pool.close();
};

interface Row {
  readonly scene: SceneName;
  readonly state: 'warm' | 'cold';
  readonly frameCount: number;
  readonly limitSeconds: readonly number[];
  readonly renderSeconds: readonly number[];
}

/** One after the other within a pair, first the one, then the other: the machine's drift meets both. */
const measure = async (name: SceneName, options: Options, folder: string): Promise<Row[]> => {
  const scene = await benchScene(name, options.frameCount);
  const chunks = planChunks(scene.frameCount, options.workerCount);
  const rung = rungFor(scene.widthPx, scene.heightPx, scene.fps, 'h264');
  const rawPaths = await rasterise(scene, chunks, folder);
  const pool = await openFramePool(options.workerCount);
  const limit = async (): Promise<void> => await encodeOnly(rung, rawPaths, folder, options.workerCount);
  const states = {
    warm: async () => await endToEnd(pool, scene, folder),
    cold: async () => await cold(scene, folder, options.workerCount),
  } as const;
  await limit();
  await states.warm();

  const rows: Row[] = [];
  for (const state of ['warm', 'cold'] as const) {
    const limitSeconds: number[] = [];
    const renderSeconds: number[] = [];
    for (let pair = 0; pair < options.pairCount; pair += 1) {
      if (pair % 2 === 0) limitSeconds.push(await timed(limit));
      renderSeconds.push(await timed(states[state]));
      if (pair % 2 === 1) limitSeconds.push(await timed(limit));
    }
    rows.push({ scene: name, state, frameCount: scene.frameCount, limitSeconds, renderSeconds });
  }
  await pool.close();
  return rows;
};

const line = ({ scene, state, frameCount, limitSeconds, renderSeconds }: Row): string => {
  const ratios = limitSeconds.map((limit, pair) => limit / (renderSeconds[pair] ?? Number.NaN));
  const fps = (seconds: readonly number[]): string =>
    spread(
      seconds.map((value) => frameCount / value),
      1,
    );
  return `| ${scene} | ${state} | ${frameCount} | ${fps(renderSeconds)} | ${fps(limitSeconds)} | ${spread(ratios)} |`;
};

const report = (rows: readonly Row[], options: Options): string =>
  [
    '# Render against its limit',
    '',
    'Prepared scene to finished mezzanine (drawing, conversion, encoding, join, poster), against encoding alone: the same',
    'frames as raw I420 files, read by the same number of processes of the same encoder with the same arguments.',
    'Interleaved pairs at 1080p; ratio = seconds of encoding alone ÷ seconds end to end; cold includes the start of the',
    'worker threads. Median (min–max).',
    '',
    `Machine: ${machineFacts()}. Workers: ${options.workerCount}, pairs: ${options.pairCount}.`,
    `Command: \`npm run bench -- render-vs-limit --frames ${options.frameCount} --pairs ${options.pairCount} --workers ${options.workerCount} --scenes ${options.scenes.join(',')}\``,
    '',
    '| scene | state | frames | end to end, fps | encode only, fps | ratio |',
    '|---|---|---|---|---|---|',
    ...rows.map(line),
    '',
    'Gate: 0.45 on the heavy scene, warm.',
    '',
  ].join('\n');

/** Runs the pairs, writes bench/results/<date>-render-vs-limit.md and resolves with its text. */
export const renderVsLimit = async (argv: readonly string[]): Promise<string> => {
  const options = readOptions(argv);
  const folder = await mkdtemp(join(tmpdir(), 'render-vs-limit-'));
  try {
    const rows: Row[] = [];
    for (const name of options.scenes) rows.push(...(await measure(name, options, folder)));
    const text = report(rows, options);
    const resultsPath = fileURLToPath(new URL('./results/', import.meta.url));
    await mkdir(resultsPath, { recursive: true });
    await writeFile(join(resultsPath, `${new Date().toISOString().slice(0, 10)}-render-vs-limit.md`), text);
    return text;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
