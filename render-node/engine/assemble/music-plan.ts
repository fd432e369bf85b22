/** A stretch of a track, in seconds from its start. */
export interface TrackPart {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface MusicSource {
  readonly durationSeconds: number;
  /** Null where the track may not be repeated: then it plays once. */
  readonly loop: TrackPart | null;
}

/** Two parts of a track overlap this long where it goes round. */
export const loopCrossfadeSeconds = 0.06;

/**
 * Which parts of a track, one after the other, make music of `totalSeconds`: the track itself where it is long enough,
 * else its beginning, then the loop as often as needed. Every part but the last is longer by the crossfade.
 */
export const musicParts = (source: MusicSource, totalSeconds: number): TrackPart[] => {
  const { durationSeconds, loop } = source;
  if (loop === null || totalSeconds <= durationSeconds)
    return [{ startSeconds: 0, endSeconds: Math.min(totalSeconds, durationSeconds) }];
  const parts: TrackPart[] = [{ startSeconds: 0, endSeconds: loop.endSeconds + loopCrossfadeSeconds }];
  let left = totalSeconds - loop.endSeconds;
  const loopSeconds = loop.endSeconds - loop.startSeconds;
  while (left > 0) {
    // The last round goes on into the track's own ending where that is long enough.
    const rest = durationSeconds - loop.startSeconds;
    if (left <= rest) {
      parts.push({ startSeconds: loop.startSeconds, endSeconds: loop.startSeconds + left });
      break;
    }
    parts.push({ startSeconds: loop.startSeconds, endSeconds: loop.endSeconds + loopCrossfadeSeconds });
    left -= loopSeconds;
  }
  return parts;
};
