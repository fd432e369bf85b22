import { type StereoSignal, sampleRate, silence } from './signal.ts';

/** Delay lengths in samples, mutually prime, so that no two lines ring together. */
const lineLengths = [1687, 1931, 2393, 2801, 3181, 3607, 4057, 4663] as const;

export interface Room {
  /** Time in which the tail falls by 60 dB. */
  readonly decaySeconds: number;
  readonly preDelaySeconds: number;
  /** 0 = bright tail, 1 = none of the treble survives. */
  readonly damping: number;
}

/** Eight feedback lines mixed by a Householder matrix: a smooth, wide hall. The answer is the tail alone. */
export const reverberate = (source: StereoSignal, room: Room): StereoSignal => {
  const output = silence(source.left.length / sampleRate);
  const lines = lineLengths.map((length) => new Float32Array(length));
  const gains = lineLengths.map((length) => 10 ** ((-3 * length) / (sampleRate * room.decaySeconds)));
  const memory = new Float32Array(lines.length);
  const tap = new Float32Array(lines.length);
  const preDelay = Math.round(room.preDelaySeconds * sampleRate);
  for (let index = 0; index < output.left.length; index += 1) {
    let sum = 0;
    for (let line = 0; line < lines.length; line += 1) {
      const buffer = lines[line] as Float32Array;
      const raw = (buffer[index % buffer.length] ?? 0) * (gains[line] ?? 0);
      const damped = raw + room.damping * ((memory[line] ?? 0) - raw);
      memory[line] = damped;
      tap[line] = damped;
      sum += damped;
    }
    const shared = sum * (-2 / lines.length);
    const fromLeft = source.left[index - preDelay] ?? 0;
    const fromRight = source.right[index - preDelay] ?? 0;
    for (let line = 0; line < lines.length; line += 1) {
      const buffer = lines[line] as Float32Array;
      buffer[index % buffer.length] = (tap[line] ?? 0) + shared + (line % 2 === 0 ? fromLeft : fromRight);
    }
    output.left[index] = 0.35 * ((tap[0] ?? 0) - (tap[2] ?? 0) + (tap[4] ?? 0) - (tap[6] ?? 0));
    output.right[index] = 0.35 * ((tap[1] ?? 0) - (tap[3] ?? 0) + (tap[5] ?? 0) - (tap[7] ?? 0));
  }
  return output;
};

/** Echoes that wander from side to side, each darker than the last. The answer is the echoes alone. */
export const pingPong = (source: StereoSignal, delaySeconds: number, feedback: number): StereoSignal => {
  const output = silence(source.left.length / sampleRate);
  const delay = Math.round(delaySeconds * sampleRate);
  let darkLeft = 0;
  let darkRight = 0;
  for (let index = delay; index < output.left.length; index += 1) {
    const left = (source.left[index - delay] ?? 0) + feedback * (output.right[index - delay] ?? 0);
    const right = feedback * ((source.right[index - delay] ?? 0) + (output.left[index - delay] ?? 0));
    darkLeft += 0.3 * (left - darkLeft);
    darkRight += 0.3 * (right - darkRight);
    output.left[index] = darkLeft;
    output.right[index] = darkRight;
  }
  return output;
};
