import { type StereoSignal, sampleRate } from './signal.ts';

export interface FilterOutput {
  low: number;
  band: number;
  high: number;
}

/**
 * A state-variable filter (trapezoidal form: stable while its cutoff moves every sample). The answer is one object that
 * is written anew on each call: read it before the next one.
 */
export const stateVariableFilter = (): ((input: number, cutoffHz: number, resonance: number) => FilterOutput) => {
  let first = 0;
  let second = 0;
  const output = { low: 0, band: 0, high: 0 };
  return (input, cutoffHz, resonance) => {
    const g = Math.tan((Math.PI * Math.min(cutoffHz, 0.45 * sampleRate)) / sampleRate);
    const k = 1 / resonance;
    const a1 = 1 / (1 + g * (g + k));
    const high = (input - (g + k) * first - second) * a1;
    const band = g * high + first;
    const low = g * band + second;
    first = g * high + band;
    second = g * band + low;
    output.low = low;
    output.band = band;
    output.high = high;
    return output;
  };
};

interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** A bell: `gainDb` at `frequencyHz`, as wide as `q` says (RBJ cookbook form). */
export const bell = (frequencyHz: number, gainDb: number, q: number): Biquad => {
  const amplitude = 10 ** (gainDb / 40);
  const w = (2 * Math.PI * frequencyHz) / sampleRate;
  const alpha = Math.sin(w) / (2 * q);
  const a0 = 1 + alpha / amplitude;
  const middle = (-2 * Math.cos(w)) / a0;
  return {
    b0: (1 + alpha * amplitude) / a0,
    b1: middle,
    b2: (1 - alpha * amplitude) / a0,
    a1: middle,
    a2: (1 - alpha / amplitude) / a0,
  };
};

/** A high-pass of 12 dB an octave. */
export const highPass = (frequencyHz: number): Biquad => {
  const w = (2 * Math.PI * frequencyHz) / sampleRate;
  const alpha = Math.sin(w) / Math.SQRT2;
  const a0 = 1 + alpha;
  const edge = (1 + Math.cos(w)) / (2 * a0);
  return { b0: edge, b1: -2 * edge, b2: edge, a1: (-2 * Math.cos(w)) / a0, a2: (1 - alpha) / a0 };
};

const filterChannel = (channel: Float32Array, { b0, b1, b2, a1, a2 }: Biquad): void => {
  let x1 = 0;
  let x2 = 0;
  let y1 = 0;
  let y2 = 0;
  for (let index = 0; index < channel.length; index += 1) {
    const x = channel[index] ?? 0;
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    channel[index] = y;
  }
};

/** Filters both channels in place. */
export const equalize = (signal: StereoSignal, bands: readonly Biquad[]): void => {
  for (const band of bands) {
    filterChannel(signal.left, band);
    filterChannel(signal.right, band);
  }
};
