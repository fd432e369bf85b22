import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LauncherConfig } from '../config.ts';
import { lockFarm } from '../farm-lock.ts';
import { startPostgres } from '../postgres.ts';

export interface FarmDatabase {
  readonly url: string;
  /** Whose it is, without its password. */
  readonly what: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The fourth line of postmaster.pid is the port; null where no server has written one. */
function runningPort(cluster: string): number | null {
  try {
    const port = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[3]);
    return Number.isInteger(port) && port > 0 ? port : null;
  } catch {
    return null;
  }
}

/**
 * The database of a farm: DATABASE_URL where that is set, the embedded one of a farm that runs, or else the data of one
 * that does not, for as long as the answer is kept. Throws where there is none.
 */
export async function openFarmDatabase({ databaseUrl, dataPath }: LauncherConfig): Promise<FarmDatabase> {
  if (databaseUrl !== null) {
    const { host, pathname } = new URL(databaseUrl);
    return { url: databaseUrl, what: `${host}${pathname} (DATABASE_URL)`, async [Symbol.asyncDispose]() {} };
  }
  const folder = join(dataPath, 'postgres');
  if (!existsSync(join(folder, 'cluster'))) {
    throw new Error(
      `there is no farm in ${dataPath}: start one with "npm start", or name its data with FARM_DATA=/folder`,
    );
  }
  const port = runningPort(join(folder, 'cluster'));
  if (port !== null) {
    const password = readFileSync(join(folder, 'password'), 'utf8');
    const url = `postgres://farm:${password}@127.0.0.1:${port}/farm`;
    return { url, what: `the farm in ${dataPath}, which runs`, async [Symbol.asyncDispose]() {} };
  }
  const lock = await lockFarm(dataPath);
  const postgres = await startPostgres({ dataDir: folder });
  return {
    url: postgres.url,
    what: `the farm in ${dataPath}, which does not run`,
    async [Symbol.asyncDispose]() {
      await postgres.stop();
      await lock[Symbol.asyncDispose]();
    },
  };
}
