import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { clearStaleLock } from './postgres-lock.ts';
import { databaseUser, followingParent, type RunAs } from './run-as.ts';

export interface PostgresOptions {
  /** Made when missing. Holds `cluster/` (PostgreSQL's own) and `password` (0600). */
  readonly dataDir: string;
  /** 0 or absent = a free one. */
  readonly port?: number;
  /** Made when missing; default "farm". */
  readonly databaseName?: string;
  /** Every line of the server's log. */
  readonly onLog?: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** Connection string of the superuser to `databaseName`. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Settles when the server has ended, for whatever reason. Never rejects. */
  readonly exited: Promise<void>;
  /** Rolls open transactions back, checkpoints and ends; settles when the process is gone. May be called twice. */
  stop(): Promise<void>;
}

const superuser = 'farm';
const stopPatienceMs = 20_000;
const bindAttempts = 5;

/**
 * PostgreSQL's data folder is given to it as its working directory under this name: the link leads straight to the
 * folder, so none of its parents has to be open to the user that PostgreSQL runs as (/root/reelyard/.farm works), and
 * no quoting of the path can go wrong on the way through initdb's shell.
 */
const ownFolder = '/proc/self/cwd';

/**
 * Settings of the server, safe first: an acknowledged publish survives a crash (`synchronous_commit=off` lost 58 of 4,871).
 * The rest fits one small machine: no replication, no parallel queries (containers have a /dev/shm of 64 MB),
 * reads from flash, no just-in-time compiler for queries of a millisecond.
 */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  jit: 'off',
  io_method: 'sync',
  idle_in_transaction_session_timeout: '5min',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Starts the bundled PostgreSQL on `dataDir`, which is initialised on first use, and makes `databaseName`.
 * It listens on the loopback address only and stops when this process ends, kill -9 included. Call it from the main thread.
 * Throws when the data belong to a running server, cannot be read, or the port is taken; the message says which.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, databaseName = 'farm', onLog = () => {} } = options;
  mkdirSync(dataDir, { recursive: true });
  // Only the last folder: a mode given to a recursive mkdir would close the parents too. The server's user passes through.
  chmodSync(dataDir, 0o711);
  const folder = realpathSync(dataDir);
  const cluster = join(folder, 'cluster');
  const runAs = databaseUser(cluster);
  const binaries = postgresBinaries(runAs);
  if (!existsSync(cluster)) initialise(folder, binaries, runAs);
  await clearStaleLock(cluster);

  const password = readFileSync(join(folder, 'password'), 'utf8');
  const { server, port } = await listen(cluster, binaries, runAs, options.port ?? 0, onLog);
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = () => stopServer(server, exited);
  const url = (database: string) =>
    `postgres://${superuser}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  try {
    await createDatabase(url('postgres'), databaseName);
  } catch (cause) {
    await stop();
    throw new Error(`PostgreSQL started on ${folder} but the database "${databaseName}" could not be opened`, {
      cause,
    });
  }
  return { url: url(databaseName), port, pid: server.pid ?? 0, exited, stop };
}

/** Makes the cluster beside its final place and renames it there: one that exists is whole. */
function initialise(folder: string, binaries: string, runAs: RunAs): void {
  const half = join(folder, 'cluster.new');
  const password = join(folder, 'password');
  rmSync(half, { recursive: true, force: true });
  rmSync(password, { force: true });
  mkdirSync(half, { mode: 0o700 });
  writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  for (const path of [half, password]) giveTo(path, runAs);
  const made = spawnSync(
    join(binaries, 'bin', 'initdb'),
    ['-D', ownFolder, `--username=${superuser}`, '--pwfile=../password', '--auth=scram-sha-256'].concat([
      '--locale=C.UTF-8',
      '--locale-provider=builtin',
      '--encoding=UTF8',
      '--no-sync',
      '--no-instructions',
    ]),
    { ...runAs, cwd: half, encoding: 'utf8' },
  );
  if (made.status !== 0) {
    throw new Error(`initdb failed in ${folder}: ${made.error?.message ?? (made.stderr.trim() || made.stdout.trim())}`);
  }
  giveTo(password, { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 });
  renameSync(half, join(folder, 'cluster'));
}

function giveTo(path: string, { uid, gid }: RunAs): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

async function listen(cluster: string, binaries: string, runAs: RunAs, wanted: number, onLog: (line: string) => void) {
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted === 0 ? await freePort() : wanted;
    const outcome = await spawnServer(cluster, binaries, runAs, port, onLog);
    if (outcome.ready) return { server: outcome.server, port };
    const taken = outcome.log.some((line) => line.includes('could not bind'));
    // Between finding a free port and binding it somebody else may have taken it.
    if (taken && wanted === 0 && attempt < bindAttempts) continue;
    if (taken)
      throw new Error(`PostgreSQL cannot listen on port ${port}: another program does. Free it or choose another`);
    throw new Error(`PostgreSQL did not start on ${cluster}: ${outcome.log.slice(-5).join(' | ') || 'no message'}`);
  }
}

type Outcome = { ready: true; server: ChildProcess } | { ready: false; log: string[] };

function spawnServer(
  cluster: string,
  binaries: string,
  runAs: RunAs,
  port: number,
  onLog: (line: string) => void,
): Promise<Outcome> {
  const options = Object.entries({ port, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = followingParent('INT', runAs, [join(binaries, 'bin', 'postgres'), '-D', ownFolder, ...options]);
  // Its own process group: Ctrl-C in the terminal must reach the launcher, which stops the database last.
  const server = spawn(command.file, command.args, {
    ...command.runAs,
    cwd: cluster,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    const log: string[] = [];
    server.once('error', (cause) => reject(new Error('PostgreSQL could not be run', { cause })));
    server.once('close', () => resolve({ ready: false, log }));
    createInterface({ input: server.stderr }).on('line', (line) => {
      onLog(line);
      if (log.length < 100) log.push(line);
      if (line.includes('database system is ready to accept connections')) resolve({ ready: true, server });
    });
  });
}

async function stopServer(server: ChildProcess, exited: Promise<void>): Promise<void> {
  const running = () => server.exitCode === null && server.signalCode === null;
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!running()) return;
    server.kill(signal);
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), stopPatienceMs);
    await Promise.race([exited, once(patience.signal, 'abort')]);
    clearTimeout(timer);
  }
  await exited;
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
