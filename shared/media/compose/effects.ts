import type { SoundEffect } from '../../contracts/template.ts';
import { stateVariableFilter } from './filter.ts';
import { seededRandom } from './seeded-random.ts';
import { addAt, mixInto, type StereoSignal, sampleRate, silence } from './signal.ts';
import { reverberate } from './space.ts';

const drawn = (lengthSeconds: number, draw: (seconds: number) => readonly [number, number]): StereoSignal => {
  const signal = silence(lengthSeconds);
  for (let index = 0; index < signal.left.length; index += 1) {
    const [left, right] = draw(index / sampleRate);
    addAt(signal, index, left, right);
  }
  return signal;
};

const inRoom = (dry: StereoSignal, wet: number, decaySeconds: number): StereoSignal => {
  const result = silence(dry.left.length / sampleRate);
  mixInto(result, dry, 1);
  mixInto(result, reverberate(dry, { decaySeconds, preDelaySeconds: 0.004, damping: 0.3 }), wet);
  const fade = Math.round(0.08 * sampleRate);
  for (const channel of [result.left, result.right])
    for (let index = 0; index < fade; index += 1) {
      const at = channel.length - 1 - index;
      channel[at] = (index / fade) * (channel[at] ?? 0);
    }
  return result;
};

/** Air that passes from left to right, its centre rising and falling. */
const whoosh = (): StereoSignal => {
  const random = seededRandom(11);
  const filters = [stateVariableFilter(), stateVariableFilter()] as const;
  const dry = drawn(0.95, (seconds) => {
    const progress = Math.min(1, seconds / 0.7);
    const arch = Math.sin(Math.PI * progress ** 0.8) ** 2;
    const center = 350 + 2_100 * arch;
    const noise = random() * 2 - 1;
    const side = (progress - 0.5) * 1.3;
    return [
      arch * (1 - side) * filters[0](noise, center, 1.1).band,
      arch * (1 + side) * filters[1](noise, center * 1.06, 1.1).band,
    ];
  });
  return inRoom(dry, 0.25, 0.9);
};

/** A small wooden tick: two short sines and a breath of noise. */
const tick = (): StereoSignal => {
  const random = seededRandom(12);
  const filter = stateVariableFilter();
  const dry = drawn(0.32, (seconds) => {
    const attack = Math.min(1, seconds / 0.0008);
    const wood = Math.sin(2 * Math.PI * 1_760 * seconds) * Math.exp(-seconds / 0.012);
    const body = 0.7 * Math.sin(2 * Math.PI * 880 * seconds) * Math.exp(-seconds / 0.022);
    const breath = 0.4 * Math.exp(-seconds / 0.004) * filter(random() * 2 - 1, 4_000, 0.8).high;
    const value = attack * (wood + body + breath);
    return [value, value];
  });
  return inRoom(dry, 0.14, 0.5);
};

/** A soft bubble: a sine that jumps up and is gone. */
const pop = (): StereoSignal => {
  let phase = 0;
  const dry = drawn(0.36, (seconds) => {
    phase += (300 + 560 * Math.min(1, seconds / 0.05) ** 1.6) / sampleRate;
    const level = Math.min(1, seconds / 0.004) * Math.exp(-((seconds / 0.055) ** 1.5));
    const value = level * (Math.sin(2 * Math.PI * phase) + 0.18 * Math.sin(4 * Math.PI * phase));
    return [value, value];
  });
  return inRoom(dry, 0.16, 0.6);
};

/** Tension before a statement: noise and a fifth that climb for 1.6 s, then let go. */
const riser = (): StereoSignal => {
  const random = seededRandom(14);
  const filters = [stateVariableFilter(), stateVariableFilter()] as const;
  let phase = 0;
  const dry = drawn(2.3, (seconds) => {
    const climb = Math.min(1, seconds / 1.6);
    const level = climb ** 2.2 * (seconds < 1.6 ? 1 : Math.exp(-(seconds - 1.6) / 0.05));
    phase += (220 * 2 ** climb) / sampleRate;
    const tone = 0.22 * (Math.sin(2 * Math.PI * phase) + 0.7 * Math.sin(3 * Math.PI * phase));
    const cutoff = 500 + 4_500 * climb ** 2;
    const tremble = 1 - 0.25 * (0.5 + 0.5 * Math.sin(2 * Math.PI * (5 + 7 * climb) * seconds));
    return [
      level * tremble * (tone + filters[0](random() * 2 - 1, cutoff, 1.2).band),
      level * tremble * (tone + filters[1](random() * 2 - 1, cutoff, 1.2).band),
    ];
  });
  return inRoom(dry, 0.3, 1.2);
};

/** Each effect drawn anew; levels are set when it is encoded. */
export const effects: Record<SoundEffect, () => StereoSignal> = { whoosh, tick, pop, riser };
