import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VideoCodec } from '@reelyard/shared/contracts/render-format.ts';
import type { Encoder } from './encoder.ts';
import { ffmpegSink } from './encoder-sink.ts';
import { h264Nvenc } from './encoders/h264-nvenc.ts';
import { libvpxVp9 } from './encoders/libvpx-vp9.ts';
import { libx264 } from './encoders/libx264.ts';
import { chunkArgs } from './ffmpeg-args.ts';
import { rungFor } from './ladder.ts';
import { videoFacts } from './parameter-sets.ts';

/** Every encoder that the farm knows, in order of preference within a codec. */
export const encoderCatalog = [h264Nvenc, libx264, libvpxVp9] as const;

/** What became of an encoder's proof. */
export type Proof =
  | { readonly encoder: Encoder; readonly proven: true; readonly tookMs: number }
  | { readonly encoder: Encoder; readonly proven: false; readonly reason: unknown };

/** Enough frames to leave every look-ahead; a size that hardware encoders take (NVENC refuses very small ones). */
const proofFrames = 24;
const proofWidthPx = 320;
const proofHeightPx = 192;

const encodeProof = async (encoder: Encoder, folderPath: string, signal: AbortSignal): Promise<void> => {
  const outPath = join(folderPath, `${encoder.name}.mp4`);
  const rung = rungFor(proofWidthPx, proofHeightPx, 30, encoder.codec);
  const sink = ffmpegSink(chunkArgs(encoder, rung, outPath), { signal, stallSeconds: 10, onAcknowledged: () => {} });
  const i420 = new Uint8Array((proofWidthPx * proofHeightPx * 3) / 2);
  for (let frame = 0; frame < proofFrames; frame += 1) {
    i420.fill(16 + frame * 8, 0, proofWidthPx * proofHeightPx).fill(128, proofWidthPx * proofHeightPx);
    await sink.write(i420);
  }
  await sink.finish();
  const { frameCount } = await videoFacts(outPath);
  if (frameCount !== proofFrames) throw new Error(`${frameCount} of ${proofFrames} frames came back`);
};

const prove = async (encoder: Encoder, folderPath: string, signal: AbortSignal): Promise<Proof> => {
  const startedAtMs = performance.now();
  try {
    await encodeProof(encoder, folderPath, signal);
    return { encoder, proven: true, tookMs: performance.now() - startedAtMs };
  } catch (reason) {
    signal.throwIfAborted();
    return { encoder, proven: false, reason };
  }
};

/** Has every encoder make real frames with the arguments of real work: one that is listed is not one that works. */
export const proveEncoders = async (encoders: readonly Encoder[], signal: AbortSignal): Promise<Proof[]> => {
  const folderPath = await mkdtemp(join(tmpdir(), 'encoder-proof-'));
  try {
    return await Promise.all(encoders.map(async (encoder) => await prove(encoder, folderPath, signal)));
  } finally {
    await rm(folderPath, { recursive: true, force: true });
  }
};

/** The first proven encoder of a codec; null where there is none. */
export const chooseEncoder = (proven: readonly Encoder[], codec: VideoCodec): Encoder | null =>
  proven.find((encoder) => encoder.codec === codec) ?? null;
