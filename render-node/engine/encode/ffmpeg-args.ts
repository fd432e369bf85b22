import type { VideoCodec } from '@reelyard/shared/contracts/render-format.ts';
import type { Encoder } from './encoder.ts';
import { bt709Tags, ffmpegOptions } from './ffmpeg-options.ts';
import type { Rung } from './ladder.ts';

/** Ticks of a second on every video track: a multiple of 24, 25, 30, 50 and 60, so a frame is a whole number of them. */
const timescale = 90_000;

/** Raw I420 frames on stdin. */
const rawInput = (rung: Rung): string[] =>
  ffmpegOptions({
    f: 'rawvideo',
    pix_fmt: 'yuv420p',
    video_size: `${rung.widthPx}x${rung.heightPx}`,
    framerate: rung.fps,
    ...bt709Tags,
    i: 'pipe:0',
  });

/**
 * Raw frames -> one chunk. Chunks of both codecs are mp4: its timestamps are exact, webm rounds them to a millisecond.
 */
export const chunkArgs = (encoder: Encoder, rung: Rung, outPath: string): string[] => [
  ...rawInput(rung),
  ...ffmpegOptions({ map: '0:v:0', ...encoder.options(rung), pix_fmt: 'yuv420p', ...bt709Tags }),
  ...ffmpegOptions({ fps_mode: 'passthrough', video_track_timescale: timescale, map_metadata: -1, f: 'mp4' }),
  outPath,
];

const muxer: Record<VideoCodec, Record<string, string | number>> = {
  h264: { video_track_timescale: timescale, movflags: '+faststart', f: 'mp4' },
  // Cues in front, as faststart does for mp4: the file can be sought while it is still being loaded.
  vp9: { cues_to_front: 1, f: 'webm' },
};

/** The chunks named in a concat list -> one mezzanine, without encoding. */
export const joinArgs = (listPath: string, codec: VideoCodec, outPath: string): string[] => [
  ...ffmpegOptions({ f: 'concat', safe: 1, i: listPath, map: '0:v:0', c: 'copy', map_metadata: -1 }),
  ...ffmpegOptions(muxer[codec]),
  outPath,
];

/**
 * The list that `joinArgs` reads. Durations are stated, not measured: a file's own duration ends with its last
 * B-frame's decode time in some muxers, and the next chunk would start a tick off.
 */
export const joinList = (
  chunks: readonly { readonly name: string; readonly frameCount: number }[],
  fps: number,
): string =>
  [
    'ffconcat version 1.0',
    ...chunks.flatMap(({ name, frameCount }) => [`file ${name}`, `duration ${(frameCount / fps).toFixed(6)}`]),
    '',
  ].join('\n');
