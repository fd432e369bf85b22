import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it, vi } from 'vitest';
import { readLauncherConfig } from './config.ts';
import { type Farm, type FarmEvent, startFarm } from './farm.ts';
import { startPostgres } from './postgres.ts';
import { lives } from './process-lives.ts';

const folders: string[] = [];
const farms: Farm[] = [];
const launchers: ChildProcess[] = [];
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const launcher of launchers.splice(0)) launcher.kill('SIGKILL');
  await Promise.all(farms.splice(0).map((farm) => farm.stop(AbortSignal.abort())));
  for (const close of closers.splice(0)) await close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newDataPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reelyard farm-'));
  folders.push(folder);
  return join(folder, '.farm');
}

const environmentOf = (dataPath: string, more: Record<string, string> = {}) => ({
  PATH: process.env['PATH'] ?? '',
  FARM_DATA: dataPath,
  FARM_PORT: '0',
  FARM_WORKERS: '1',
  FARM_CAPTURE_NODES: '0',
  ...more,
});

async function start(
  dataPath: string,
  more: Record<string, string> = {},
  onEvent: (event: FarmEvent) => void = () => {},
) {
  const farm = await startFarm(readLauncherConfig(environmentOf(dataPath, more)), { onEvent });
  farms.push(farm);
  return farm;
}

const pidsOf = (farm: Farm): number[] => Object.values(farm.pids()).filter((pid) => pid !== null);
const isReady = async (farm: Farm) =>
  (await fetch(new URL('/readyz', farm.access.baseUrl)).catch(() => null))?.ok === true;

/** Signs in with the user of access.json, as the farm's own pages do it. */
const signIn = async ({ baseUrl, webUser }: Farm['access']) => {
  const { origin } = new URL(baseUrl);
  const answer = await fetch(`${origin}/auth/sign-in`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify(webUser),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const { data } = (await (await fetch(`${baseUrl}/account`, { headers: { cookie } })).json()) as {
    data: { id: string; user: { role: string } };
  };
  return { account: data.id, role: data.user.role };
};

it('starts ready, says how it is reached, stops leaving nothing, and is the same farm the next time', async () => {
  const dataPath = newDataPath();
  const farm = await start(dataPath, { FARM_CAPTURE_NODES: '1' });
  expect(await isReady(farm)).toBe(true);
  expect(Object.keys(farm.pids())).toEqual(['database', 'control plane', 'render node 1', 'capture node 1']);

  const accessFile = join(dataPath, 'access.json');
  expect(statSync(accessFile).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataPath, 'secrets.json')).mode & 0o777).toBe(0o600);
  const access = JSON.parse(readFileSync(accessFile, 'utf8')) as Farm['access'];
  const { port } = new URL(access.baseUrl);
  expect(access).toEqual({
    baseUrl: `http://127.0.0.1:${port}/api/v2`,
    consoleUrl: `http://127.0.0.1:${port}/console/`,
    adminUrl: `http://127.0.0.1:${port}/admin/graphql`,
    metricsUrl: `http://127.0.0.1:${port}/metrics`,
    mcpUrl: `http://127.0.0.1:${port}/mcp`,
    liveKey: expect.stringMatching(/^svc_live_/),
    testKey: expect.stringMatching(/^svc_test_/),
    adminToken: expect.any(String),
    nodeToken: expect.any(String),
    webUser: { email: expect.any(String), password: expect.any(String) },
  });
  expect(await signIn(access)).toEqual({ account: 'acc_local', role: 'admin' });
  const templates = await fetch(`${access.baseUrl}/templates`, { headers: { 'x-api-key': access.liveKey } });
  expect(templates.status).toBe(200);
  const admin = await fetch(access.adminUrl, {
    method: 'POST',
    headers: { authorization: `Bearer ${access.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ account(id: "acc_local") { plan } }' }),
  });
  expect(await admin.json()).toEqual({ data: { account: { plan: 'PRO' } } });

  await expect(startFarm(readLauncherConfig(environmentOf(dataPath)))).rejects.toThrow(
    `a farm is already running on ${dataPath} (process ${process.pid})`,
  );
  expect(await isReady(farm)).toBe(true);

  const pids = pidsOf(farm);
  await farm.stop();
  expect(pids.filter(lives)).toEqual([]);
  expect(readdirSync(join(dataPath, 'logs')).toSorted()).toEqual([
    'capture-node-1.log',
    'control-plane.log',
    'postgres.log',
    'render-node-1.log',
  ]);

  const again = await start(dataPath);
  expect({ ...again.access, baseUrl: '' }).toMatchObject({
    liveKey: access.liveKey,
    testKey: access.testKey,
    webUser: access.webUser,
  });
  expect(await signIn(again.access)).toEqual({ account: 'acc_local', role: 'admin' });
  expect(readdirSync(join(dataPath, 'logs'))).toContain('control-plane.log.1');
});

it('starts a killed control plane, render node and database again, and says so', async () => {
  const events: FarmEvent[] = [];
  const farm = await start(newDataPath(), {}, (event) => events.push(event));
  for (const name of ['render node 1', 'control plane', 'database']) {
    const killed = farm.pids()[name] ?? 0;
    process.kill(killed, 'SIGKILL');
    await vi.waitUntil(() => ![null, killed].includes(farm.pids()[name] ?? null), { timeout: 30_000 });
    expect(events).toContainEqual(expect.objectContaining({ kind: 'died', name }));
  }
  await vi.waitUntil(() => isReady(farm), { timeout: 50_000, interval: 200 });
});

it('leaves no process when the launcher is killed with -9', async () => {
  const dataPath = newDataPath();
  const script = `import { readLauncherConfig } from ${JSON.stringify(new URL('config.ts', import.meta.url).href)};
    import { startFarm } from ${JSON.stringify(new URL('farm.ts', import.meta.url).href)};
    const farm = await startFarm(readLauncherConfig(process.env));
    console.log(JSON.stringify(Object.values(farm.pids())));`;
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: environmentOf(dataPath, { FARM_CAPTURE_NODES: '1' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  launchers.push(launcher);
  const failed = once(launcher, 'exit').then(() => {
    throw new Error('the launcher ended before it was ready');
  });
  const line = once(createInterface({ input: launcher.stdout }), 'line') as Promise<[string]>;
  const pids = JSON.parse((await Promise.race([line, failed]))[0]) as number[];
  failed.catch(() => {});
  expect(pids.filter(lives)).toHaveLength(4);
  launcher.kill('SIGKILL');
  await vi.waitUntil(() => !pids.some(lives), { timeout: 30_000 });
  // The data are whole, and nothing that was left stands in the way.
  expect(await isReady(await start(dataPath))).toBe(true);
});

it('uses a PostgreSQL server that it was given instead of its own', async () => {
  const dataPath = newDataPath();
  const server = await startPostgres({ dataDir: join(dataPath, 'elsewhere'), databaseName: 'given' });
  closers.push(() => server.stop());
  const farm = await start(dataPath, { DATABASE_URL: server.url });
  expect(Object.keys(farm.pids())).not.toContain('database');
  expect(existsSync(join(dataPath, 'postgres'))).toBe(false);
  expect(await isReady(farm)).toBe(true);
  await farm.stop();
  expect(lives(server.pid)).toBe(true);
});

it('says which port is taken and how to take another', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  closers.push(async () => holder.close());
  const { port } = holder.address() as AddressInfo;
  const dataPath = newDataPath();
  await expect(start(dataPath, { FARM_PORT: String(port) })).rejects.toThrow(
    `port ${port} of 127.0.0.1 is in use by another program.\nStop that program, or give the farm another port: FARM_PORT=${port + 1}`,
  );
});

it('shows the end of the log of a part that cannot start, and leaves nothing running', async () => {
  const events: FarmEvent[] = [];
  const dataPath = newDataPath();
  const broken = start(dataPath, { LOG_LEVEL: 'loud' }, (event) => events.push(event));
  await expect(broken).rejects.toThrow(/^control plane did not start[\s\S]*LOG_LEVEL/);
  const started = events.flatMap((event) => (event.kind === 'started' ? [event.pid] : []));
  expect(started.filter(lives)).toEqual([]);
  expect(existsSync(join(dataPath, 'access.json'))).toBe(false);
});
