/** A note of the score; times in seconds from the start of the track, velocity 0…1, position −1 left … 1 right. */
export interface Note {
  readonly atSeconds: number;
  readonly lengthSeconds: number;
  readonly midi: number;
  readonly velocity: number;
  readonly position: number;
}
