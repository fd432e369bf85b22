import { stateVariableFilter } from './filter.ts';
import type { seededRandom } from './seeded-random.ts';
import { addAt, pan, type StereoSignal, sampleRate } from './signal.ts';

type Random = ReturnType<typeof seededRandom>;

export interface Hit {
  readonly atSeconds: number;
  readonly velocity: number;
}

const eachSample = (hit: Hit, lengthSeconds: number, draw: (index: number, seconds: number) => void): void => {
  const start = Math.round(hit.atSeconds * sampleRate);
  const count = Math.round(lengthSeconds * sampleRate);
  for (let offset = 0; offset < count; offset += 1) draw(start + offset, offset / sampleRate);
};

/** A soft kick: a sine that falls from `fromHz` to 46 Hz. */
export const kick = (target: StereoSignal, hits: readonly Hit[], fromHz: number): void => {
  for (const hit of hits) {
    let phase = 0;
    eachSample(hit, 0.38, (index, seconds) => {
      phase += (46 + (fromHz - 46) * Math.exp(-seconds / 0.032)) / sampleRate;
      const level = Math.min(1, seconds / 0.002) * Math.exp(-seconds / 0.13) * (1 - seconds / 0.38);
      const value = 0.62 * hit.velocity * level * Math.sin(2 * Math.PI * phase);
      addAt(target, index, value, value);
    });
  }
};

/** Fingers snapping in a room: three short bursts of band-passed noise. */
export const snap = (target: StereoSignal, hits: readonly Hit[], random: Random): void => {
  for (const hit of hits) {
    const filters = [stateVariableFilter(), stateVariableFilter()];
    eachSample(hit, 0.22, (index, seconds) => {
      const bursts = [0, 0.011, 0.021].reduce(
        (sum, start) => (seconds < start ? sum : sum + Math.exp(-(seconds - start) / (start === 0.021 ? 0.05 : 0.004))),
        0,
      );
      const level = 0.24 * hit.velocity * bursts * (1 - seconds / 0.22);
      const left = filters[0]?.(random() * 2 - 1, 1_350, 1.4).band ?? 0;
      const right = filters[1]?.(random() * 2 - 1, 1_450, 1.4).band ?? 0;
      addAt(target, index, level * left, level * right);
    });
  }
};

/** A shaker or closed hat: high noise of `decaySeconds` after a soft start. */
export const shaker = (
  target: StereoSignal,
  hits: readonly Hit[],
  tone: {
    readonly cutoffHz: number;
    readonly attackSeconds: number;
    readonly decaySeconds: number;
    readonly position: number;
  },
  random: Random,
): void => {
  const [left, right] = pan(tone.position);
  for (const hit of hits) {
    const filter = stateVariableFilter();
    const length = tone.attackSeconds + 5 * tone.decaySeconds;
    eachSample(hit, length, (index, seconds) => {
      const fall = Math.exp(-Math.max(0, seconds - tone.attackSeconds) / tone.decaySeconds) * (1 - seconds / length);
      const value =
        0.085 *
        hit.velocity *
        Math.min(1, seconds / tone.attackSeconds) *
        fall *
        filter(random() * 2 - 1, tone.cutoffHz, 0.8).high;
      addAt(target, index, left * value, right * value);
    });
  }
};

/** The gain that leaves room for the last kick: falls by `depth` and comes back over a good eighth note. */
export const pump = (kicks: readonly Hit[], depth: number, recoverySeconds: number): ((seconds: number) => number) => {
  const times = kicks.map((hit) => hit.atSeconds);
  let next = 0;
  return (seconds) => {
    if (seconds < (times[next - 1] ?? 0)) next = 0;
    while (next < times.length && (times[next] ?? 0) <= seconds) next += 1;
    const since = seconds - (times[next - 1] ?? Number.NEGATIVE_INFINITY);
    const dip = Math.min(1, since / 0.006) * Math.exp(-((since / recoverySeconds) ** 2));
    return 1 - depth * dip;
  };
};
