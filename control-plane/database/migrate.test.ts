import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startPostgres } from '@reelyard/deploy/local/postgres.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertDurable, connect, type Database, inTransaction } from './connection.ts';
import { generateSchema, schemaPath } from './generate-schema.ts';
import { listMigrations, migrate } from './migrate.ts';

let folder: string;
let postgres: EmbeddedPostgres;
let db: Database;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'migrate-test-'));
  postgres = await startPostgres({ dataDir: folder });
  db = connect(postgres.url);
});
afterAll(async () => {
  await db.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

test('several processes that start at once run every migration exactly once, in order', async () => {
  const ran = await Promise.all([migrate(postgres.url), migrate(postgres.url), migrate(postgres.url)]);
  const names = await listMigrations();
  expect(ran.filter((list) => list.length > 0)).toEqual([names]);
  const applied = await db.selectFrom('migration').select('name').orderBy('applied_at').execute();
  expect(applied.map(({ name }) => name)).toEqual(names);
  expect(await migrate(postgres.url)).toEqual([]);
});

test('schema.gen.ts is what the migrations make; run generate-schema.ts after adding one', async () => {
  expect(await generateSchema(postgres.url)).toBe(await readFile(schemaPath, 'utf8'));
});

test('C2: a transaction that lost against another one runs again, and what throws leaves nothing', async () => {
  const account = (id: string) => ({ id, name: id, plan: 'pro' as const });
  let runs = 0;
  await inTransaction(db, async (trx) => {
    runs += 1;
    await trx.insertInto('account').values(account('acc_retried')).execute();
    if (runs === 1) await sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`.execute(trx);
  });
  const failing = inTransaction(db, async (trx) => {
    await trx.insertInto('account').values(account('acc_failed')).execute();
    throw new Error('stop');
  });
  await expect(failing).rejects.toThrow('stop');
  const rows = await db.selectFrom('account').select('id').execute();
  expect({ runs, ids: rows.map(({ id }) => id) }).toEqual({ runs: 2, ids: ['acc_retried'] });
});

test('bigint columns are read as numbers', async () => {
  const { rows } = await sql<{ size: unknown }>`select 9007199254740991::bigint as size`.execute(db);
  expect(rows[0]?.size).toBe(9_007_199_254_740_991);
});

test('C1: a database that may forget what was acknowledged is refused', async () => {
  await expect(assertDurable(db)).resolves.toBeUndefined();
  await sql`alter role current_user set synchronous_commit = off`.execute(db);
  const forgetful = connect(postgres.url);
  await expect(assertDurable(forgetful)).rejects.toThrow('synchronous_commit=off');
  await forgetful.destroy();
  await sql`alter role current_user reset synchronous_commit`.execute(db);
});
