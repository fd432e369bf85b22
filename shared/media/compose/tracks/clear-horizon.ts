import { bass, bellTone, pad, pluck } from '../instruments.ts';
import { master } from '../master.ts';
import { type Hit, kick, pump, shaker, snap } from '../percussion.ts';
import { type Bar, bars, bassFigure, figure, grid, pattern, type Step, sustained } from '../score.ts';
import { seededRandom } from '../seeded-random.ts';
import { mixInto, type StereoSignal, shaped, silence } from '../signal.ts';
import { pingPong, reverberate } from '../space.ts';

const bpm = 112;
const timing = grid(bpm);

const verse = ['Dadd9', 'Bm7', 'Gmaj9', 'A9sus4', 'Dadd9', 'F#m7', 'Gmaj9', 'A'];
const lift = ['Em9', 'F#m7', 'Gmaj9', 'Bm9', 'Em9', 'D/F#', 'Gmaj9', 'A9sus4'];
const ending = ['Gmaj9', 'A9sus4', 'Dadd9', 'Dadd9'];

/** Intro 4 bars · verse 8 · verse 8 · lift 8 · verse 8 · ending 4. */
const score = bars([...verse.slice(0, 4), ...verse, ...verse, ...lift, ...verse, ...ending], timing, 52, 74);
const between = (from: number, to: number): Bar[] => score.filter((bar) => bar.index >= from && bar.index < to);

const climb: Step[] = [0, 2, 1, 3, 2, 4, 3, 1].map((voice, index) => ({
  beat: index / 2,
  voice,
  beats: 0.5,
  velocity: index % 4 === 0 ? 0.95 : 0.62 + 0.08 * (index % 2),
}));
const offBeats: Step[] = [0.5, 1.5, 2.5, 3.25, 3.75].map((beat, index) => ({
  beat,
  voice: [1, 2, 3, 2, 1][index] ?? 1,
  beats: 0.25,
  velocity: 0.6,
}));
const drive: Step[] = [
  { beat: 0, voice: 0, beats: 0.9, velocity: 1 },
  { beat: 1.5, voice: 0, beats: 0.4, velocity: 0.7 },
  { beat: 2, voice: 0, beats: 0.9, velocity: 0.9 },
  { beat: 3.5, voice: 12, beats: 0.35, velocity: 0.55 },
];
const whole: Step[] = [{ beat: 0, voice: 0, beats: 3.9, velocity: 0.85 }];
const answer: Step[] = [
  { beat: 1, voice: 3, beats: 1, velocity: 0.8 },
  { beat: 2.5, voice: 2, beats: 1, velocity: 0.6 },
  { beat: 3, voice: 4, beats: 1, velocity: 0.75 },
];
const resolve: Step[] = [
  { beat: 0, voice: 2, beats: 2, velocity: 0.8 },
  { beat: 2, voice: 3, beats: 2, velocity: 0.7 },
];

const kicks: Hit[] = [
  ...between(4, 12).flatMap((bar) =>
    pattern(
      bar,
      [
        [0, 0.8],
        [2, 0.7],
      ],
      timing,
    ),
  ),
  ...between(12, 20).flatMap((bar) =>
    pattern(
      bar,
      [
        [0, 1],
        [1, 0.75],
        [2, 0.9],
        [3, 0.75],
      ],
      timing,
    ),
  ),
  ...between(20, 26).flatMap((bar) =>
    pattern(
      bar,
      [
        [0, 0.85],
        [2.5, 0.6],
      ],
      timing,
    ),
  ),
  ...between(28, 38).flatMap((bar) =>
    pattern(
      bar,
      [
        [0, 1],
        [1, 0.8],
        [2, 0.95],
        [3, 0.8],
      ],
      timing,
    ),
  ),
  { atSeconds: 38 * timing.barSeconds, velocity: 1 },
];
const eighths = Array.from({ length: 8 }, (_, index) => [index / 2, index % 2 === 1 ? 0.9 : 0.45] as const);
const sixteenths = Array.from(
  { length: 16 },
  (_, index) => [index / 4, [0.5, 0.3, 0.85, 0.35][index % 4] ?? 0.4] as const,
);

/** How far the pads open: closed in the intro, wide in the last verse, breathing over four bars all along. */
const cutoffAt = (seconds: number): number => {
  const bar = seconds / timing.barSeconds;
  const points: readonly (readonly [number, number])[] = [
    [0, 600],
    [4, 1_100],
    [12, 1_700],
    [20, 1_400],
    [28, 3_600],
    [36, 2_800],
    [40, 700],
  ];
  const next = points.findIndex(([at]) => at > bar);
  const [fromBar, from] = points[Math.max(0, next - 1)] ?? [0, 600];
  const [toBar, to] = points[next === -1 ? points.length - 1 : next] ?? [40, 700];
  const share = toBar > fromBar ? Math.min(1, (bar - fromBar) / (toBar - fromBar)) : 1;
  return (from + (to - from) * share) * (1 + 0.16 * Math.sin((2 * Math.PI * bar) / 4));
};

const drumsInto = (target: StereoSignal): void => {
  const random = seededRandom(7);
  kick(target, kicks, 125);
  snap(
    target,
    [...between(12, 20), ...between(28, 38)].flatMap((bar) =>
      pattern(
        bar,
        [
          [1, 0.8],
          [3, 0.9],
        ],
        timing,
      ),
    ),
    random,
  );
  const hat = { cutoffHz: 8_500, attackSeconds: 0.002, decaySeconds: 0.028, position: 0.3 };
  shaker(
    target,
    between(8, 20).flatMap((bar) => pattern(bar, eighths, timing)),
    hat,
    random,
  );
  shaker(
    target,
    between(28, 38).flatMap((bar) => pattern(bar, eighths, timing)),
    hat,
    random,
  );
  const soft = { cutoffHz: 6_200, attackSeconds: 0.02, decaySeconds: 0.03, position: -0.35 };
  shaker(
    target,
    between(16, 38).flatMap((bar) => pattern(bar, sixteenths, timing)),
    soft,
    random,
  );
  const swellBar = between(27, 28);
  shaker(
    target,
    swellBar.map((bar) => ({ atSeconds: bar.atSeconds, velocity: 0.8 })),
    { cutoffHz: 5_000, attackSeconds: timing.barSeconds, decaySeconds: 0.05, position: 0 },
    random,
  );
};

/** Confident and forward: D major, 112 bpm, plucks over a four-to-the-floor that enters late. */
export const clearHorizon = {
  bpm,
  durationSeconds: 41 * timing.barSeconds,
  loop: { startSeconds: 12 * timing.barSeconds, endSeconds: 36 * timing.barSeconds },
  render(): StereoSignal {
    const length = clearHorizon.durationSeconds;
    const random = seededRandom(112);
    const [pads, basses, plucks, bells, drums] = [
      silence(length),
      silence(length),
      silence(length),
      silence(length),
      silence(length),
    ];
    pad(pads, sustained(score, timing, 0.8), cutoffAt, random);
    bass(
      basses,
      [...between(4, 12), ...between(20, 28)].flatMap((bar) => bassFigure(bar, whole, timing, 33)),
      260,
    );
    bass(
      basses,
      [...between(12, 20), ...between(28, 38)].flatMap((bar) => bassFigure(bar, drive, timing, 33)),
      420,
    );
    bass(
      basses,
      between(38, 39).flatMap((bar) => bassFigure(bar, whole, timing, 33)),
      260,
    );
    pluck(
      plucks,
      between(0, 20).flatMap((bar) => figure(bar, climb, timing, 0, 0.45)),
      4_200,
      random,
    );
    pluck(
      plucks,
      between(20, 28).flatMap((bar) => figure(bar, offBeats, timing, 12, 0.6)),
      4_800,
      random,
    );
    pluck(
      plucks,
      between(28, 38).flatMap((bar) => figure(bar, climb, timing, 0, 0.55)),
      5_600,
      random,
    );
    bellTone(
      bells,
      between(20, 36)
        .filter((bar) => bar.index % 2 === 1)
        .flatMap((bar) => figure(bar, answer, timing, 12, 0.35)),
      1.1,
    );
    bellTone(
      bells,
      between(38, 39).flatMap((bar) => figure(bar, resolve, timing, 12, 0.35)),
      1.1,
    );
    drumsInto(drums);
    return mixDown(length, { pads, basses, plucks, bells, drums });
  },
};

const mixDown = (
  length: number,
  stems: Record<'pads' | 'basses' | 'plucks' | 'bells' | 'drums', StereoSignal>,
): StereoSignal => {
  const breathing = pump(kicks, 0.6, 0.18);
  const pads = shaped(stems.pads, breathing);
  const basses = shaped(stems.basses, pump(kicks, 0.35, 0.12));
  const echoes = pingPong(stems.plucks, 0.75 * timing.beatSeconds, 0.38);
  const send = silence(length);
  mixInto(send, pads, 0.22);
  mixInto(send, stems.plucks, 0.35);
  mixInto(send, echoes, 0.3);
  mixInto(send, stems.bells, 0.55);
  mixInto(send, stems.drums, 0.05);
  const mix = silence(length);
  mixInto(mix, pads, 0.45);
  mixInto(mix, basses, 0.46);
  mixInto(mix, stems.plucks, 1.5);
  mixInto(mix, echoes, 0.6);
  mixInto(mix, stems.bells, 0.95);
  mixInto(mix, stems.drums, 1.3);
  mixInto(mix, shaped(reverberate(send, { decaySeconds: 2.2, preDelaySeconds: 0.022, damping: 0.22 }), breathing), 0.5);
  master(mix, 1.27);
  return mix;
};
