import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type JobFailure, JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import type { PreparedScene } from '@reelyard/shared/scene/prepared-scene.ts';
import { Piscina } from 'piscina';
import { type Chunk, hasFrame } from './frame-plan.ts';
import type { ChunkEvent, ChunkTask, ChunkTimings, SharedScene, TaskResult } from './frame-task.ts';

export interface DrawnChunk extends Chunk {
  readonly timings: ChunkTimings;
}

export interface DrawOptions {
  readonly chunks: readonly Chunk[];
  readonly argsOf: (chunk: Chunk) => readonly string[];
  readonly posterPath: string;
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
  /** Draws and encodes all chunks, and the poster beside the chunk that has its frame. The first one that ends badly stops the others; all are over when it throws. */
  draw(scene: SharedScene, options: DrawOptions): Promise<DrawnChunk[]>;
  close(): Promise<void>;
}

/** A scene's document and its pictures live outside the heap: a worker that needs more has run away. */
const maxHeapMb = 512;

/** A worker that was told to stop and does not (it hangs in native code) loses its thread after this long. */
const stopPatienceMs = 5_000;
/** Beyond the encoder's own stall watch, which lives in the worker and says more. */
const silencePatienceMs = 10_000;

const failed = (failure: Pick<JobFailure, 'blame' | 'code' | 'message'>, cause: unknown): JobFailureError =>
  new JobFailureError(
    { ...failure, retryable: true, stage: 'render', diagnostics: String(cause).slice(0, 8_000) },
    { cause },
  );

const workerFailure = (error: unknown): JobFailureError => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? failed({ blame: 'node', code: 'OUT_OF_MEMORY', message: 'A render worker ran out of memory.' }, error)
    : failed({ blame: 'engine', code: 'RENDER_FAULT', message: 'A render worker ended unexpectedly.' }, error);
};

const valueOf = <T>(result: TaskResult<T>, signal: AbortSignal): T => {
  if (result.kind === 'done') return result.value;
  if (result.kind === 'failed') throw new JobFailureError(result.failure);
  signal.throwIfAborted();
  throw new Error('a chunk was stopped that nobody stopped');
};

const sharedUtf8 = (text: string): SharedArrayBuffer => {
  const bytes = Buffer.from(text, 'utf8');
  const shared = new SharedArrayBuffer(bytes.length);
  bytes.copy(new Uint8Array(shared));
  return shared;
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

  const run = async <T>(name: string, task: unknown, transfer: MessagePort[], end?: AbortSignal): Promise<T> => {
    // piscina wants an array; its types derive an options object from those of Node 26.
    const transferList = transfer as NonNullable<Parameters<typeof piscina.run>[1]>['transferList'] & MessagePort[];
    return (await piscina.run(task, { name, transferList, ...(end === undefined ? {} : { signal: end }) })) as T;
  };

  const drawChunk = async (
    task: Omit<ChunkTask, 'port'>,
    options: Pick<DrawOptions, 'reserve' | 'onStarted'> & { onAcknowledged: (frameCount: number) => void },
    signal: AbortSignal,
  ): Promise<DrawnChunk> => {
    using _reservation = await options.reserve(signal);
    const { port1, port2 } = new MessageChannel();
    /** Ends the worker's thread, its encoder with it; the pool starts another. */
    const lost = new AbortController();
    let silence: NodeJS.Timeout | undefined;
    let patience: NodeJS.Timeout | undefined;
    port1.on('message', (event: ChunkEvent) => {
      clearTimeout(silence);
      silence = setTimeout(() => lost.abort(), task.stallSeconds * 1_000 + silencePatienceMs);
      if (event.kind === 'started') options.onStarted();
      else if (event.kind === 'acknowledged') options.onAcknowledged(event.frameCount);
    });
    const stop = (): void => {
      port1.postMessage('stop', []);
      patience = setTimeout(() => lost.abort(), stopPatienceMs);
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      signal.throwIfAborted();
      const chunkTask: ChunkTask = { ...task, port: port2 };
      const result = await run<TaskResult<ChunkTimings>>('drawChunk', chunkTask, [port2], lost.signal).catch(
        (error: unknown) => {
          signal.throwIfAborted();
          if (!lost.signal.aborted) throw workerFailure(error);
          throw failed(
            { blame: 'node', code: 'RENDER_STALLED', message: 'A render worker hung and was ended.' },
            error,
          );
        },
      );
      const timings = valueOf(result, signal);
      options.onAcknowledged(task.chunk.frameCount);
      return { ...task.chunk, timings };
    } finally {
      clearTimeout(silence);
      clearTimeout(patience);
      signal.removeEventListener('abort', stop);
      port1.close();
    }
  };

  await Promise.all(Array.from({ length: workerCount }, async () => await run<void>('warmUp', undefined, [])));

  return {
    workerCount,
    share: ({ lottieJson, groundJson, ...rest }) => {
      sharedCount += 1;
      return {
        ...rest,
        id: String(sharedCount),
        lottieUtf8: sharedUtf8(lottieJson),
        groundUtf8: groundJson === null ? null : sharedUtf8(groundJson),
      };
    },
    draw: async (scene, options) => {
      const failure = new AbortController();
      const signal = AbortSignal.any([options.signal, failure.signal]);
      const acknowledged = options.chunks.map(() => 0);
      let started = false;
      const drawn = await Promise.allSettled(
        options.chunks.map(async (chunk, position) => {
          const task = {
            scene,
            chunk,
            encoderArgs: options.argsOf(chunk),
            stallSeconds: options.stallSeconds,
            posterPath: hasFrame(chunk, scene.posterFrame) ? options.posterPath : null,
          };
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
            failure.abort(error);
            throw error;
          });
        }),
      );
      options.signal.throwIfAborted();
      // The reason of the signal is what went wrong first; the others only stopped because of it.
      failure.signal.throwIfAborted();
      return drawn.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    },
    close: async () => await piscina.destroy(),
  };
};
