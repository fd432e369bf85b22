/** Intervals above the root, in semitones. */
const qualities = {
  '': [0, 4, 7],
  add9: [0, 4, 7, 14],
  maj7: [0, 4, 7, 11],
  maj9: [0, 4, 7, 11, 14],
  m7: [0, 3, 7, 10],
  m9: [0, 3, 7, 10, 14],
  sus4: [0, 5, 7],
  '9sus4': [0, 5, 7, 10, 14],
  '6': [0, 4, 7, 9],
} as const satisfies Record<string, readonly number[]>;

const naturals: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };
const accidentals: Record<string, number> = { '#': 1, b: -1, '': 0 };

export interface Chord {
  /** 0 = C … 11 = B. */
  readonly bassPitchClass: number;
  /** The chord without its root where it has more than four notes: the bass plays that. */
  readonly pitchClasses: readonly number[];
}

const pitchClassOf = (name: string): number | null => {
  const match = /^([A-G])([#b]?)$/.exec(name);
  if (match === null) return null;
  return ((naturals[match[1] ?? ''] ?? 0) + (accidentals[match[2] ?? ''] ?? 0) + 12) % 12;
};

/** Reads a chord symbol such as `Gmaj9` or `D/F#`. Throws on one that it does not know. */
export const chord = (symbol: string): Chord => {
  const [body = '', bass] = symbol.split('/');
  const match = /^([A-G][#b]?)(.*)$/.exec(body);
  const root = pitchClassOf(match?.[1] ?? '');
  const quality = match?.[2] ?? '';
  if (root === null || !(quality in qualities)) throw new Error(`unknown chord ${symbol}`);
  const intervals: readonly number[] = qualities[quality as keyof typeof qualities];
  const upper = intervals.length > 4 ? intervals.slice(1) : intervals;
  return {
    bassPitchClass: bass === undefined ? root : (pitchClassOf(bass) ?? root),
    pitchClasses: upper.map((interval) => (root + interval) % 12),
  };
};

const placements = (pitchClasses: readonly number[], low: number, high: number): number[][] => {
  const [first, ...rest] = pitchClasses;
  if (first === undefined) return [[]];
  const tails = placements(rest, low, high);
  const notes: number[] = [];
  for (let midi = low; midi <= high; midi += 1) if (midi % 12 === first) notes.push(midi);
  return notes.flatMap((note) => tails.map((tail) => [note, ...tail]));
};

/** Distance that the voices walk, plus what makes a voicing muddy (seconds low down) or thin (wide gaps). */
const costOf = (voicing: readonly number[], previous: readonly number[] | null, center: number): number => {
  const sorted = voicing.toSorted((a, b) => a - b);
  let cost = 0.3 * Math.abs(sorted.reduce((sum, note) => sum + note, 0) / sorted.length - center);
  for (let index = 1; index < sorted.length; index += 1) {
    const gap = (sorted[index] ?? 0) - (sorted[index - 1] ?? 0);
    if (gap <= 1) cost += 6;
    if (gap === 2 && (sorted[index] ?? 0) < 60) cost += 3;
    if (gap > 9) cost += gap - 9;
  }
  if (previous !== null)
    for (const note of sorted) cost += Math.min(...previous.map((earlier) => Math.abs(earlier - note)));
  return cost;
};

/**
 * Places each chord between `low` and `high` (MIDI) so that every voice walks as little as it can from chord to chord:
 * ascending notes per chord.
 */
export const voiceLead = (chords: readonly Chord[], low: number, high: number): number[][] => {
  let previous: number[] | null = null;
  return chords.map(({ pitchClasses }) => {
    const center = (low + high) / 2;
    const best: number[] = placements(pitchClasses, low, high)
      .map((voicing) => ({ voicing, cost: costOf(voicing, previous, center) }))
      .reduce((a, b) => (b.cost < a.cost ? b : a))
      .voicing.toSorted((a, b) => a - b);
    previous = best;
    return best;
  });
};

/** The lowest note at or above `low` with this pitch class. */
export const noteAtOrAbove = (low: number, pitchClass: number): number => low + ((pitchClass - (low % 12) + 12) % 12);
