import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Farm, startFarm } from './harness.ts';
import { runPriceSequences } from './price-sequences.ts';

let farm: Farm;
beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());

test('I10: over random edits, publishes, failures and cancels, what was quoted is what is charged less what came back', {
  timeout: 240_000,
}, async () => {
  const seed = Date.now() % 2 ** 31;
  expect(await runPriceSequences({ farm, sequences: 6, steps: 30, seed }), `seed ${seed}`).toBeGreaterThan(10);
  const { rows } = await sql<{ name: string }>`select name from inv.run() where violations > 0`.execute(farm.db);
  expect(rows, `seed ${seed}`).toEqual([]);
});
