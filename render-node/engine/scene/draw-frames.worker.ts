import { writeFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { receiveMessageOnPort } from 'node:worker_threads';
import { JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import { ffmpegSink } from '../encode/encoder-sink.ts';
import { type I420Converter, i420Converter } from '../pixels/i420-converter.ts';
import type { ChunkEvent, ChunkTask, ChunkTimings, PosterTask, SharedScene, TaskResult } from './frame-task.ts';
import { skottieBackend } from './skottie-backend.ts';

/** A piscina worker: draws a chunk's frames and feeds them to an encoder process of its own. */
const backend = skottieBackend();
let openSceneId: string | undefined;
let converter: I420Converter | undefined;

const openScene = (scene: SharedScene): void => {
  if (openSceneId === scene.id) return;
  // A failed open must not leave the scene before it under the new name.
  openSceneId = undefined;
  backend.open({ ...scene, lottieJson: Buffer.from(new Uint8Array(scene.lottieUtf8)).toString('utf8') });
  openSceneId = scene.id;
};

const converterFor = (widthPx: number, heightPx: number): I420Converter => {
  if (converter?.widthPx !== widthPx || converter.heightPx !== heightPx) converter = i420Converter(widthPx, heightPx);
  return converter;
};

const settled = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<TaskResult<T>> => {
  try {
    return { kind: 'done', value: await work() };
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' };
    if (error instanceof JobFailureError) return { kind: 'failed', failure: error.failure };
    throw error;
  }
};

const drawInto = async (
  task: ChunkTask,
  signal: AbortSignal,
  send: (event: ChunkEvent) => void,
): Promise<ChunkTimings> => {
  const { scene, chunk } = task;
  const sink = ffmpegSink(task.encoderArgs, {
    signal,
    stallSeconds: task.stallSeconds,
    onAcknowledged: (frameCount) => send({ kind: 'acknowledged', frameCount }),
  });
  try {
    openScene(scene);
    const frame = converterFor(scene.widthPx, scene.heightPx);
    let i420: Uint8Array | undefined;
    let rasterMs = 0;
    let encodeMs = 0;
    for (let done = 0; done < chunk.frameCount; done += 1) {
      const startedAtMs = performance.now();
      const damage = backend.frame(chunk.firstFrame + done);
      if (damage !== null || i420 === undefined) {
        i420 = frame.convert(backend.read());
      }
      const drawnAtMs = performance.now();
      await sink.write(i420);
      // A write that fits into the pipe at once never leaves this turn; only a free turn lets the 8 MB copies of
      // the picture go (without it the process grew to 5 GB).
      await nextTurn();
      signal.throwIfAborted();
      rasterMs += drawnAtMs - startedAtMs;
      encodeMs += performance.now() - drawnAtMs;
      if (done === 0) send({ kind: 'started' });
    }
    const endedAtMs = performance.now();
    await sink.finish();
    return { rasterMs, encodeMs: encodeMs + performance.now() - endedAtMs };
  } catch (error) {
    await sink.abandon();
    throw error;
  }
};

/** Draws and encodes one chunk. A message on the task's port stops it; no process is left either way. */
export const drawChunk = async (task: ChunkTask): Promise<TaskResult<ChunkTimings>> => {
  // Stopped while it waited for a worker.
  if (receiveMessageOnPort(task.port) !== undefined) return { kind: 'stopped' };
  const stop = new AbortController();
  task.port.postMessage({ kind: 'begun' } satisfies ChunkEvent, []);
  task.port.once('message', () => stop.abort(new Error('stopped')));
  try {
    return await settled(
      stop.signal,
      async () => await drawInto(task, stop.signal, (event) => task.port.postMessage(event, [])),
    );
  } finally {
    task.port.close();
  }
};

/** Draws the frame that stands for the scene into a JPEG. */
export const drawPoster = async (task: PosterTask): Promise<TaskResult<null>> =>
  await settled(new AbortController().signal, async () => {
    openScene(task.scene);
    backend.frame(task.scene.posterFrame);
    await writeFile(task.outPath, await backend.encodeJpeg(90));
    return null;
  });

const warmUpScene: SharedScene = {
  id: 'warm-up',
  widthPx: 64,
  heightPx: 36,
  fps: 30,
  frameCount: 1,
  posterFrame: 0,
  lottieUtf8: new SharedArrayBuffer(0),
};

/** Loads Skia and compiles the kernel before the first lease, so that the first frame does not wait for it. */
export const warmUp = (): void => {
  const { widthPx, heightPx } = warmUpScene;
  const lottieJson = JSON.stringify({ v: '5.7.0', fr: 30, ip: 0, op: 1, w: widthPx, h: heightPx, layers: [] });
  backend.open({ ...warmUpScene, lottieJson });
  openSceneId = warmUpScene.id;
  backend.frame(0);
  converterFor(widthPx, heightPx).convert(backend.read());
};
