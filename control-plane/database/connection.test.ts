import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@reelyard/deploy/local/postgres.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type ConnectionWatch, connect, inTransaction, type PoolState } from './connection.ts';
import { databaseErrorKind } from './error-kind.ts';

const watching = () => {
  const failures: unknown[] = [];
  const waits: number[] = [];
  let poolState: (() => PoolState) | null = null;
  const watch: ConnectionWatch = {
    waited: (seconds) => waits.push(seconds),
    failed: (error) => failures.push(error),
    pool: (state) => {
      poolState = state;
    },
  };
  return { watch, failures, waits, poolState: () => poolState?.() };
};

it('a database that is out of reach is told as one failure and one wait, and the error is passed on', async () => {
  const { watch, failures, waits, poolState } = watching();
  const db = connect('postgres://nobody@127.0.0.1:1/none', { watch });
  await expect(sql`select 1`.execute(db)).rejects.toThrow('ECONNREFUSED');
  expect(failures.map(databaseErrorKind)).toEqual(['connection']);
  expect(waits).toHaveLength(1);
  expect(poolState()).toEqual({ maxCount: 20, idleCount: 0, usedCount: 0, waiterCount: 0 });
  await db.destroy();
});

it('a statement that fails is told once, inside a transaction too, and its connection is used again', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'connection-test-'));
  const postgres = await startPostgres({ dataDir: folder });
  const { watch, failures, waits, poolState } = watching();
  const db = connect(postgres.url, { watch, maxConnections: 2 });
  try {
    await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('division by zero');
    await expect(inTransaction(db, (trx) => sql`select * from no_table`.execute(trx))).rejects.toThrow('no_table');
    expect(failures.map(databaseErrorKind)).toEqual(['other', 'other']);
    const used = await db.connection().execute(async () => poolState());
    expect(used).toEqual({ maxCount: 2, idleCount: 0, usedCount: 1, waiterCount: 0 });
    expect(poolState()).toEqual({ maxCount: 2, idleCount: 1, usedCount: 0, waiterCount: 0 });
    expect(waits).toHaveLength(3);
  } finally {
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true });
  }
});
