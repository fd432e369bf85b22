/** What ffmpeg says about itself (`-progress`): all of it is surely out of the encoder. */
export interface FfmpegProgress {
  /** Video frames encoded so far. */
  readonly frameCount: number;
  readonly outTimeSeconds: number;
  readonly sizeBytes: number;
}

const count = (text: string | undefined): number => {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : 0;
};

/**
 * Turns chunks of `-progress` text into progress values. `advanced` is false for a block that repeats the last one:
 * ffmpeg reports by the clock, so a report alone does not prove that anything moves.
 */
export const progressReader = (
  onProgress: (progress: FfmpegProgress, advanced: boolean) => void,
): ((text: string) => void) => {
  let rest = '';
  let block = new Map<string, string>();
  let last: FfmpegProgress = { frameCount: -1, outTimeSeconds: -1, sizeBytes: -1 };
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const at = line.indexOf('=');
      if (at < 0) continue;
      const name = line.slice(0, at);
      block.set(name, line.slice(at + 1).trim());
      if (name !== 'progress') continue;
      const progress = {
        frameCount: count(block.get('frame')),
        outTimeSeconds: count(block.get('out_time_us')) / 1e6,
        sizeBytes: count(block.get('total_size')),
      };
      block = new Map();
      const advanced =
        progress.frameCount !== last.frameCount ||
        progress.outTimeSeconds !== last.outTimeSeconds ||
        progress.sizeBytes !== last.sizeBytes;
      last = progress;
      onProgress(progress, advanced);
    }
  };
};
