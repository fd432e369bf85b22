import type { MessagePort } from 'node:worker_threads';
import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import type { PreparedScene } from '@reelyard/shared/scene/prepared-scene.ts';
import type { Chunk } from './frame-plan.ts';

/** A prepared scene as it goes to the workers: its documents are shared memory, not copied for every chunk. */
export interface SharedScene extends Omit<PreparedScene, 'lottieJson' | 'groundJson'> {
  /** Unique in the process; a worker keeps the last scene open under it. */
  readonly id: string;
  readonly lottieUtf8: SharedArrayBuffer;
  readonly groundUtf8: SharedArrayBuffer | null;
}

export interface ChunkTask {
  readonly scene: SharedScene;
  readonly chunk: Chunk;
  /** From `chunkArgs`. */
  readonly encoderArgs: readonly string[];
  readonly stallSeconds: number;
  /** Where the scene's still picture goes; null where another chunk draws it. */
  readonly posterPath: string | null;
  /** Carries ChunkEvents to the pool and `stop` to the worker. */
  readonly port: MessagePort;
}

export type ChunkEvent =
  /** A worker took the chunk up. */
  | { readonly kind: 'begun' }
  /** The encoder took the first frame. */
  | { readonly kind: 'started' }
  /** Frames of the chunk that came out of the encoder. */
  | { readonly kind: 'acknowledged'; readonly frameCount: number };

export interface ChunkTimings {
  readonly rasterMs: number;
  /** Time in which the worker waited for the encoder. */
  readonly encodeMs: number;
}

/** Errors lose their class between threads, so an expected end comes back as data. */
export type TaskResult<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly failure: JobFailure };
