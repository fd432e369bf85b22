import { runFfmpeg } from '../encode/ffmpeg.ts';

/** Wide enough for any list of videos; a 4K still would be megabytes. */
const widestPx = 1_280;

/**
 * One frame of a video as a JPEG. The picture leaves BT.709 for the full-range BT.601 that JPEG readers assume,
 * otherwise reds and greens shift.
 */
export const makeThumbnail = async (
  videoPath: string,
  atSeconds: number,
  outPath: string,
  signal: AbortSignal,
): Promise<void> => {
  const scale = `scale=w='min(${widestPx},iw)':h=-2:flags=lanczos:in_color_matrix=bt709:in_range=limited:out_color_matrix=bt601:out_range=full`;
  const output = ['-frames:v', '1', '-vf', `${scale},format=yuvj420p`, '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2'];
  const args = [
    '-ss',
    atSeconds.toFixed(6),
    '-i',
    videoPath,
    ...output,
    '-update',
    '1',
    '-map_metadata',
    '-1',
    outPath,
  ];
  await runFfmpeg(args, { signal, stage: 'assemble' });
};
