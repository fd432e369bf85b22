import type { LoudnessReport } from './loudness-report.ts';

export interface Loudness {
  readonly integratedLufs: number;
  readonly truePeakDbtp: number;
}

/** motion.md, Sound. */
const targetLufs = -14;
/** Asked for is ±1 LU and −1 dBTP; what is further off than this is corrected. */
const toleranceLu = 0.5;
const highestTruePeakDbtp = -1;

/** The limiter works 1 dB below what is allowed: AAC at 192 kbit/s was seen to overshoot by up to 0.8 dB. */
export const peakCeiling = { firstDb: -2 } as const;
/** A mix that is nearly silent is not lifted without bound. */
const highestGainDb = 30;

/** The gain that brings a mix to the target. */
export const firstGainDb = ({ integratedLufs }: LoudnessReport): number =>
  integratedLufs === null ? 0 : Math.min(highestGainDb, targetLufs - integratedLufs);

export interface Correction {
  readonly gainDb: number;
  readonly ceilingDb: number;
}

/** What to change for a second encode, or null where the first is within bounds. */
export const correctionDb = (measured: Loudness, isProgramme: boolean): Correction | null => {
  const offBy = isProgramme ? targetLufs - measured.integratedLufs : 0;
  const over = Math.max(0, measured.truePeakDbtp - highestTruePeakDbtp);
  if (Math.abs(offBy) <= toleranceLu && over === 0) return null;
  return { gainDb: Math.min(highestGainDb, offBy), ceilingDb: over === 0 ? 0 : -(over + 0.2) };
};
