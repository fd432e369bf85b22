import { type Chord, chord, noteAtOrAbove, voiceLead } from './harmony.ts';
import type { Note } from './note.ts';
import type { Hit } from './percussion.ts';

/** Bars of four beats at one tempo; turns beats into seconds. */
export interface Grid {
  readonly beatSeconds: number;
  readonly barSeconds: number;
}

export const grid = (bpm: number): Grid => ({ beatSeconds: 60 / bpm, barSeconds: 240 / bpm });

export interface Bar {
  readonly index: number;
  readonly atSeconds: number;
  readonly chord: Chord;
  /** The chord's notes, voice-led from the bar before. */
  readonly voicing: readonly number[];
}

/** One chord a bar, voiced between `low` and `high` so that each voice moves little. */
export const bars = (symbols: readonly string[], timing: Grid, low: number, high: number): Bar[] => {
  const chords = symbols.map(chord);
  const voicings = voiceLead(chords, low, high);
  return chords.map((barChord, index) => ({
    index,
    atSeconds: index * timing.barSeconds,
    chord: barChord,
    voicing: voicings[index] ?? [],
  }));
};

/** Held chords: notes that stay from one bar to the next are not struck again. */
export const sustained = (score: readonly Bar[], timing: Grid, velocity: number): Note[] => {
  const notes: Note[] = [];
  for (const bar of score) {
    const earlier = score[bar.index - 1]?.voicing ?? [];
    for (const midi of bar.voicing) {
      if (earlier.includes(midi)) continue;
      const after = score.findIndex((later) => later.index > bar.index && !later.voicing.includes(midi));
      const lengthSeconds = ((after === -1 ? score.length : after) - bar.index) * timing.barSeconds;
      notes.push({ atSeconds: bar.atSeconds, lengthSeconds, midi, velocity, position: 0 });
    }
  }
  return notes;
};

/** A figure of one bar: at which beat, which voice of the chord (or semitones above the bass), how long, how hard. */
export interface Step {
  readonly beat: number;
  readonly voice: number;
  readonly beats: number;
  readonly velocity: number;
}

/** Plays a figure over the voicing of a bar; voices beyond the top go on an octave higher. */
export const figure = (bar: Bar, steps: readonly Step[], timing: Grid, transpose: number, spread: number): Note[] =>
  steps.map((step, index) => {
    const size = bar.voicing.length;
    const midi = (bar.voicing[step.voice % size] ?? 60) + 12 * Math.floor(step.voice / size) + transpose;
    return {
      atSeconds: bar.atSeconds + step.beat * timing.beatSeconds,
      lengthSeconds: step.beats * timing.beatSeconds,
      midi,
      velocity: step.velocity,
      position: spread * (index % 2 === 0 ? -1 : 1),
    };
  });

/** Plays a figure on the bass note of a bar; `voice` counts semitones above it. */
export const bassFigure = (bar: Bar, steps: readonly Step[], timing: Grid, low: number): Note[] =>
  steps.map((step) => ({
    atSeconds: bar.atSeconds + step.beat * timing.beatSeconds,
    lengthSeconds: step.beats * timing.beatSeconds,
    midi: noteAtOrAbove(low, bar.chord.bassPitchClass) + step.voice,
    velocity: step.velocity,
    position: 0,
  }));

/** Hits of one bar. */
export const pattern = (bar: Bar, beats: readonly (readonly [beat: number, velocity: number])[], timing: Grid): Hit[] =>
  beats.map(([beat, velocity]) => ({ atSeconds: bar.atSeconds + beat * timing.beatSeconds, velocity }));
