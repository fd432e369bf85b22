import { writeFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { receiveMessageOnPort } from 'node:worker_threads';
import { JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import { ffmpegSink } from '../encode/encoder-sink.ts';
import { frameSource } from './frame-source.ts';
import type { ChunkEvent, ChunkTask, ChunkTimings, SharedScene, TaskResult } from './frame-task.ts';
import { skottieBackend } from './skottie-backend.ts';

/** A piscina worker: draws a chunk's frames and feeds them to an encoder process of its own. */
const frames = frameSource(skottieBackend());
let openSceneId: string | undefined;

const textOf = (utf8: SharedArrayBuffer): string => Buffer.from(new Uint8Array(utf8)).toString('utf8');

const openScene = ({ id, lottieUtf8, groundUtf8, ...scene }: SharedScene): void => {
  if (openSceneId === id) return;
  // A failed open must not leave the scene before it under the new name.
  openSceneId = undefined;
  const groundJson = groundUtf8 === null ? null : textOf(groundUtf8);
  frames.open({ ...scene, lottieJson: textOf(lottieUtf8), groundJson });
  openSceneId = id;
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

/** The frame that stands for the scene, as a JPEG. */
const drawPoster = async (frameIndex: number, path: string): Promise<void> =>
  await writeFile(path, await frames.still(frameIndex).jpeg(90));

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
    let rasterMs = 0;
    let encodeMs = 0;
    for (let done = 0; done < chunk.frameCount; done += 1) {
      const startedAtMs = performance.now();
      const i420 = frames.i420(chunk.firstFrame + done);
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
    const finished = sink.finish();
    finished.catch(() => {});
    // The encoder still has its look-ahead to work off: the poster costs no time of its own.
    if (task.posterPath !== null) await drawPoster(scene.posterFrame, task.posterPath);
    await finished;
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

/** Loads Skia and compiles the kernels before the first lease, so that the first frame does not wait for it. */
export const warmUp = (): void => {
  const shape = { widthPx: 64, heightPx: 36, fps: 30, frameCount: 1, posterFrame: 0 };
  const empty = JSON.stringify({ v: '5.7.0', fr: 30, ip: 0, op: 1, w: 64, h: 36, layers: [] });
  openSceneId = undefined;
  frames.open({ ...shape, lottieJson: empty, groundJson: empty });
  frames.i420(0);
};
