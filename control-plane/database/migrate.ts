import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const migrationsPath = fileURLToPath(new URL('migrations', import.meta.url));
const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/;
/** Any constant: every process of the farm must ask for the same lock. */
const advisoryLockKey = 727_465_001;

/** uuidv7() came with it; what the ledger does under load was measured on it. */
const oldestServer = 18;

const assertVersion = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ number: number; version: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
  );
  const { number = 0, version = 'unknown' } = rows[0] ?? {};
  if (number >= oldestServer * 10_000) return;
  throw new Error(
    `Reelyard needs PostgreSQL ${oldestServer} or newer, and the one at DATABASE_URL is ${version}. Upgrade it, or leave ` +
      'DATABASE_URL out to use the one that comes with the farm.',
  );
};

/** The files below migrations/ in order. Throws on a name that does not fit or a number that is used twice. */
export const listMigrations = async (): Promise<string[]> => {
  const names = (await readdir(migrationsPath)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = names.map((name) => fileName.exec(name)?.[1] ?? name);
  const odd = names.find((name, index) => !fileName.test(name) || numbers.indexOf(numbers[index] ?? '') !== index);
  if (odd !== undefined) throw new Error(`Migration ${odd} is not named NNNN_name.sql with a number of its own`);
  return names;
};

/**
 * Brings the database up to date: every file that has not run yet, each in a transaction of its own, forward only,
 * under an advisory lock so that two control planes may start at once. A crash in between leaves whole files (C11).
 * Throws where the server is too old.
 *
 * @returns the names that ran now
 */
export const migrate = async (url: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url, application_name: 'migrate' });
  await client.connect();
  try {
    await assertVersion(client);
    await client.query('select pg_advisory_lock($1)', [advisoryLockKey]);
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migration');
    const applied = new Set(rows.map((row) => row.name));
    const pending = (await listMigrations()).filter((name) => !applied.has(name));
    for (const name of pending) await applyMigration(client, name);
    return pending;
  } finally {
    await client.end();
  }
};

const applyMigration = async (client: pg.Client, name: string): Promise<void> => {
  const statements = await readFile(`${migrationsPath}/${name}`, 'utf8');
  try {
    await client.query('begin');
    await client.query(statements);
    await client.query('insert into migration (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`applying migration ${name}`, { cause: error });
  }
};
