import { bell, equalize, highPass } from './filter.ts';
import { type StereoSignal, sampleRate } from './signal.ts';

/**
 * Brings the peaks under `ceiling` with gain that moves ahead of them (4 ms) and comes back over `releaseSeconds`, so
 * that no sample is clipped.
 */
const limit = (signal: StereoSignal, ceiling: number, releaseSeconds: number): void => {
  const lookAhead = Math.round(0.004 * sampleRate);
  const length = signal.left.length;
  const wanted = new Float32Array(length);
  for (let index = 0; index < length; index += 1) {
    const peak = Math.max(Math.abs(signal.left[index] ?? 0), Math.abs(signal.right[index] ?? 0));
    wanted[index] = peak > ceiling ? ceiling / peak : 1;
  }
  const rise = 1 - Math.exp(-1 / (releaseSeconds * sampleRate));
  let held = 1;
  const queue: number[] = [];
  for (let index = 0; index < length + lookAhead; index += 1) {
    const ahead = wanted[index] ?? 1;
    while (queue.length > 0 && (wanted[queue[queue.length - 1] ?? 0] ?? 1) >= ahead) queue.pop();
    queue.push(index);
    if ((queue[0] ?? 0) < index - lookAhead) queue.shift();
    const least = wanted[queue[0] ?? 0] ?? 1;
    held = least < held ? held + (least - held) * 0.06 : held + (least - held) * rise;
    const at = index - lookAhead;
    if (at < 0) continue;
    const gain = Math.min(held, wanted[at] ?? 1);
    signal.left[at] = gain * (signal.left[at] ?? 0);
    signal.right[at] = gain * (signal.right[at] ?? 0);
  }
};

const fadeOut = (signal: StereoSignal, lengthSeconds: number): void => {
  const count = Math.round(lengthSeconds * sampleRate);
  for (const channel of [signal.left, signal.right])
    for (let index = 0; index < count; index += 1) {
      const at = channel.length - 1 - index;
      channel[at] = (index / count) * (channel[at] ?? 0);
    }
};

/**
 * Makes a bed to speak over: rumble out, a broad dip where consonants live (1–4 kHz), a little air, peaks held, nothing cut off at
 * the end.
 * `gain` brings the mix to its loudness before the limiter.
 */
export const master = (mix: StereoSignal, gain: number): void => {
  equalize(mix, [highPass(42), bell(280, -2.5, 0.8), bell(2_200, -1.5, 0.6), bell(9_000, 4, 0.5)]);
  for (const channel of [mix.left, mix.right])
    for (let index = 0; index < channel.length; index += 1) channel[index] = gain * (channel[index] ?? 0);
  limit(mix, 0.62, 0.12);
  fadeOut(mix, 0.6);
};
