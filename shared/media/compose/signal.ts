/** Everything is composed at the rate that videos carry, so that nothing is resampled on the way into an export. */
export const sampleRate = 48_000;

/** Two channels of samples, nominal range −1…1. */
export interface StereoSignal {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

export const silence = (durationSeconds: number): StereoSignal => {
  const length = Math.ceil(durationSeconds * sampleRate);
  return { left: new Float32Array(length), right: new Float32Array(length) };
};

/** Adds one sample pair; what lies outside the signal is dropped. */
export const addAt = (target: StereoSignal, index: number, left: number, right: number): void => {
  if (index < 0 || index >= target.left.length) return;
  target.left[index] = (target.left[index] ?? 0) + left;
  target.right[index] = (target.right[index] ?? 0) + right;
};

/** Adds `source`, scaled by `gain`, to `target` from its first sample on. */
export const mixInto = (target: StereoSignal, source: StereoSignal, gain: number): void => {
  const length = Math.min(target.left.length, source.left.length);
  for (let index = 0; index < length; index += 1)
    addAt(target, index, gain * (source.left[index] ?? 0), gain * (source.right[index] ?? 0));
};

/** A copy in which each sample is scaled by `gainAt(seconds)`. */
export const shaped = (source: StereoSignal, gainAt: (seconds: number) => number): StereoSignal => {
  const result = { left: new Float32Array(source.left.length), right: new Float32Array(source.left.length) };
  for (let index = 0; index < source.left.length; index += 1) {
    const gain = gainAt(index / sampleRate);
    result.left[index] = gain * (source.left[index] ?? 0);
    result.right[index] = gain * (source.right[index] ?? 0);
  }
  return result;
};

/** Equal-power gains for a position from −1 (left) to 1 (right). */
export const pan = (position: number): readonly [number, number] => {
  const angle = ((position + 1) * Math.PI) / 4;
  return [Math.cos(angle), Math.sin(angle)];
};

export const frequencyOf = (midi: number): number => 440 * 2 ** ((midi - 69) / 12);
