import { extname, join } from 'node:path';
import type { Encoder } from '../encode/encoder.ts';
import { runFfmpeg } from '../encode/ffmpeg.ts';
import { bt709Tags, ffmpegOptions } from '../encode/ffmpeg-options.ts';
import type { Rung } from '../encode/ladder.ts';
import { videoFacts } from '../encode/parameter-sets.ts';
import { disagreeing, firstToReencode, type SceneFile } from './concat-plan.ts';

const reencode = async (scene: SceneFile, encoder: Encoder, rung: Rung, outPath: string, signal: AbortSignal) => {
  const picture = ffmpegOptions({ map: '0:v:0', ...encoder.options(rung), pix_fmt: 'yuv420p', ...bt709Tags });
  const container = encoder.codec === 'vp9' ? { f: 'webm' } : { video_track_timescale: 90_000, f: 'mp4' };
  const timing = ffmpegOptions({ fps_mode: 'passthrough', map_metadata: -1, ...container });
  await runFfmpeg(['-i', scene.filePath, ...picture, ...timing, outPath], { signal, stage: 'encode' });
  const { frameCount, parameterSetsHash } = await videoFacts(outPath);
  return { filePath: outPath, frameCount, parameterSetsHash };
};

/**
 * Makes all scenes joinable: nothing is touched where their parameter sets agree, else those that differ from what this
 * node's encoder writes are encoded again. Answers the files to join and how many were encoded.
 */
export const reconcileScenes = async (
  scenes: readonly SceneFile[],
  encoder: Encoder,
  rung: Rung,
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly scenes: readonly SceneFile[]; readonly reencodedCount: number }> => {
  const first = firstToReencode(scenes);
  if (first === null) return { scenes, reencodedCount: 0 };
  const done = [...scenes];
  const encodeAt = async (index: number): Promise<string | null> => {
    const scene = scenes[index];
    if (scene === undefined) return null;
    const encoded = await reencode(
      scene,
      encoder,
      rung,
      join(folder, `reencoded-${index}${extname(scene.filePath)}`),
      signal,
    );
    done[index] = encoded;
    return encoded.parameterSetsHash;
  };
  const hash = await encodeAt(first);
  if (hash === null) return { scenes, reencodedCount: 0 };
  const others = disagreeing(scenes, hash).filter((index) => index !== first);
  for (const index of others) await encodeAt(index);
  return { scenes: done, reencodedCount: others.length + 1 };
};
