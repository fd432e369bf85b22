import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import type { VideoCodec } from '@reelyard/shared/contracts/render-format.ts';
import type { PreparedScene } from '@reelyard/shared/scene/prepared-scene.ts';
import type { Encoder } from './encode/encoder.ts';
import { runFfmpeg } from './encode/ffmpeg.ts';
import { chunkArgs, joinArgs, joinList } from './encode/ffmpeg-args.ts';
import { rungFor } from './encode/ladder.ts';
import { videoFacts } from './encode/parameter-sets.ts';
import { type Chunk, planChunks } from './scene/frame-plan.ts';
import type { FramePool } from './scene/frame-pool.ts';

export interface MezzanineRequest {
  readonly scene: PreparedScene;
  readonly encoder: Encoder;
  /** An empty folder; holds the files of the answer afterwards, and nothing else. */
  readonly folderPath: string;
  readonly stallSeconds: number;
  /** Reserves what one chunk needs of the machine. */
  readonly reserve: (signal: AbortSignal) => Promise<Disposable>;
  /** An encoder took the first frame. */
  readonly onStarted: () => void;
  /** Frames that came out of the encoders so far. */
  readonly onAcknowledged: (frameCount: number) => void;
  readonly signal: AbortSignal;
}

export interface Mezzanine {
  readonly videoPath: string;
  readonly posterPath: string;
  readonly frameCount: number;
  readonly durationSeconds: number;
  readonly parameterSetsHash: string;
  /** Raster and encode are summed over all workers; join is wall time. */
  readonly timingsMs: { readonly raster: number; readonly encode: number; readonly join: number };
}

const extensions: Record<VideoCodec, string> = { h264: 'mp4', vp9: 'webm' };
const chunkName = (chunk: Chunk): string => `chunk-${String(chunk.index).padStart(4, '0')}.mp4`;

const joined = async (request: MezzanineRequest, chunks: readonly Chunk[]): Promise<string> => {
  const { scene, encoder, folderPath, signal, stallSeconds } = request;
  const listPath = join(folderPath, 'chunks.ffconcat');
  const videoPath = join(folderPath, `mezzanine.${extensions[encoder.codec]}`);
  const named = chunks.map((chunk) => ({ name: chunkName(chunk), frameCount: chunk.frameCount }));
  await writeFile(listPath, joinList(named, scene.fps));
  await runFfmpeg(joinArgs(listPath, encoder.codec, videoPath), { signal, stallSeconds, stage: 'encode' });
  await Promise.all([rm(listPath), ...named.map(async ({ name }) => await rm(join(folderPath, name)))]);
  return videoPath;
};

/**
 * Prepared scene -> one mezzanine (picture only, fixed parameters, index in front) and a poster. Chunks are drawn and
 * encoded side by side and joined by stream copy. Throws a JobFailureError, or the signal's reason when aborted; no
 * process is left running either way.
 */
export const renderMezzanine = async (pool: FramePool, request: MezzanineRequest): Promise<Mezzanine> => {
  const { scene, encoder, folderPath, signal } = request;
  const rung = rungFor(scene.widthPx, scene.heightPx, scene.fps, encoder.codec);
  const chunks = planChunks(scene.frameCount, pool.workerCount);
  const posterPath = join(folderPath, 'poster.jpg');
  const drawn = await pool.draw(pool.share(scene), {
    chunks,
    posterPath,
    argsOf: (chunk) => chunkArgs(encoder, rung, join(folderPath, chunkName(chunk))),
    stallSeconds: request.stallSeconds,
    reserve: request.reserve,
    onStarted: request.onStarted,
    onAcknowledged: request.onAcknowledged,
    signal,
  });

  const joinStartedAtMs = performance.now();
  const videoPath = await joined(request, chunks);
  const facts = await videoFacts(videoPath);
  if (facts.frameCount !== scene.frameCount)
    throw new JobFailureError({
      blame: 'engine',
      retryable: true,
      stage: 'encode',
      code: 'FRAMES_LOST',
      message: `The joined file has ${facts.frameCount} frames, the scene ${scene.frameCount}.`,
    });
  return {
    videoPath,
    posterPath,
    frameCount: facts.frameCount,
    durationSeconds: scene.frameCount / scene.fps,
    parameterSetsHash: facts.parameterSetsHash,
    timingsMs: {
      raster: drawn.reduce((sum, chunk) => sum + chunk.timings.rasterMs, 0),
      encode: drawn.reduce((sum, chunk) => sum + chunk.timings.encodeMs, 0),
      join: performance.now() - joinStartedAtMs,
    },
  };
};
