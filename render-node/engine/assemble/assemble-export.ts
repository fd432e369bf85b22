import { symlink, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import type { Container, VideoCodec } from '@reelyard/shared/contracts/render-format.ts';
import type { Encoder } from '../encode/encoder.ts';
import { runFfmpeg } from '../encode/ffmpeg.ts';
import { rungFor } from '../encode/ladder.ts';
import { videoFacts } from '../encode/parameter-sets.ts';
import { audioMix, type MixRequest } from './audio-mix.ts';
import { type CaptionSource, captionCues, srtFile, vttFile } from './captions.ts';
import { metadataFile } from './chapters.ts';
import { concatList, firstFrames, framesIn, type SceneFile } from './concat-plan.ts';
import type { Loudness } from './loudness-plan.ts';
import { reconcileScenes } from './reconcile-scenes.ts';
import { makeSoundtrack, type Soundtrack } from './soundtrack.ts';
import { makeThumbnail } from './thumbnail.ts';

export interface AssembleRequest {
  readonly title: string;
  readonly container: Container;
  readonly codec: VideoCodec;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly fps: number;
  readonly scenes: readonly (SceneFile & { readonly title: string; readonly posterAtSeconds: number })[];
  /** Everything that sounds; empty (no music, no voice, no effects) makes a video without a sound track. */
  readonly sound: Omit<MixRequest, 'totalSeconds'>;
  readonly captions: readonly CaptionSource[] | null;
  /** Used only where scenes were made by different encoders. */
  readonly encoder: Encoder;
  /** An empty folder; the answer's files lie in it. */
  readonly folder: string;
  /** Steps done of `assembleStepCount`. */
  readonly onStep: (done: number) => void;
}

export interface AssembledExport {
  readonly videoPath: string;
  readonly thumbnailPath: string;
  /** Null where nothing is said. */
  readonly captions: { readonly srtPath: string; readonly vttPath: string } | null;
  readonly frameCount: number;
  readonly durationSeconds: number;
  readonly loudness: Loudness | null;
  readonly reencodedSceneCount: number;
  readonly timingsMs: { readonly concat: number; readonly audio: number; readonly mux: number };
}

/** Scenes agree, mix, encode and measure the sound, join, thumbnail. */
export const assembleStepCount = 6;

const muxer: Record<Container, readonly string[]> = {
  mp4: ['-video_track_timescale', '90000', '-movflags', '+faststart', '-f', 'mp4'],
  webm: ['-cues_to_front', '1', '-f', 'webm'],
};

const soundtrackOf = async (
  request: AssembleRequest,
  totalSeconds: number,
  onStep: () => void,
  signal: AbortSignal,
): Promise<Soundtrack | null> => {
  const { sound, container, folder } = request;
  const plan = audioMix({ ...sound, totalSeconds });
  if (plan === null) return null;
  const isProgramme = sound.music !== null || sound.voice !== null;
  return await makeSoundtrack({ plan, totalSeconds, container, isProgramme, folder, onStep }, signal);
};

/** Joins picture, sound, title and chapters in one pass that copies every stream. */
const mux = async (
  request: AssembleRequest,
  scenes: readonly SceneFile[],
  soundtrack: Soundtrack | null,
  signal: AbortSignal,
): Promise<string> => {
  const { folder, fps, container, title } = request;
  // The concat list may hold plain names only (safe 1), whatever the folders are called.
  const named = await Promise.all(
    scenes.map(async ({ filePath, frameCount }, index) => {
      const name = `joined-${index}${extname(filePath)}`;
      await symlink(resolve(filePath), join(folder, name));
      return { name, frameCount };
    }),
  );
  const listPath = join(folder, 'scenes.ffconcat');
  const metadataPath = join(folder, 'metadata.txt');
  const starts = firstFrames(scenes);
  const chapters = request.scenes.map((scene, index) => ({
    title: scene.title,
    startSeconds: (starts[index] ?? 0) / fps,
    endSeconds: ((starts[index] ?? 0) + scene.frameCount) / fps,
  }));
  await writeFile(listPath, concatList(named, fps));
  await writeFile(metadataPath, metadataFile(title, chapters));
  const videoPath = join(folder, `video.${container}`);
  const inputs = ['-f', 'concat', '-safe', '1', '-i', listPath, '-f', 'ffmetadata', '-i', metadataPath];
  const sound = soundtrack === null ? [] : ['-i', soundtrack.filePath];
  const maps = ['-map', '0:v:0', ...(soundtrack === null ? [] : ['-map', '2:a:0'])];
  const copy = ['-c', 'copy', '-map_metadata', '1', '-map_chapters', '1'];
  await runFfmpeg([...inputs, ...sound, ...maps, ...copy, ...muxer[container], videoPath], {
    signal,
    stage: 'assemble',
  });
  return videoPath;
};

const assertWhole = async (videoPath: string, expected: number): Promise<void> => {
  const { frameCount } = await videoFacts(videoPath);
  if (frameCount === expected) return;
  throw new JobFailureError({
    blame: 'engine',
    retryable: true,
    stage: 'assemble',
    code: 'FRAMES_LOST',
    message: `The finished file has ${frameCount} frames, its scenes ${expected}.`,
  });
};

const writeCaptions = async (sources: readonly CaptionSource[] | null, totalSeconds: number, folder: string) => {
  const cues = captionCues(sources ?? [], totalSeconds);
  if (cues.length === 0) return null;
  const [srtPath, vttPath] = [join(folder, 'captions.srt'), join(folder, 'captions.vtt')];
  await writeFile(srtPath, srtFile(cues));
  await writeFile(vttPath, vttFile(cues));
  return { srtPath, vttPath };
};

/**
 * Mezzanines and sounds -> the finished file, its thumbnail and its captions. The picture is copied where the scenes'
 * parameter sets agree; the sound of the whole video is mixed and encoded once. Throws a JobFailureError, or the
 * signal's reason when aborted.
 */
export const assembleExport = async (request: AssembleRequest, signal: AbortSignal): Promise<AssembledExport> => {
  const { scenes, folder, fps, encoder, widthPx, heightPx, codec } = request;
  let done = 0;
  const onStep = (): void => {
    done += 1;
    request.onStep(done);
  };
  const frameCount = framesIn(scenes);
  const durationSeconds = frameCount / fps;
  const startedMs = performance.now();
  const ending = new AbortController();
  const together = AbortSignal.any([signal, ending.signal]);
  const picture = async () => {
    const rung = rungFor(widthPx, heightPx, fps, codec);
    const reconciled = await reconcileScenes(scenes, encoder, rung, folder, together);
    onStep();
    return { ...reconciled, tookMs: performance.now() - startedMs };
  };
  const sound = async () => {
    const soundtrack = await soundtrackOf(request, durationSeconds, onStep, together);
    return { soundtrack, tookMs: performance.now() - startedMs };
  };
  const still = async (): Promise<string> => {
    const path = join(folder, 'thumbnail.jpg');
    const [first] = scenes;
    const lastFrameAt = ((first?.frameCount ?? 1) - 1) / fps;
    await makeThumbnail(first?.filePath ?? '', Math.min(first?.posterAtSeconds ?? 0, lastFrameAt), path, together);
    onStep();
    return path;
  };
  const tasks = [picture(), sound(), still()] as const;
  const [joined, heard, thumbnailPath] = await Promise.all(tasks).catch(async (error: unknown) => {
    // The others end before the failure is told, so that no process outlives the attempt.
    ending.abort(error);
    await Promise.allSettled(tasks);
    throw error;
  });
  const muxStartedMs = performance.now();
  const videoPath = await mux(request, joined.scenes, heard.soundtrack, signal);
  await assertWhole(videoPath, frameCount);
  request.onStep(assembleStepCount);
  return {
    videoPath,
    thumbnailPath,
    captions: await writeCaptions(request.captions, durationSeconds, folder),
    frameCount,
    durationSeconds,
    loudness: heard.soundtrack?.loudness ?? null,
    reencodedSceneCount: joined.reencodedCount,
    timingsMs: { concat: joined.tookMs, audio: heard.tookMs, mux: performance.now() - muxStartedMs },
  };
};
