import { bass, bellTone, feltPiano, pad } from '../instruments.ts';
import { master } from '../master.ts';
import type { Note } from '../note.ts';
import { type Hit, kick, pump, shaker, snap } from '../percussion.ts';
import { type Bar, bars, bassFigure, figure, grid, pattern, type Step, sustained } from '../score.ts';
import { seededRandom } from '../seeded-random.ts';
import { mixInto, type StereoSignal, shaped, silence } from '../signal.ts';
import { pingPong, reverberate } from '../space.ts';

const bpm = 84;
const timing = grid(bpm);

const theme = ['Fmaj9', 'Dm9', 'Bbmaj9', 'C9sus4', 'Fmaj9', 'Am7', 'Bbmaj9', 'C'];
const middle = ['Gm9', 'Am7', 'Bbmaj9', 'F/A', 'Gm9', 'Dm9', 'Bbmaj9', 'C9sus4'];
const ending = ['Bbmaj9', 'C9sus4', 'Fadd9', 'Fadd9'];

/** Intro 2 bars · theme 8 · middle 8 · theme 8 · ending 4 (its last bar rings out). */
const score = bars([...theme.slice(0, 2), ...theme, ...middle, ...theme, ...ending], timing, 53, 76);
const between = (from: number, to: number): Bar[] => score.filter((bar) => bar.index >= from && bar.index < to);

/** Broken chords, light on the weak beats, so that words find room. */
const rolling: Step[] = [
  { beat: 0, voice: 0, beats: 2, velocity: 0.62 },
  { beat: 0.5, voice: 2, beats: 1.5, velocity: 0.42 },
  { beat: 1, voice: 1, beats: 1.5, velocity: 0.46 },
  { beat: 1.5, voice: 3, beats: 2, velocity: 0.52 },
  { beat: 2.5, voice: 2, beats: 1.5, velocity: 0.4 },
  { beat: 3, voice: 1, beats: 1, velocity: 0.44 },
];
const sparse: Step[] = [
  { beat: 0, voice: 0, beats: 3.5, velocity: 0.58 },
  { beat: 0.04, voice: 1, beats: 3.5, velocity: 0.46 },
  { beat: 0.08, voice: 2, beats: 3.5, velocity: 0.46 },
  { beat: 0.12, voice: 3, beats: 3.5, velocity: 0.55 },
  { beat: 2.5, voice: 2, beats: 1.4, velocity: 0.38 },
];
const walking: Step[] = [
  { beat: 0, voice: 0, beats: 1.8, velocity: 0.9 },
  { beat: 2.5, voice: 0, beats: 0.9, velocity: 0.6 },
  { beat: 3.5, voice: 7, beats: 0.4, velocity: 0.45 },
];
const held: Step[] = [{ beat: 0, voice: 0, beats: 3.8, velocity: 0.75 }];

/** The tune, written out: beat from the start of the section, MIDI note, beats. F major, mostly by step. */
const tune: readonly (readonly [number, number, number])[] = [
  [1, 81, 1],
  [2, 79, 1],
  [3, 77, 1],
  [4, 76, 2.5],
  [7, 77, 1],
  [8, 74, 3],
  [12, 79, 1.5],
  [13.5, 77, 0.5],
  [14, 74, 2],
  [17, 81, 1],
  [18, 84, 1.5],
  [19.5, 81, 0.5],
  [20, 79, 3],
  [24, 77, 1.5],
  [25.5, 74, 0.5],
  [26, 77, 2],
  [28, 76, 3.5],
];
const tuneFrom = (bar: number): Note[] =>
  tune.map(([beat, midi, beats], index) => ({
    atSeconds: bar * timing.barSeconds + beat * timing.beatSeconds,
    lengthSeconds: beats * timing.beatSeconds,
    midi,
    velocity: 0.55 + 0.12 * Math.sin(index * 1.3),
    position: 0.15,
  }));

const kicks: Hit[] = [...between(6, 10), ...between(10, 18), ...between(18, 28)].flatMap((bar) =>
  pattern(
    bar,
    [
      [0, 0.7],
      [2.5, 0.45],
    ],
    timing,
  ),
);
/** Eighths whose second half comes late: a light swing. */
const brushes = Array.from(
  { length: 8 },
  (_, index) => [index / 2 + (index % 2 === 1 ? 0.07 : 0), index % 2 === 1 ? 0.75 : 0.4] as const,
);

const cutoffAt = (seconds: number): number => {
  const bar = seconds / timing.barSeconds;
  const open = 950 + 1_100 * Math.sin(Math.PI * Math.min(1, bar / 30)) ** 2;
  return open * (1 + 0.2 * Math.sin((2 * Math.PI * bar) / 6));
};

const drumsInto = (target: StereoSignal): void => {
  const random = seededRandom(9);
  kick(target, kicks, 95);
  snap(
    target,
    between(10, 28).flatMap((bar) =>
      pattern(
        bar,
        [
          [1, 0.32],
          [3, 0.4],
        ],
        timing,
      ),
    ),
    random,
  );
  const brush = { cutoffHz: 5_600, attackSeconds: 0.024, decaySeconds: 0.035, position: 0.3 };
  shaker(
    target,
    between(6, 28).flatMap((bar) => pattern(bar, brushes, timing)),
    brush,
    random,
  );
};

/** Calm and warm: F major, 84 bpm, felt piano over slow pads, brushes from the second phrase on. */
export const slowMorning = {
  bpm,
  durationSeconds: 31 * timing.barSeconds,
  loop: { startSeconds: 10 * timing.barSeconds, endSeconds: 26 * timing.barSeconds },
  render(): StereoSignal {
    const length = slowMorning.durationSeconds;
    const random = seededRandom(84);
    const [pads, basses, piano, bells, drums] = [
      silence(length),
      silence(length),
      silence(length),
      silence(length),
      silence(length),
    ];
    pad(pads, sustained(score, timing, 0.8), cutoffAt, random);
    bass(
      basses,
      [...between(2, 10), ...between(28, 29)].flatMap((bar) => bassFigure(bar, held, timing, 29)),
      150,
    );
    bass(
      basses,
      between(10, 28).flatMap((bar) => bassFigure(bar, walking, timing, 29)),
      190,
    );
    feltPiano(
      piano,
      [...between(0, 2), ...between(10, 18), ...between(28, 29)].flatMap((bar) => figure(bar, sparse, timing, 0, 0.3)),
      random,
    );
    feltPiano(
      piano,
      [...between(2, 10), ...between(18, 28)].flatMap((bar) => figure(bar, rolling, timing, 0, 0.35)),
      random,
    );
    feltPiano(piano, [...tuneFrom(2), ...tuneFrom(18)], random);
    bellTone(
      bells,
      between(10, 26)
        .filter((bar) => bar.index % 2 === 1)
        .flatMap((bar) =>
          figure(
            bar,
            [
              { beat: 2, voice: 3, beats: 1, velocity: 0.5 },
              { beat: 3, voice: 2, beats: 1, velocity: 0.4 },
            ],
            timing,
            12,
            0.5,
          ),
        ),
      0.9,
    );
    drumsInto(drums);
    return mixDown(length, { pads, basses, piano, bells, drums });
  },
};

const mixDown = (
  length: number,
  stems: Record<'pads' | 'basses' | 'piano' | 'bells' | 'drums', StereoSignal>,
): StereoSignal => {
  const breathing = pump(kicks, 0.22, 0.22);
  const pads = shaped(stems.pads, breathing);
  const echoes = pingPong(stems.bells, 1.5 * timing.beatSeconds, 0.42);
  const send = silence(length);
  mixInto(send, pads, 0.25);
  mixInto(send, stems.piano, 0.4);
  mixInto(send, stems.bells, 0.6);
  mixInto(send, echoes, 0.4);
  mixInto(send, stems.drums, 0.08);
  const mix = silence(length);
  mixInto(mix, pads, 0.44);
  mixInto(mix, stems.basses, 0.6);
  mixInto(mix, stems.piano, 1.6);
  mixInto(mix, stems.bells, 0.8);
  mixInto(mix, echoes, 0.5);
  mixInto(mix, stems.drums, 1.2);
  mixInto(mix, reverberate(send, { decaySeconds: 2.8, preDelaySeconds: 0.03, damping: 0.3 }), 0.5);
  master(mix, 1.34);
  return mix;
};
