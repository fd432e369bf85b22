/** A line's room on the video's timeline, and how long it takes to say. */
export interface LineRoom {
  readonly sceneStartSeconds: number;
  readonly sceneDurationSeconds: number;
  readonly spokenSeconds: number;
}

export interface PlacedLine {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** How much faster than spoken: 1 to 1.15. */
  readonly tempo: number;
  /** False where the line does not fit its scene even at the highest tempo. */
  readonly fits: boolean;
}

/** motion.md, Sound: 120–350 ms of air after the cut. */
const leastLeadSeconds = 0.12;
const leadSeconds = 0.3;
/** The voice is done this long before the next cut. */
const tailSeconds = 0.1;
const highestTempo = 1.15;

const placeLine = (line: LineRoom): PlacedLine => {
  const sceneEnd = line.sceneStartSeconds + line.sceneDurationSeconds;
  const room = Math.max(0, line.sceneDurationSeconds - leastLeadSeconds - tailSeconds);
  const tempo = Math.min(highestTempo, Math.max(1, room > 0 ? line.spokenSeconds / room : highestTempo));
  const length = line.spokenSeconds / tempo;
  // A millisecond of grace: atempo and rounding to frames may add that much.
  const fits = length <= room + 0.001;
  const slack = sceneEnd - tailSeconds - length - line.sceneStartSeconds;
  const lead = Math.min(leadSeconds, Math.max(leastLeadSeconds, slack));
  const startSeconds = line.sceneStartSeconds + lead;
  return { startSeconds, endSeconds: startSeconds + length, tempo, fits };
};

/**
 * Puts each line into its scene's usable time, spoken at most 15 % faster. A line that still runs over may go on into
 * silence, but never into the next line or past the end of the video: there it is cut.
 */
export const placeLines = (lines: readonly LineRoom[], totalSeconds: number): PlacedLine[] => {
  const placed = lines.map(placeLine);
  return placed.map((line, index) => {
    const next = placed[index + 1];
    const limit = Math.min(totalSeconds, next === undefined ? totalSeconds : next.startSeconds - leastLeadSeconds);
    return line.endSeconds <= limit ? line : { ...line, endSeconds: Math.max(line.startSeconds, limit), fits: false };
  });
};
