/** A stretch of sound or of silence, in seconds from the start of the recording. */
export interface Span {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

const windowSeconds = 0.01;
/** Below this share of the loudest window a window counts as silent (−38 dB). */
const silentShare = 0.0126;

/** RMS of each 10 ms of a mono signal. */
const levels = (samples: Float32Array, rateHz: number): number[] => {
  const size = Math.round(windowSeconds * rateHz);
  const result: number[] = [];
  for (let start = 0; start < samples.length; start += size) {
    let sum = 0;
    const end = Math.min(start + size, samples.length);
    for (let index = start; index < end; index += 1) sum += (samples[index] ?? 0) ** 2;
    result.push(Math.sqrt(sum / (end - start)));
  }
  return result;
};

export interface SpeechShape {
  /** From the first to the last sound; null where there is none. */
  readonly sound: Span | null;
  /** The pauses inside it, longest first. */
  readonly pauses: readonly Span[];
}

/** Where a recording speaks and where it pauses (90 ms and more; the closure of a plosive is shorter). */
export const speechShape = (samples: Float32Array, rateHz: number): SpeechShape => {
  const all = levels(samples, rateHz);
  const threshold = silentShare * Math.max(...all, 0);
  const loud = all.map((level) => level > threshold && level > 1e-4);
  const first = loud.indexOf(true);
  const last = loud.lastIndexOf(true);
  if (first === -1) return { sound: null, pauses: [] };
  const pauses: Span[] = [];
  let quietSince = -1;
  for (let index = first; index <= last; index += 1) {
    if (!loud[index]) {
      if (quietSince === -1) quietSince = index;
    } else if (quietSince !== -1) {
      if (index - quietSince >= 9)
        pauses.push({ startSeconds: quietSince * windowSeconds, endSeconds: index * windowSeconds });
      quietSince = -1;
    }
  }
  const lengthOf = (span: Span): number => span.endSeconds - span.startSeconds;
  return {
    sound: {
      startSeconds: first * windowSeconds,
      endSeconds: Math.min((last + 1) * windowSeconds, samples.length / rateHz),
    },
    pauses: pauses.toSorted((a, b) => lengthOf(b) - lengthOf(a)),
  };
};
