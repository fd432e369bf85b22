import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@reelyard/deploy/local/postgres.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connect } from '../database/connection.ts';
import { migrate } from '../database/migrate.ts';
import { runLedger } from './ledger-run.ts';

/** The long run is a bench (ledger-model); here a short one, with another seed each time. */
test('A3, A4, A12: what 64 clients do to the ledger at once is what a model of it does one after the other', async () => {
  const seed = Math.floor(Math.random() * 1_000_000);
  process.stdout.write(`ledger model: seed ${seed}\n`);
  const folder = await mkdtemp(path.join(tmpdir(), 'ledger-model-'));
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres') });
  await migrate(postgres.url);
  const db = connect(postgres.url, { maxConnections: 64 });
  try {
    const { acts, differences, outcomes } = await runLedger(db, { seed, clients: 64, accounts: 6, acts: 2_500 });
    expect(differences.slice(0, 5), `seed ${seed}`).toEqual([]);
    expect(acts).toBe(2_500);
    for (const seen of ['reserve', 'refund', 'expire', 'INSUFFICIENT_CREDITS', 'KEY_MONTHLY_CAP', 'CREDITS_OWED']) {
      expect(outcomes[seen], `${seen} with seed ${seed}`).toBeGreaterThan(0);
    }
    const { rows } = await sql`select name, offenders from inv.run() where violations > 0`.execute(db);
    expect(rows, `seed ${seed}`).toEqual([]);
  } finally {
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
