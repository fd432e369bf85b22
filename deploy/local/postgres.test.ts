import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, type PostgresOptions, startPostgres } from './postgres.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { lives } from './process-lives.ts';

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };
const checkout = fileURLToPath(new URL('../..', import.meta.url));
const nobodyReadsCheckout = isRoot && spawnSync('ls', [checkout], { ...nobody, cwd: '/' }).status === 0;

const folders: string[] = [];
const servers: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reelyard-pg-'));
  folders.push(folder);
  return folder;
}

async function start(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const server = await startPostgres(options);
  servers.push(server);
  return server;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A server in a child process of its own; `user` runs that process as nobody. */
async function startInChild(dataDir: string, user: { uid?: number; gid?: number } = {}) {
  const script = `import { startPostgres } from ${JSON.stringify(new URL('postgres.ts', import.meta.url).href)};
    const { pid, url } = await startPostgres({ dataDir: process.argv[1] });
    process.stdout.write(JSON.stringify({ pid, url }) + '\\n');
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    ...user,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, ...(JSON.parse(line) as { pid: number; url: string }) };
}

describe('the embedded PostgreSQL', () => {
  it('keeps data and password over a restart and acknowledges only what is on disk', async () => {
    const dataDir = join(newFolder(), "a folder with spaces, a ' quote and $HOME", 'postgres');
    const first = await start({ dataDir });
    expect(await query(first.url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
    expect(await query(first.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    await query(first.url, "create table kept as select 'still here' as word");
    await first.stop();
    await first.stop();
    expect(lives(first.pid)).toBe(false);

    const second = await start({ dataDir });
    expect(await query(second.url, 'select word from kept')).toEqual([{ word: 'still here' }]);
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
  });

  it('leaves the folders above the data as they were and closes the data to others', async () => {
    const parent = join(newFolder(), 'parent');
    mkdirSync(parent, { mode: 0o755 });
    const { url } = await start({ dataDir: join(parent, 'new', 'postgres'), databaseName: 'Odd "name"' });
    expect(statSync(parent).mode & 0o777).toBe(0o755);
    expect(statSync(join(parent, 'new')).mode & 0o777).toBe(0o755);
    expect(statSync(join(parent, 'new', 'postgres', 'cluster')).mode & 0o777).toBe(0o700);
    expect(statSync(join(parent, 'new', 'postgres', 'password')).mode & 0o777).toBe(0o600);
    expect(await query(url, 'select current_database() as name')).toEqual([{ name: 'Odd "name"' }]);
  });

  it('refuses a connection without the password', async () => {
    const { url } = await start({ dataDir: newFolder() });
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  it.runIf(isRoot)('runs as nobody on data that nobody cannot reach', async () => {
    const closed = newFolder();
    chmodSync(closed, 0o700);
    const { url, pid } = await start({ dataDir: join(closed, 'x', '.farm', 'postgres') });
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\s+65534\s/m);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(spawnSync('ls', [join(closed, 'x')], nobody).status).not.toBe(0);
  });

  it.runIf(nobodyReadsCheckout)('runs without root, and later as root on the same data', async () => {
    const home = newFolder();
    spawnSync('chown', ['65534:65534', home]);
    const { child, pid, url } = await startInChild(join(home, 'postgres'), nobody);
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\s+65534\s/m);
    await query(url, "create table kept as select 'mine' as word");
    child.kill('SIGKILL');
    await vi.waitUntil(() => !lives(pid), { timeout: 20_000 });

    const later = await start({ dataDir: join(home, 'postgres') });
    expect(await query(later.url, 'select word from kept')).toEqual([{ word: 'mine' }]);
  });

  it('ends when its parent is killed with -9, and the data start again at once', async () => {
    const dataDir = newFolder();
    const { child, pid, url } = await startInChild(dataDir);
    await query(url, 'create table kept as select 1 as one');
    child.kill('SIGKILL');
    const again = await start({ dataDir });
    expect(lives(pid)).toBe(false);
    expect(await query(again.url, 'select one from kept')).toEqual([{ one: 1 }]);
  });

  it('recovers after a crash although the number of the dead server now belongs to another process', async () => {
    const dataDir = newFolder();
    const first = await start({ dataDir });
    await query(first.url, 'create table kept as select 1 as one');
    const lock = join(dataDir, 'cluster', 'postmaster.pid');
    const left = readFileSync(lock, 'utf8');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const other = spawn('sleep', ['600'], { ...(isRoot ? nobody : {}), cwd: '/' });
    children.push(other);
    await once(other, 'spawn');
    writeFileSync(lock, left.replace(/^\d+/, String(other.pid)));

    const second = await start({ dataDir });
    expect(await query(second.url, 'select one from kept')).toEqual([{ one: 1 }]);
    expect(other.exitCode).toBeNull();
  });

  it('refuses data that a running server uses, and does not disturb it', async () => {
    const dataDir = newFolder();
    const { url, pid } = await start({ dataDir });
    await expect(startPostgres({ dataDir })).rejects.toThrow(`another PostgreSQL (process ${pid}) serves`);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts over when making the cluster was interrupted', async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'cluster.new', 'base'), { recursive: true });
    writeFileSync(join(dataDir, 'password'), 'half');
    const { url } = await start({ dataDir });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('names the port that another program holds', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    await expect(startPostgres({ dataDir: newFolder(), port })).rejects.toThrow(`cannot listen on port ${port}`);
    holder.close();
  });
});

describe('the programs of the embedded PostgreSQL', () => {
  const original = dirname(postgresBinaries({}));

  function packageWithoutLinks(): string {
    const installed = join(newFolder(), 'package');
    mkdirSync(installed);
    cpSync(original, installed, { recursive: true, verbatimSymlinks: true });
    for (const entry of readdirSync(join(installed, 'native', 'lib'), { withFileTypes: true })) {
      if (entry.isSymbolicLink()) rmSync(join(entry.parentPath, entry.name));
    }
    return installed;
  }

  it('run from an install whose scripts were not allowed to make the soname links', () => {
    const installed = packageWithoutLinks();
    if (isRoot) chmodSync(dirname(installed), 0o755);
    expect(postgresBinaries(isRoot ? nobody : {}, { installed })).toBe(join(installed, 'native'));
  });

  it.runIf(isRoot)('are copied once where the checkout is closed to the user that runs them', () => {
    const installed = packageWithoutLinks();
    spawnSync('chmod', ['-R', 'go-rwx', dirname(installed)]);
    const foreign = newFolder();
    chmodSync(foreign, 0o755);
    const cache = newFolder();
    chmodSync(cache, 0o755);
    const name = `reelyard-postgres-${(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string }).version}`;
    mkdirSync(join(foreign, name, 'bin'), { recursive: true });
    spawnSync('chown', ['65534', join(foreign, name)]);

    const options = { installed, caches: ['/nowhere', foreign, cache] };
    expect(postgresBinaries(nobody, options)).toBe(join(cache, name));
    const copiedAt = statSync(join(cache, name)).ctimeMs;
    expect(postgresBinaries(nobody, options)).toBe(join(cache, name));
    expect(statSync(join(cache, name)).ctimeMs).toBe(copiedAt);
    expect(readdirSync(foreign)).toEqual([name]);
    expect(readdirSync(cache)).toEqual([name]);
  });

  it('say how to do without them where they cannot run', () => {
    const installed = packageWithoutLinks();
    writeFileSync(join(installed, 'native', 'bin', 'postgres'), 'not a program');
    expect(() => postgresBinaries({}, { installed, caches: [] })).toThrow(/give a real one by DATABASE_URL/);
  });
});
