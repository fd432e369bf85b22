import { parseArgs } from 'node:util';
import { startFarm } from '@reelyard/control-plane/test/harness.ts';
import { runPriceSequences } from '@reelyard/control-plane/test/price-sequences.ts';
import { sql } from 'kysely';
import { machineFacts } from './machine.ts';

/** The price that is quoted against what is charged and returned, over many random sequences; throws with the seed of one that is wrong. */
export const priceSequences = async (options: readonly string[]): Promise<string> => {
  const { values } = parseArgs({
    args: [...options],
    options: {
      sequences: { type: 'string', default: '2000' },
      steps: { type: 'string', default: '30' },
      seed: { type: 'string' },
    },
  });
  const [sequences, steps] = [Number(values.sequences), Number(values.steps)];
  const seed = Number(values.seed ?? Date.now() % 2 ** 31);
  const farm = await startFarm({ LOG_LEVEL: 'warn' });
  try {
    const publishes = await runPriceSequences({
      farm,
      sequences,
      steps,
      seed,
      onSequence: (done) => {
        if (done % 100 === 0) process.stderr.write(`${done} of ${sequences} sequences\n`);
      },
    });
    const { rows } = await sql<{ name: string }>`select name from inv.run() where violations > 0`.execute(farm.db);
    if (rows.length > 0) throw new Error(`invariants of seed ${seed}: ${rows.map(({ name }) => name).join(', ')}`);
    return [
      machineFacts(),
      `${sequences} sequences of ${steps} steps, seed ${seed}: ${publishes} publishes and renders,`,
      'each charged what was quoted less what came back; every invariant is zero.',
    ].join('\n');
  } finally {
    await farm.close();
  }
};
