import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import type { PayloadOf, WriteOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { effectLufs, effectPath, findTrack, loopOf, trackLufs, trackPath } from '@reelyard/shared/media/catalog.ts';
import type { Attempt, Executor } from '@reelyard/shared/node-runtime/executor.ts';
import {
  type AssembledExport,
  type AssembleRequest,
  assembleExport,
  assembleStepCount,
} from '../engine/assemble/assemble-export.ts';
import type { PlacedEffect } from '../engine/assemble/audio-mix.ts';
import { firstFrames } from '../engine/assemble/concat-plan.ts';
import { chooseEncoder } from '../engine/encode/catalog.ts';
import type { Encoder } from '../engine/encode/encoder.ts';
import { takeLufs } from '../engine/narration/narration-take.ts';

type Payload = PayloadOf<'export.assemble'>;

/** Enough to keep a connection busy while another waits for its first byte. */
const parallelDownloads = 4;

/** Fetches all stored objects of the job; answers where each lies. */
const fetchInputs = async (attempt: Attempt<'export.assemble'>): Promise<ReadonlyMap<string, string>> => {
  const { lease, scratchPath } = attempt;
  const { scenes, narration } = lease.payload;
  const keys = [...new Set([...scenes.map((scene) => scene.mezzanineKey), ...(narration ? [narration.takeKey] : [])])];
  const paths = new Map(keys.map((key, index) => [key, join(scratchPath, `input-${index}${extname(key)}`)]));
  const waiting = [...paths];
  let done = 0;
  attempt.report({ stage: 'prepare', done, total: keys.length });
  const fetchSome = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await attempt.download(...next);
      done += 1;
      attempt.report({ stage: 'prepare', done, total: keys.length });
    }
  };
  await Promise.all(Array.from({ length: parallelDownloads }, fetchSome));
  return paths;
};

const effectsOf = ({ scenes, fps, includeSoundEffects }: Payload): PlacedEffect[] => {
  if (!includeSoundEffects) return [];
  const starts = firstFrames(scenes);
  return scenes.flatMap((scene, index) =>
    scene.soundCues
      .filter((cue) => cue.atSeconds * fps < scene.frameCount)
      .map((cue) => ({
        filePath: effectPath(cue.effect),
        atSeconds: (starts[index] ?? 0) / fps + cue.atSeconds,
        momentaryLufs: effectLufs[cue.effect],
      })),
  );
};

const musicOf = ({ music }: Payload): AssembleRequest['sound']['music'] => {
  if (music === null) return null;
  const track = findTrack(music.trackId);
  if (track === null)
    throw new JobFailureError({
      blame: 'input',
      retryable: false,
      stage: 'prepare',
      code: 'TRACK_UNKNOWN',
      message: `There is no music track ${music.trackId}.`,
    });
  return {
    filePath: trackPath(track.id),
    durationSeconds: track.durationSeconds,
    loop: track.loopable ? loopOf(track.id) : null,
    integratedLufs: trackLufs,
  };
};

const requestOf = (
  attempt: Attempt<'export.assemble'>,
  paths: ReadonlyMap<string, string>,
  encoder: Encoder,
): AssembleRequest => {
  const { payload } = attempt.lease;
  const { narration } = payload;
  const pathOf = (key: string): string => paths.get(key) ?? '';
  return {
    ...payload,
    scenes: payload.scenes.map((scene) => ({ ...scene, filePath: pathOf(scene.mezzanineKey) })),
    sound: {
      music: musicOf(payload),
      voice:
        narration === null
          ? null
          : { filePath: pathOf(narration.takeKey), spoken: narration.segments, integratedLufs: takeLufs },
      effects: effectsOf(payload),
    },
    captions: narration?.segments ?? null,
    encoder,
    folder: attempt.scratchPath,
    onStep: (done) => attempt.report({ stage: 'assemble', done, total: assembleStepCount }),
  };
};

const filesOf = (made: AssembledExport): (readonly [WriteOf<'export.assemble'>, string])[] => [
  ['video', made.videoPath],
  ['thumbnail', made.thumbnailPath],
  ...(made.captions === null
    ? []
    : ([
        ['captionsSrt', made.captions.srtPath],
        ['captionsVtt', made.captions.vttPath],
      ] as const)),
];

const handIn = async (attempt: Attempt<'export.assemble'>, made: AssembledExport): Promise<void> => {
  const files = await Promise.all(
    filesOf(made).map(async ([name, path]) => ({ name, path, bytes: (await stat(path)).size })),
  );
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  attempt.report({ stage: 'upload', done, total });
  for (const { name, path, bytes } of files) {
    await attempt.upload(name, path);
    done += bytes;
    attempt.report({ stage: 'upload', done, total });
  }
};

/** Joins a video's scenes and sounds and hands in the finished file. `encoders` are those that this node proved. */
export const exportAssemble =
  (encoders: readonly Encoder[]): Executor<'export.assemble'> =>
  async (attempt) => {
    const startedMs = performance.now();
    const encoder = chooseEncoder(encoders, attempt.lease.payload.codec);
    if (encoder === null)
      throw new JobFailureError({
        blame: 'node',
        retryable: true,
        stage: 'prepare',
        code: 'CODEC_UNAVAILABLE',
        message: `This node cannot encode ${attempt.lease.payload.codec}.`,
      });
    const paths = await fetchInputs(attempt);
    const downloadedMs = performance.now();
    const made = await assembleExport(requestOf(attempt, paths, encoder), attempt.signal);
    const assembledMs = performance.now();
    await handIn(attempt, made);
    const endedMs = performance.now();
    const { frameCount, durationSeconds, loudness, reencodedSceneCount, timingsMs } = made;
    return {
      frameCount,
      durationSeconds,
      loudness,
      reencodedSceneCount,
      timingsMs: {
        download: downloadedMs - startedMs,
        ...timingsMs,
        upload: endedMs - assembledMs,
        total: endedMs - startedMs,
      },
    };
  };
