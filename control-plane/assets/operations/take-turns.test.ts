import { describe, expect, it } from 'vitest';
import { takeTurns } from './take-turns.ts';

describe('taking turns', () => {
  it('never has more pieces of work under way than it may, and does all of them', async () => {
    const turns = takeTurns(2);
    let running = 0;
    let most = 0;
    const work = async (index: number): Promise<number> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return index;
    };
    const results = await Promise.all([0, 1, 2, 3, 4, 5, 6].map((index) => turns(() => work(index))));
    expect(results).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(most).toBe(2);
  });

  it('passes the turn on when work throws', async () => {
    const turns = takeTurns(1);
    const failing = turns(() => Promise.reject(new Error('no')));
    const next = turns(async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});
