import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '@reelyard/control-plane/database/connection.ts';
import { migrate } from '@reelyard/control-plane/database/migrate.ts';
import { runLedger } from '@reelyard/control-plane/test/ledger-run.ts';
import { startPostgres } from '@reelyard/deploy/local/postgres.ts';
import { sql } from 'kysely';
import { machineFacts } from './machine.ts';

/** The long run of the model test: what the suite does with a few thousand acts. Throws where the ledger differs. */
export const ledgerModelRun = async (argv: readonly string[]): Promise<string> => {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      acts: { type: 'string', default: '100000' },
      clients: { type: 'string', default: '64' },
      accounts: { type: 'string', default: '8' },
      seed: { type: 'string', default: '1' },
    },
  });
  const order = {
    seed: Number(values.seed),
    clients: Number(values.clients),
    accounts: Number(values.accounts),
    acts: Number(values.acts),
  };
  const folder = await mkdtemp(path.join(tmpdir(), 'ledger-model-'));
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres') });
  await migrate(postgres.url);
  const db = connect(postgres.url, { maxConnections: 64 });
  try {
    const { acts, seconds, outcomes, entries, differences } = await runLedger(db, order);
    const { rows } = await sql<{ name: string }>`select name from inv.run() where violations > 0`.execute(db);
    if (differences.length > 0 || rows.length > 0) {
      throw new Error(
        [`seed ${order.seed}: ${differences.length} acts differ from the model`, ...differences.slice(0, 10)]
          .concat(rows.map(({ name }) => `violated: ${name}`))
          .join('\n'),
      );
    }
    return [
      `${acts} acts of ${order.clients} clients on ${order.accounts} accounts, seed ${order.seed}: no difference from the model, all invariants hold`,
      `${seconds.toFixed(0)} s, ${(acts / seconds).toFixed(0)} acts/s, ${entries} ledger entries (${machineFacts()})`,
      ...Object.entries(outcomes).map(([outcome, count]) => `  ${outcome.padEnd(24)}${count}`),
    ].join('\n');
  } finally {
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
