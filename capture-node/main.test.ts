import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { viewports } from '@reelyard/shared/contracts/capture.ts';
import { jobs } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { sessionPaths, sessionsBearer } from '@reelyard/shared/contracts/session-protocol.ts';
import { type ProtocolServer, protocolServer } from '@reelyard/shared/node-runtime/test/protocol-server.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isRunning, processesOf } from './test/process-facts.ts';
import { openSite, type Site } from './test/site.ts';

let server: ProtocolServer;
let site: Site;
let folder: string;
let child: ChildProcess;
let log: AsyncIterator<string>;

beforeEach(async () => {
  [server, site, folder] = await Promise.all([
    protocolServer(),
    openSite(() => '<title>Site</title><h1>A page</h1><p>with some words</p>'),
    mkdtemp(join(tmpdir(), 'capture-node-test-')),
  ]);
  child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./main.ts'))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      FARM_CONTROL_URL: server.baseUrl,
      FARM_NODE_TOKEN: 'a farm token of 24 characters',
      FARM_NODE_NAME: 'test',
      FARM_SCRATCH: join(folder, 'scratch'),
      FARM_EGRESS_ALLOW: '127.0.0.1',
      FARM_BROWSERS: '2',
    },
  });
  if (child.stdout === null) throw new Error('no stdout');
  log = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
});
afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await server[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const browserPids = (): number[] => processesOf(child.pid ?? 0).map(({ pid }) => pid);

it('a capture node warms a browser, registers, captures a page, opens its door for sessions and drains on SIGTERM', async () => {
  const { body } = await server.heard('/register');
  expect(body).toMatchObject({
    name: 'test',
    pool: 'capture',
    capabilities: { kinds: ['page.capture', 'brand.read'], workerCount: 2 },
  });

  const url = `http://127.0.0.1:${site.port}/`;
  server.offerJob('page.capture', 'j1', { captureId: 'cap_1', url, selector: null, viewport: viewports.desktop }, [
    'page',
  ]);
  const { body: completed } = await server.heard('/j1/complete');
  const result = jobs['page.capture'].result.parse(completed['result']);
  expect(result.picture).toMatchObject({ file: 'page', widthPx: 2_880, heightPx: 1_800 });
  expect(server.files.get('/files/j1-page')?.length).toBeGreaterThan(1_000);

  const sessionsUrl = String(body['sessionsUrl']);
  const outline = `${sessionsUrl}${sessionPaths.outline('bws_1')}`;
  expect((await fetch(outline)).status).toBe(401);
  const bearer = sessionsBearer(createHash('sha256').update('token-1').digest());
  expect((await fetch(outline, { headers: { authorization: `Bearer ${bearer}` } })).status).toBe(404);

  // Its own doors are closed to pages, though the operator opened loopback to them.
  const inside = { captureId: 'cap_2', url: `${sessionsUrl}/`, selector: null, viewport: viewports.desktop };
  server.offerJob('page.capture', 'j2', inside, ['page']);
  const { body: failed } = await server.heard('/j2/fail');
  expect(failed['failure']).toMatchObject({ blame: 'input', retryable: false });

  const pids = browserPids();
  expect(pids.length).toBeGreaterThan(5);
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
  expect(server.said.at(-1)?.path).toBe('/nodes/goodbye');
  await vi.waitUntil(() => !pids.some(isRunning), { timeout: 20_000 });
  expect(await readdir(join(folder, 'scratch'))).toEqual([]);
});

it('B1: kill -9 of a capture node in the middle of a capture leaves no process', async () => {
  await site[Symbol.asyncDispose]();
  const asked = Promise.withResolvers<void>();
  site = await openSite(() => {
    asked.resolve();
    return undefined;
  });
  const payload = {
    captureId: 'cap_1',
    url: `http://127.0.0.1:${site.port}/`,
    selector: null,
    viewport: viewports.desktop,
  };
  server.offerJob('page.capture', 'j1', payload, ['page']);
  await asked.promise;
  const pids = browserPids();
  expect(pids.length).toBeGreaterThan(5);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await vi.waitUntil(() => !pids.some(isRunning), { timeout: 20_000 });
});

it('SIGTERM while the node still starts ends it cleanly', async () => {
  for (let line = await log.next(); !line.done; line = await log.next())
    if ((JSON.parse(line.value) as { msg: string }).msg === 'configuration') break;
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
});
