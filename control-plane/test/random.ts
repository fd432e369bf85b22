/** Numbers that are the same for the same seed. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  pick<T>(entries: readonly T[]): T;
  /** True with this probability. */
  chance(probability: number): boolean;
}

/** mulberry32: enough for choosing what a test does next, and short enough to be read. */
export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (entries) => {
      const entry = entries[below(entries.length)];
      if (entry === undefined) throw new Error('nothing to pick from');
      return entry;
    },
    chance: (probability) => next() < probability,
  };
};
