export interface LoudnessReport {
  /** Null where nothing was loud enough to count (the gate of EBU R 128). */
  readonly integratedLufs: number | null;
  /** Null where peaks were not measured or all is silence. */
  readonly truePeakDbtp: number | null;
}

const figure = (text: string, pattern: RegExp): number | null => {
  const value = Number(pattern.exec(text)?.[1] ?? Number.NaN);
  return Number.isFinite(value) && value > -70 ? value : null;
};

/** Reads the summary that ffmpeg's ebur128 filter writes at the end of a run. */
export const parseLoudness = (stderr: string): LoudnessReport => {
  const summary = stderr.slice(Math.max(0, stderr.lastIndexOf('Integrated loudness:')));
  return {
    integratedLufs: figure(summary, /I:\s+(-?[\d.]+) LUFS/u),
    truePeakDbtp: figure(summary, /Peak:\s+(-?[\d.]+) dBFS/u),
  };
};
