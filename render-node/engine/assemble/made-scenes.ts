import { join } from 'node:path';
import type { Encoder } from '../encode/encoder.ts';
import { runFfmpeg } from '../encode/ffmpeg.ts';
import { bt709Tags, ffmpegOptions } from '../encode/ffmpeg-options.ts';
import { rungFor } from '../encode/ladder.ts';
import { videoFacts } from '../encode/parameter-sets.ts';
import type { SceneFile } from './concat-plan.ts';

/** The shape of every scene that the tests make. */
export const madeShape = { widthPx: 320, heightPx: 192, fps: 30 } as const;

/** A small mezzanine with a moving test picture, encoded as the farm encodes. For tests. */
export const madeScene = async (
  folder: string,
  name: string,
  frameCount: number,
  encoder: Encoder,
  extra: Readonly<Record<string, string | number>> = {},
): Promise<SceneFile & { readonly title: string; readonly posterAtSeconds: number }> => {
  const { widthPx, heightPx, fps } = madeShape;
  const filePath = join(folder, `${name}.${encoder.codec === 'vp9' ? 'webm' : 'mp4'}`);
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=${widthPx}x${heightPx}:r=${fps}`, '-frames:v', String(frameCount)];
  const coding = { ...encoder.options(rungFor(widthPx, heightPx, fps, encoder.codec)), ...extra };
  const output = ffmpegOptions({ ...coding, pix_fmt: 'yuv420p', ...bt709Tags });
  const timescale = encoder.codec === 'vp9' ? [] : ['-video_track_timescale', '90000'];
  await runFfmpeg([...picture, ...output, ...timescale, filePath], { signal: AbortSignal.timeout(30_000) });
  const facts = await videoFacts(filePath);
  return { ...facts, filePath, title: `Scene ${name}`, posterAtSeconds: 0.5 };
};
