import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type JobFailure, JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import { Piscina } from 'piscina';
import type { Chunk } from './frame-plan.ts';
import type { ChunkEvent, ChunkTask, ChunkTimings, PosterTask, SharedScene, TaskResult } from './frame-task.ts';
import type { PreparedScene } from './prepared-scene.ts';

export interface DrawnChunk extends Chunk {
  readonly timings: ChunkTimings;
}

export interface DrawOptions {
  readonly chunks: readonly Chunk[];
  readonly argsOf: (chunk: Chunk) => readonly string[];
  readonly stallSeconds: number;
  /** Reserves what a chunk needs of the machine; the reservation ends with the chunk. */
  readonly reserve: (signal: AbortSignal) => Promise<Disposable>;
  readonly onStarted: () => void;
  /** Frames of the whole scene that came out of the encoders. */
  readonly onAcknowledged: (frameCount: number) => void;
  readonly signal: AbortSignal;
}

/** Worker threads that draw; one per core. Frames never cross threads: each worker feeds an encoder of its own. */
export interface FramePool {
  readonly workerCount: number;
  share(scene: PreparedScene): SharedScene;
  /** Draws and encodes all chunks. The first one that ends badly stops the others; all are over when it throws. */
  draw(scene: SharedScene, options: DrawOptions): Promise<DrawnChunk[]>;
  drawPoster(task: PosterTask, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A scene's document and its pictures live outside the heap: a worker that needs more has run away. */
const maxHeapMb = 512;

const workerFailure = (error: unknown): JobFailureError => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const failure: JobFailure =
    code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? {
          blame: 'node',
          retryable: true,
          stage: 'render',
          code: 'OUT_OF_MEMORY',
          message: 'A render worker ran out of memory.',
        }
      : {
          blame: 'engine',
          retryable: true,
          stage: 'render',
          code: 'WORKER_CRASHED',
          message: 'A render worker ended unexpectedly.',
          diagnostics: String(error).slice(0, 8_000),
        };
  return new JobFailureError(failure, { cause: error });
};

const valueOf = <T>(result: TaskResult<T>, signal: AbortSignal): T => {
  if (result.kind === 'done') return result.value;
  if (result.kind === 'failed') throw new JobFailureError(result.failure);
  signal.throwIfAborted();
  throw new Error('a chunk was stopped that nobody stopped');
};

/** Starts the threads and draws a first frame in each (B10: a thread that dies is replaced, the pool goes on). */
export const openFramePool = async (workerCount: number): Promise<FramePool> => {
  const piscina = new Piscina({
    filename: new URL('./draw-frames.worker.ts', import.meta.url).href,
    minThreads: workerCount,
    maxThreads: workerCount,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  let sharedCount = 0;

  const run = async <T>(name: string, task: unknown, transfer: MessagePort[] = []): Promise<TaskResult<T>> => {
    try {
      // piscina wants an array; its types derive an options object from those of Node 26.
      const transferList = transfer as NonNullable<Parameters<typeof piscina.run>[1]>['transferList'] & MessagePort[];
      return (await piscina.run(task, { name, transferList })) as TaskResult<T>;
    } catch (error) {
      throw workerFailure(error);
    }
  };

  const drawChunk = async (
    task: Omit<ChunkTask, 'port'>,
    options: Pick<DrawOptions, 'reserve' | 'onStarted'> & { onAcknowledged: (frameCount: number) => void },
    signal: AbortSignal,
  ): Promise<DrawnChunk> => {
    using _reservation = await options.reserve(signal);
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (event: ChunkEvent) => {
      if (event.kind === 'started') options.onStarted();
      else options.onAcknowledged(event.frameCount);
    });
    const stop = (): void => port1.postMessage('stop', []);
    signal.addEventListener('abort', stop, { once: true });
    try {
      signal.throwIfAborted();
      const result = await run<ChunkTimings>('drawChunk', { ...task, port: port2 }, [port2]);
      const timings = valueOf(result, signal);
      options.onAcknowledged(task.chunk.frameCount);
      return { ...task.chunk, timings };
    } finally {
      signal.removeEventListener('abort', stop);
      port1.close();
    }
  };

  await Promise.all(Array.from({ length: workerCount }, async () => await run('warmUp', undefined)));

  return {
    workerCount,
    share: ({ lottieJson, ...rest }) => {
      const bytes = Buffer.from(lottieJson, 'utf8');
      const lottieUtf8 = new SharedArrayBuffer(bytes.length);
      bytes.copy(new Uint8Array(lottieUtf8));
      sharedCount += 1;
      return { ...rest, id: String(sharedCount), lottieUtf8 };
    },
    draw: async (scene, options) => {
      const failed = new AbortController();
      const signal = AbortSignal.any([options.signal, failed.signal]);
      const acknowledged = options.chunks.map(() => 0);
      let started = false;
      const drawn = await Promise.allSettled(
        options.chunks.map(async (chunk, position) => {
          const task = { scene, chunk, encoderArgs: options.argsOf(chunk), stallSeconds: options.stallSeconds };
          const events = {
            reserve: options.reserve,
            onStarted: () => {
              if (!started) options.onStarted();
              started = true;
            },
            onAcknowledged: (frameCount: number) => {
              acknowledged[position] = Math.max(acknowledged[position] ?? 0, frameCount);
              options.onAcknowledged(acknowledged.reduce((sum, count) => sum + count, 0));
            },
          };
          return await drawChunk(task, events, signal).catch((error: unknown) => {
            failed.abort(error);
            throw error;
          });
        }),
      );
      options.signal.throwIfAborted();
      // The reason of the signal is what went wrong first; the others only stopped because of it.
      failed.signal.throwIfAborted();
      return drawn.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    },
    drawPoster: async (task, signal) => {
      valueOf(await run<null>('drawPoster', task), signal);
    },
    close: async () => await piscina.destroy(),
  };
};
