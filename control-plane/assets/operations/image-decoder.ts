import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PictureOrder } from '@reelyard/shared/scene/picture-order.ts';
import type { CutPicture } from '@reelyard/shared/scene-media/place-image.ts';
import { maxConcurrentDecodes } from '../image-limits.ts';
import * as problems from '../image-problem.ts';
import type { ComposedImage, Patch } from './compose-image.ts';
import type { Reencoding } from './reencode-image.ts';
import { takeTurns } from './take-turns.ts';

export type DecodeRequest =
  | { readonly kind: 'reencode'; readonly bytes: Uint8Array }
  | { readonly kind: 'shrink'; readonly bytes: Uint8Array; readonly sidePx: number }
  | { readonly kind: 'compose'; readonly bytes: Uint8Array; readonly patches: readonly Patch[] }
  | {
      readonly kind: 'cut';
      readonly order: PictureOrder;
      /** By storage key, every picture that the order shows. */
      readonly pictures: Readonly<Record<string, Uint8Array>>;
    };

export type DecodeAnswer =
  | { readonly kind: 'reencoded'; readonly reencoding: Reencoding }
  | { readonly kind: 'shrunk'; readonly pixels: Uint8Array }
  | { readonly kind: 'composed'; readonly image: ComposedImage }
  | { readonly kind: 'cut'; readonly picture: CutPicture | null };

export interface ImageDecoder {
  /** Decodes a file that somebody gave and encodes it anew (reencode-image.ts). */
  reencode(bytes: Uint8Array): Promise<Reencoding>;
  /** One of our own pictures as raw RGBA, at most `sidePx` long. */
  shrink(bytes: Uint8Array, sidePx: number): Promise<Uint8Array>;
  /** One of our own pictures with others laid over it (compose-image.ts). */
  compose(bytes: Uint8Array, patches: readonly Patch[]): Promise<ComposedImage>;
  /** Our own pictures as a scene shows them (cut-picture.ts); null where the order does not fit them. */
  cut(order: PictureOrder, pictures: Readonly<Record<string, Uint8Array>>): Promise<CutPicture | null>;
  /** Ends the processes; work that is under way fails. */
  close(): void;
}

const workerPath = fileURLToPath(new URL('./image-worker.ts', import.meta.url));
/** A process without work is ended after this long: it holds 100 to 500 MB. */
const idleMs = 20_000;

type Ending = { readonly kind: 'timed_out' | 'crashed' };

/** Node and sharp need nothing of the environment, and a decoder that was taken over should find nothing in it. */
const startWorker = (): ChildProcess =>
  fork(workerPath, { execArgv: [], env: {}, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });

/**
 * Decodes in processes of its own, two at most. libvips can be told how many pixels to take, but not how long: an SVG
 * of 30 nested blurs kept librsvg busy for over 100 s on a thread that nothing can stop. A process can be killed, and
 * one that a file crashes takes nobody with it.
 */
export const imageDecoder = ({ timeoutMs }: { readonly timeoutMs: number }): ImageDecoder => {
  const turn = takeTurns(maxConcurrentDecodes);
  const workers = new Set<ChildProcess>();
  const idle: { readonly worker: ChildProcess; readonly timer: NodeJS.Timeout }[] = [];

  const end = (worker: ChildProcess): void => {
    workers.delete(worker);
    worker.kill('SIGKILL');
  };

  const takeWorker = (): ChildProcess => {
    for (let entry = idle.pop(); entry !== undefined; entry = idle.pop()) {
      clearTimeout(entry.timer);
      if (entry.worker.connected) return entry.worker;
      end(entry.worker);
    }
    const worker = startWorker();
    workers.add(worker);
    return worker;
  };

  /** An idle worker keeps nothing alive: neither a test nor a control plane that wants to end. */
  const putBack = (worker: ChildProcess): void => {
    worker.unref();
    worker.channel?.unref();
    const timer = setTimeout(() => {
      const index = idle.findIndex((entry) => entry.worker === worker);
      if (index >= 0) idle.splice(index, 1);
      end(worker);
    }, idleMs).unref();
    idle.push({ worker, timer });
  };

  const ask = async (request: DecodeRequest): Promise<DecodeAnswer | Ending> => {
    const worker = takeWorker();
    worker.ref();
    worker.channel?.ref();
    const { promise, resolve } = Promise.withResolvers<DecodeAnswer | Ending>();
    const onMessage = (message: unknown): void => resolve(message as DecodeAnswer);
    const onExit = (): void => resolve({ kind: 'crashed' });
    const timer = setTimeout(() => resolve({ kind: 'timed_out' }), timeoutMs);
    worker.once('message', onMessage).once('exit', onExit).once('error', onExit);
    worker.send(request, (error) => error && onExit());
    const answer = await promise;
    clearTimeout(timer);
    worker.off('message', onMessage).off('exit', onExit).off('error', onExit);
    if (answer.kind === 'timed_out' || answer.kind === 'crashed') end(worker);
    else putBack(worker);
    return answer;
  };

  /** Asked again, once, of another process: one that the machine ended (out of memory) says nothing of the picture. */
  const answerOf = async (request: DecodeRequest): Promise<DecodeAnswer | Ending> => {
    const first = await ask(request);
    return first.kind === 'crashed' ? ask(request) : first;
  };

  return {
    async reencode(bytes) {
      const answer = await turn(() => answerOf({ kind: 'reencode', bytes }));
      if (answer.kind === 'reencoded') return answer.reencoding;
      return { problem: answer.kind === 'timed_out' ? problems.tooSlow() : problems.unreadable() };
    },
    async shrink(bytes, sidePx) {
      const answer = await turn(() => answerOf({ kind: 'shrink', bytes, sidePx }));
      if (answer.kind === 'shrunk') return answer.pixels;
      throw new Error(`a stored picture could not be read again: ${answer.kind}`);
    },
    async compose(bytes, patches) {
      const answer = await turn(() => answerOf({ kind: 'compose', bytes, patches }));
      if (answer.kind === 'composed') return { ...answer.image, body: Buffer.from(answer.image.body) };
      throw new Error(`stored pictures could not be laid over each other: ${answer.kind}`);
    },
    async cut(order, pictures) {
      const answer = await turn(() => answerOf({ kind: 'cut', order, pictures }));
      if (answer.kind !== 'cut') throw new Error(`stored pictures could not be cut: ${answer.kind}`);
      return answer.picture && { ...answer.picture, bytes: Buffer.from(answer.picture.bytes) };
    },
    close() {
      for (const { timer } of idle.splice(0)) clearTimeout(timer);
      for (const worker of workers) end(worker);
    },
  };
};
