import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { jobs } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { frameCountOf } from '@reelyard/shared/contracts/template.ts';
import { type ProtocolServer, protocolServer } from '@reelyard/shared/node-runtime/test/protocol-server.ts';
import { getTemplate } from '@reelyard/shared/templates/catalog.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { videoFacts } from './engine/encode/parameter-sets.ts';
import { sampleValues } from './engine/test/sample-values.ts';

const { manifest } = getTemplate('big-claim', 1);
const payload: PayloadOf<'scene.render'> = {
  sceneId: 'scn_1',
  templateSlug: manifest.slug,
  templateVersion: manifest.version,
  values: sampleValues(manifest),
  watermark: true,
  widthPx: 640,
  heightPx: 360,
  fps: 30,
  codec: 'h264',
  renditionHash: 'a'.repeat(64),
};

let server: ProtocolServer;
let folder: string;
let child: ChildProcess;
let log: AsyncIterator<string>;

beforeEach(async () => {
  server = await protocolServer();
  folder = await mkdtemp(join(tmpdir(), 'render-node-test-'));
  child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./main.ts'))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      FARM_CONTROL_URL: server.baseUrl,
      FARM_NODE_TOKEN: 'a farm token of 24 characters',
      FARM_NODE_NAME: 'test',
      FARM_SCRATCH: join(folder, 'scratch'),
      FARM_WORKERS: '2',
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
  await rm(folder, { recursive: true, force: true });
});

const descendantsOf = async (pid: number): Promise<number[]> => {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map(async (thread) => await readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number));
};

/** Reads the node's log up to a message. */
const logged = async (message: string): Promise<void> => {
  for (let line = await log.next(); !line.done; line = await log.next())
    if ((JSON.parse(line.value) as { msg: string }).msg === message) return;
  throw new Error(`the node ended before it logged "${message}"`);
};

const gone = (pid: number): void => {
  // `tail --pid` returns when the process is gone: an event to wait for, not a pause.
  execFileSync('tail', [`--pid=${pid}`, '-s', '0.02', '-f', '/dev/null'], { timeout: 10_000 });
};

test('a render node proves itself, registers, renders a scene, hands it in and drains on SIGTERM', async () => {
  const { body } = await server.heard('/register');
  expect(body).toMatchObject({
    name: 'test',
    pool: 'render',
    capabilities: { workerCount: 2, kinds: expect.arrayContaining(['scene.render', 'export.assemble']) as string[] },
  });
  expect(JSON.stringify(body['capabilities'])).toContain('libx264');

  server.offer('j1', { payload });
  const completed = await server.heard('/j1/complete');
  const result = jobs['scene.render'].result.parse(completed.body['result']);
  expect(result).toMatchObject({ frameCount: frameCountOf(manifest), durationSeconds: manifest.durationSeconds });
  expect(result.timingsMs.firstFrame).toBeGreaterThan(0);

  const video = server.files.get('/files/j1-video') ?? Buffer.alloc(0);
  const videoPath = join(folder, 'video.mp4');
  await writeFile(videoPath, video);
  expect(await videoFacts(videoPath)).toMatchObject({
    frameCount: result.frameCount,
    parameterSetsHash: result.parameterSetsHash,
    widthPx: 640,
    heightPx: 360,
  });
  expect(server.files.get('/files/j1-poster')?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));

  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
  expect(server.said.at(-1)?.path).toBe('/nodes/goodbye');
  expect(await readdir(join(folder, 'scratch'))).toEqual([]);
});

test('B1: kill -9 of a render node in the middle of a scene leaves no process', async () => {
  server.offer('j1', { payload: { ...payload, widthPx: 1920, heightPx: 1080 }, leaseSeconds: 0.3 });
  for (let nth = 1; ; nth += 1) {
    const { body } = await server.heard('/j1/heartbeat', nth);
    if ((body['progress'] as { stage?: string } | undefined)?.stage === 'render') break;
  }
  const pid = child.pid ?? 0;
  const children = await descendantsOf(pid);
  expect(children.length).toBeGreaterThan(0);
  child.kill('SIGKILL');
  await once(child, 'exit');
  for (const left of children) gone(left);
});

test('SIGTERM while the node still proves itself ends it cleanly', async () => {
  await logged('configuration');
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
});
