/** Runs work for as long as fewer than `atOnce` pieces are under way; the others wait for their turn, in order. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

export const takeTurns = (atOnce: number): Turns => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running += 1;
    // The turn of the one that ends is handed over, not given back: nobody can slip in between.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
