import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { LauncherConfig } from '../config.ts';
import { startPostgres } from '../postgres.ts';
import { broken, type Finding, good } from './finding.ts';

/** Oldest server with everything that the farm asks of PostgreSQL. */
const leastMajor = 15;

/** Asks the server behind DATABASE_URL, or starts the embedded one on a folder of its own and stops it. */
export async function checkDatabase({ databaseUrl, dataPath }: LauncherConfig): Promise<Finding> {
  const part = 'Database';
  if (databaseUrl !== null) {
    const { host, pathname } = new URL(databaseUrl);
    try {
      const version = await versionOf(databaseUrl);
      const what = `PostgreSQL ${version} on ${host}${pathname} (DATABASE_URL)`;
      return Number.parseInt(version, 10) >= leastMajor
        ? good(part, what)
        : broken(part, what, `The farm needs PostgreSQL ${leastMajor} or newer.`);
    } catch (error) {
      return broken(
        part,
        `${host}${pathname} (DATABASE_URL): ${(error as Error).message}`,
        'Start that server or correct DATABASE_URL; without it the farm brings its own.',
      );
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'reelyard-doctor-'));
  try {
    const server = await startPostgres({ dataDir: folder });
    try {
      const existing = existsSync(join(dataPath, 'postgres', 'cluster')) ? 'has data' : 'no data yet';
      return good(part, `embedded PostgreSQL ${await versionOf(server.url)} starts (${existing})`);
    } finally {
      await server.stop();
    }
  } catch (error) {
    return broken(
      part,
      (error as Error).message,
      'Give a PostgreSQL server by DATABASE_URL=postgres://user:password@host/database',
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version ?? '';
  } finally {
    await client.end();
  }
}
