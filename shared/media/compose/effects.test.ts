import { describe, expect, test } from 'vitest';
import { soundEffects } from '../../contracts/template.ts';
import { effects } from './effects.ts';

describe.each(soundEffects)('%s', (effect) => {
  const signal = effects[effect]();
  test('renders the same every time', () => {
    expect(effects[effect]()).toEqual(signal);
  });
  test('starts and ends in silence, and is finite throughout', () => {
    for (const channel of [signal.left, signal.right]) {
      expect(channel.every(Number.isFinite)).toBe(true);
      expect(Math.abs(channel[0] ?? 1)).toBeLessThan(0.01);
      expect(Math.abs(channel.at(-1) ?? 1)).toBeLessThan(0.001);
      expect(channel.some((sample) => Math.abs(sample) > 0.1)).toBe(true);
    }
  });
});
