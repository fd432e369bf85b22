import { stateVariableFilter } from './filter.ts';
import type { Note } from './note.ts';
import { cents, saw } from './oscillator.ts';
import type { seededRandom } from './seeded-random.ts';
import { addAt, frequencyOf, pan, type StereoSignal, sampleRate } from './signal.ts';

type Random = ReturnType<typeof seededRandom>;

/** Rises over `attackSeconds`, stays, and falls over `releaseSeconds` from the end of the note; cosine edges do not click. */
const swell = (seconds: number, note: Note, attackSeconds: number, releaseSeconds: number): number => {
  const rise = Math.min(1, seconds / attackSeconds);
  const fall = Math.min(1, Math.max(0, 1 - (seconds - note.lengthSeconds) / releaseSeconds));
  return 0.25 * (1 - Math.cos(Math.PI * rise)) * (1 - Math.cos(Math.PI * fall));
};

const eachSample = (note: Note, tailSeconds: number, draw: (index: number, seconds: number) => void): void => {
  const start = Math.round(note.atSeconds * sampleRate);
  const count = Math.round((note.lengthSeconds + tailSeconds) * sampleRate);
  for (let offset = 0; offset < count; offset += 1) draw(start + offset, offset / sampleRate);
};

/** A wide string-like bed: two detuned saws a side behind a low-pass whose cutoff follows `cutoffAt`. */
export const pad = (
  target: StereoSignal,
  notes: readonly Note[],
  cutoffAt: (seconds: number) => number,
  random: Random,
): void => {
  for (const note of notes) {
    const frequency = frequencyOf(note.midi);
    const sides = [-1, 1].map((side) => ({
      first: saw(cents(frequency, side * 5), random()),
      second: saw(cents(frequency, side * -8.5), random()),
      filter: stateVariableFilter(),
    }));
    const [left, right] = sides;
    if (left === undefined || right === undefined) continue;
    const gain = 0.11 * note.velocity;
    eachSample(note, 1.4, (index, seconds) => {
      const level = gain * swell(seconds, note, 0.55, 1.4);
      const cutoff = cutoffAt(note.atSeconds + seconds);
      addAt(
        target,
        index,
        level * left.filter(left.first() + left.second(), cutoff, 0.75).low,
        level * right.filter(right.first() + right.second(), cutoff, 0.75).low,
      );
    });
  }
};

/** A round bass: a sine with a little saw behind a closing low-pass, gently saturated. */
export const bass = (target: StereoSignal, notes: readonly Note[], brightnessHz: number): void => {
  for (const note of notes) {
    const frequency = frequencyOf(note.midi);
    const edge = saw(frequency, 0.5);
    const filter = stateVariableFilter();
    eachSample(note, 0.12, (index, seconds) => {
      const attack = Math.min(1, seconds / 0.008);
      const release = Math.min(1, Math.max(0, 1 - (seconds - note.lengthSeconds + 0.05) / 0.17));
      const level = attack * release * release * (0.55 + 0.45 * Math.exp(-seconds / 0.35));
      const cutoff = brightnessHz * (0.5 + Math.exp(-seconds / 0.16));
      const body = Math.sin(2 * Math.PI * frequency * seconds) + 0.42 * filter(edge(), cutoff, 0.8).low;
      const value = 0.3 * note.velocity * level * Math.tanh(1.1 * body);
      addAt(target, index, value, value);
    });
  }
};

/** A muted pluck: two saws behind a low-pass that snaps shut. */
export const pluck = (target: StereoSignal, notes: readonly Note[], openHz: number, random: Random): void => {
  for (const note of notes) {
    const frequency = frequencyOf(note.midi);
    const first = saw(cents(frequency, -4), random());
    const second = saw(cents(frequency, 5), random());
    const filter = stateVariableFilter();
    const [left, right] = pan(note.position);
    eachSample({ ...note, lengthSeconds: 0 }, 0.9, (index, seconds) => {
      const level = Math.min(1, seconds / 0.003) * Math.exp(-seconds / 0.19) * (1 - seconds / 0.9);
      const cutoff = 260 + openHz * note.velocity * Math.exp(-seconds / 0.075);
      const value = 0.17 * note.velocity * level * filter(first() + second(), cutoff, 1.1).low;
      addAt(target, index, left * value, right * value);
    });
  }
};

/** A glassy bell of two sines, one modulating the other, whose brilliance dies first. */
export const bellTone = (target: StereoSignal, notes: readonly Note[], brilliance: number): void => {
  for (const note of notes) {
    const frequency = frequencyOf(note.midi);
    const [left, right] = pan(note.position);
    eachSample({ ...note, lengthSeconds: 0 }, 2.4, (index, seconds) => {
      const phase = 2 * Math.PI * frequency * seconds;
      const depth = brilliance * note.velocity * Math.exp(-seconds / 0.22);
      const level = Math.min(1, seconds / 0.004) * Math.exp(-seconds / 0.62) * (1 - seconds / 2.4);
      const value = 0.15 * note.velocity * level * Math.sin(phase + depth * Math.sin(3.004 * phase));
      addAt(target, index, left * value, right * value);
    });
  }
};

/** A felt piano: stretched partials that die the sooner the higher they are, and the soft knock of the hammer. */
export const feltPiano = (target: StereoSignal, notes: readonly Note[], random: Random): void => {
  for (const note of notes) {
    const frequency = frequencyOf(note.midi);
    const [left, right] = pan(note.position);
    const knock = stateVariableFilter();
    const partials = Array.from({ length: 9 }, (_, index) => index + 1)
      .map((number) => ({
        hz: frequency * number * Math.sqrt(1 + 0.00035 * number * number),
        gain: Math.exp(-(number - 1) * (0.92 - 0.5 * note.velocity)) * (number === 2 ? 0.75 : 1),
        decaySeconds: (2.3 * 2 ** (-(note.midi - 60) / 18)) / (1 + 0.55 * (number - 1)),
        phase: random(),
      }))
      .filter((partial) => partial.hz < 8_000);
    const tail = 3.2;
    eachSample({ ...note, lengthSeconds: 0 }, tail, (index, seconds) => {
      let sum = 0;
      for (const partial of partials)
        sum +=
          partial.gain *
          Math.exp(-seconds / partial.decaySeconds) *
          Math.sin(2 * Math.PI * (partial.hz * seconds + partial.phase));
      const damper = seconds < note.lengthSeconds ? 1 : Math.exp(-(seconds - note.lengthSeconds) / 0.22);
      const hammer = seconds < 0.04 ? 0.35 * Math.exp(-seconds / 0.008) * knock(random() * 2 - 1, 420, 0.9).low : 0;
      const level = Math.min(1, seconds / 0.006) * damper * (1 - seconds / tail);
      const value = 0.16 * note.velocity * (level * sum + hammer);
      addAt(target, index, left * value, right * value);
    });
  }
};
