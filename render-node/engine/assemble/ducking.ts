/** When the voice speaks, in seconds on the whole timeline. */
export interface SpokenSpan {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** motion.md, Sound: down in 200 ms, up in 600 ms. */
export const duckInSeconds = 0.2;
export const duckOutSeconds = 0.6;
/** Pauses shorter than this keep the music down, so that it does not pump between words or sentences. */
const holdSeconds = 1.2;

const isSpoken = ({ startSeconds, endSeconds }: SpokenSpan): boolean => endSeconds > startSeconds;

/** Lines close to each other become one stretch under which the music stays down. */
export const duckedSpans = (spoken: readonly SpokenSpan[]): SpokenSpan[] => {
  const spans: SpokenSpan[] = [];
  for (const span of spoken.filter(isSpoken).toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    const last = spans.at(-1);
    if (last !== undefined && span.startSeconds - last.endSeconds < holdSeconds)
      spans[spans.length - 1] = { ...last, endSeconds: Math.max(last.endSeconds, span.endSeconds) };
    else spans.push(span);
  }
  return spans;
};

/**
 * The gain of the bed over time as an expression of ffmpeg's volume filter: `depthDb` lower while somebody speaks, on
 * ramps that are straight in decibels. The music is down by the time the voice sets in, which a compressor keyed by the
 * voice cannot do, and it does not breathe with the words, which one does: the lines' own times steer it instead.
 */
export const duckingExpression = (spoken: readonly SpokenSpan[], depthDb: number): string => {
  const ramps = duckedSpans(spoken).map(({ startSeconds, endSeconds }) => {
    const down = `clip((t-${(startSeconds - duckInSeconds).toFixed(3)})/${duckInSeconds},0,1)`;
    const up = `clip((${(endSeconds + duckOutSeconds).toFixed(3)}-t)/${duckOutSeconds},0,1)`;
    return `${down}*${up}`;
  });
  return ramps.length === 0 ? '1' : `exp(${((-depthDb * Math.LN10) / 20).toFixed(5)}*(${ramps.join('+')}))`;
};
