import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { JobFailureError } from '../contracts/job-failure.ts';
import type { ResultOf } from '../contracts/jobs/catalog.ts';
import { controlPlaneClient } from './control-plane-client.ts';
import type { Executor } from './executor.ts';
import type { AttemptSummary } from './run-attempt.ts';
import { type RunningNode, startNode } from './run-node.ts';
import type { ScratchSpace } from './scratch-space.ts';
import { type ProtocolServer, protocolServer, source } from './test/protocol-server.ts';

let server: ProtocolServer;
let scratchPath: string;
let node: RunningNode | undefined;
let ended: AttemptSummary[];
/** What is told of the disk at the next look. */
let measured: () => Promise<ScratchSpace>;

beforeEach(async () => {
  server = await protocolServer();
  scratchPath = await mkdtemp(join(tmpdir(), 'node-test-'));
  ended = [];
  measured = async () => await Promise.resolve({ freeBytes: 100, totalBytes: 1_000 });
});
afterEach(async () => {
  await node?.drain(0);
  node = undefined;
  await server[Symbol.asyncDispose]();
  expect(await readdir(scratchPath)).toEqual([]);
  await rm(scratchPath, { recursive: true });
});

const retryPolicy = { firstMs: 5, longestMs: 20, random: () => 1 };
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

const result: ResultOf<'scene.render'> = {
  frameCount: 1,
  durationSeconds: 1,
  encoder: 'libx264',
  parameterSetsHash: 'x',
  timingsMs: { prepare: 0, raster: 0, encode: 0, upload: 0, total: 0, firstFrame: 0 },
};

const unused = async (): Promise<never> => await Promise.reject(new Error('no such job was offered'));

const start = (render: Executor<'scene.render'>, slotCount = 1): RunningNode => {
  node = startNode({
    client: controlPlaneClient({ baseUrl: server.baseUrl, farmToken: 'farm-token', retryPolicy }),
    pool: 'render',
    name: 'test',
    version: '0',
    capabilities: () => ({
      kinds: ['scene.render'],
      encoders: [],
      voices: [],
      workerCount: 1,
      memoryBytes: 1,
      gpus: [],
    }),
    executors: { 'scene.render': render, 'narration.synthesize': unused, 'export.assemble': unused },
    loops: [{ kinds: ['scene.render'], slotCount }],
    scratchPath,
    measureScratch: async () => await measured(),
    retryPolicy,
    log: quiet,
    onAttemptEnd: (summary) => ended.push(summary),
    onUploadSeconds: () => {},
  });
  return node;
};

/** An executor that runs until its signal aborts, and says when it began. */
const untilAborted = (): { run: Executor<'scene.render'>; begun: Promise<AbortSignal> } => {
  const begun = Promise.withResolvers<AbortSignal>();
  return {
    begun: begun.promise,
    run: async ({ signal }) => {
      begun.resolve(signal);
      if (!signal.aborted) await once(signal, 'abort');
      throw signal.reason;
    },
  };
};

const handIn: Executor<'scene.render'> = async ({ scratchPath: folder, upload, lease }) => {
  const path = join(folder, 'video');
  await writeFile(path, `video of ${lease.jobId}`);
  await upload('video', path);
  return result;
};

test('a job is fetched, run, handed in and completed with the hash of what was sent', async () => {
  start(async (attempt) => {
    const path = join(attempt.scratchPath, 'in');
    await attempt.download('accounts/a/images/b.png', path);
    expect(await readFile(path)).toEqual(source);
    return await handIn(attempt);
  });
  server.offer('j1');
  const { body, token } = await server.heard('/j1/complete');
  const bytes = Buffer.from('video of j1');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(token).toBe('token-1');
  expect(body).toEqual({
    attempt: 1,
    kind: 'scene.render',
    result,
    files: { video: { sha256, sizeBytes: bytes.length } },
  });
  expect(server.files.get('/files/j1-video')).toEqual(bytes);
});

test('the next job is asked for as soon as one ends; a full node does not ask', async () => {
  start(handIn);
  await server.heard('/lease');
  for (const jobId of ['j1', 'j2', 'j3']) server.offer(jobId);
  await server.heard('/j3/complete');
  expect(ended.map(({ outcome }) => outcome)).toEqual(['completed', 'completed', 'completed']);

  const { run, begun } = untilAborted();
  await node?.drain(0);
  start(run);
  server.offer('j4', { leaseSeconds: 1.5 });
  await begun;
  const asked = server.said.filter(({ path }) => path.endsWith('/lease')).length;
  await server.heard('/j4/heartbeat', 3);
  expect(server.said.filter(({ path }) => path.endsWith('/lease')).length).toBe(asked);
});

test('B3: a lost lease aborts the attempt and nothing of it is reported', async () => {
  const { run, begun } = untilAborted();
  start(run);
  server.react('/j1/heartbeat', { status: 409 });
  server.offer('j1', { leaseSeconds: 1.5 });
  const signal = await begun;
  if (!signal.aborted) await once(signal, 'abort');
  expect(signal.reason).toMatchObject({ reason: 'lost' });
  await server.heard('/lease', 2);
  expect(ended).toMatchObject([{ outcome: 'dropped' }]);
  expect(server.said.filter(({ path }) => /complete|fail|release/.test(path))).toEqual([]);
});

test('a heartbeat carries the latest progress; its answer may stop the attempt', async () => {
  const { run, begun } = untilAborted();
  start(async (attempt) => {
    attempt.report({ stage: 'render', done: 1, total: 9 });
    attempt.report({ stage: 'render', done: 2, total: 9 });
    return await run(attempt);
  });
  server.react('/j1/heartbeat', { status: 200, body: { stop: null } }, { status: 200, body: { stop: 'cancelled' } });
  server.offer('j1', { leaseSeconds: 1.5 });
  expect((await server.heard('/j1/heartbeat')).body).toEqual({
    attempt: 1,
    progress: { stage: 'render', done: 2, total: 9 },
  });
  const signal = await begun;
  if (!signal.aborted) await once(signal, 'abort');
  expect(signal.reason).toMatchObject({ reason: 'stopped' });
});

test.each([
  [
    'its own failure',
    new JobFailureError({ blame: 'input', retryable: false, stage: 'prepare', code: 'BAD', message: 'b' }),
    { blame: 'input', code: 'BAD' },
  ],
  [
    'a full disk',
    new Error('x', { cause: Object.assign(new Error('y'), { code: 'ENOSPC' }) }),
    { blame: 'node', code: 'DISK_FULL', retryable: true },
  ],
  [
    'anything else',
    new TypeError('undefined is not a function'),
    { blame: 'engine', code: 'INTERNAL', retryable: true },
  ],
])('%s is reported with blame', async (_name, error, failure) => {
  start(async () => await Promise.reject(error));
  server.offer('j1');
  expect((await server.heard('/j1/fail')).body).toMatchObject({ attempt: 1, failure });
});

test('C8: a node whose disk is nearly full asks for no work, and for work again as soon as there is room', async () => {
  const looked = Promise.withResolvers<void>();
  let lookCount = 0;
  measured = async () => {
    lookCount += 1;
    if (lookCount === 3) looked.resolve();
    return await Promise.resolve({ freeBytes: 99, totalBytes: 1_000 });
  };
  start(handIn);
  server.offer('j1');
  await looked.promise;
  expect(server.said.filter(({ path }) => path.endsWith('/lease'))).toEqual([]);
  measured = async () => await Promise.resolve({ freeBytes: 100, totalBytes: 1_000 });
  await server.heard('/j1/complete');
});

test('C8: a disk that cannot be looked at is asked again, and no work is taken meanwhile', async () => {
  let lookCount = 0;
  measured = async () => {
    lookCount += 1;
    if (lookCount < 3) throw new Error('no such folder');
    expect(server.said.filter(({ path }) => path.endsWith('/lease'))).toEqual([]);
    return await Promise.resolve({ freeBytes: 100, totalBytes: 1_000 });
  };
  start(handIn);
  server.offer('j1');
  await server.heard('/j1/complete');
  expect(lookCount).toBeGreaterThanOrEqual(3);
});

test('a result survives an outage of the control plane', async () => {
  const finish = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  start(async () => {
    begun.resolve();
    await finish.promise;
    return result;
  });
  server.offer('j1', { leaseSeconds: 1.5 });
  await begun.promise;
  await server.down();
  finish.resolve();
  while (ended.length === 0) await new Promise(setImmediate);
  await server.up();
  expect((await server.heard('/j1/complete')).body).toMatchObject({ attempt: 1 });
  server.offer('j2');
  await server.heard('/j2/complete');
});

test('B5: a completion whose answer got lost is sent again, the same', async () => {
  start(handIn);
  server.react('/j1/complete', 'cut', { status: 500 });
  server.offer('j1');
  const third = await server.heard('/j1/complete', 3);
  expect(third.body).toEqual((await server.heard('/j1/complete')).body);
});

test('I12: files that the control plane finds missing or different fail the job with blame on storage', async () => {
  start(handIn);
  server.react('/j1/complete', { status: 422 });
  server.offer('j1');
  expect((await server.heard('/j1/fail')).body).toMatchObject({ failure: { blame: 'storage', code: 'FILES_DIFFER' } });
});

test('an upload whose answer got lost is tried again and recognised as its own', async () => {
  start(handIn);
  server.react('/j1-video', 'cut');
  server.offer('j1');
  await server.heard('/j1/complete');
  expect(server.said.filter(({ path }) => path.endsWith('/j1-video')).length).toBe(2);
});

test('an upload that the store refuses fails with blame on storage', async () => {
  start(handIn);
  server.react('/j1-video', { status: 403 });
  server.offer('j1');
  expect((await server.heard('/j1/fail')).body).toMatchObject({
    failure: { blame: 'storage', stage: 'upload', code: 'UPLOAD_FAILED' },
  });
});

test('401 makes the node register again, once, and go on', async () => {
  server.react('/lease', { status: 401 });
  start(handIn);
  await server.heard('/register', 2);
  server.offer('j1');
  expect((await server.heard('/j1/complete')).token).toBe('token-2');
  expect(server.said.filter(({ path }) => path.endsWith('/register')).length).toBe(2);
});

test('a control plane that is not up yet is waited for', async () => {
  await server.down();
  start(handIn);
  await server.up();
  server.offer('j1');
  await server.heard('/j1/complete');
});

test('B2: an attempt that overruns its time is ended and reported', async () => {
  const { run } = untilAborted();
  start(run);
  server.offer('j1', { maxRunSeconds: 0.05 });
  expect((await server.heard('/j1/fail')).body).toMatchObject({ failure: { code: 'RUN_TIME_EXCEEDED' } });
});

test('B15: a drain lets a job end, takes no more and says goodbye', async () => {
  const finish = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const running = start(async () => {
    begun.resolve();
    await finish.promise;
    return result;
  }, 2);
  server.offer('j1');
  await begun.promise;
  const drained = running.drain(60_000);
  expect(running.life).toBe('draining');
  await server.heard('/drain');
  server.offer('j2');
  finish.resolve();
  await drained;
  expect(running.life).toBe('stopped');
  const paths = server.said.map(({ path }) => path);
  expect(paths).toContain('/nodes/leases/j1/complete');
  expect(paths.at(-1)).toBe('/nodes/goodbye');
  expect(paths.some((path) => path.includes('j2'))).toBe(false);
});

test('B15: a job that outlasts the grace of a drain is handed back unharmed', async () => {
  const { run, begun } = untilAborted();
  const running = start(run);
  server.offer('j1');
  await begun;
  await running.drain(0);
  expect(server.said.map(({ path }) => path)).toContain('/nodes/leases/j1/release');
  expect(ended).toMatchObject([{ outcome: 'released' }]);
});

test('a node leaves even when the control plane is gone', async () => {
  const { run, begun } = untilAborted();
  const running = start(run);
  server.offer('j1');
  await begun;
  await server.down();
  await running.drain(0);
  expect(running.life).toBe('stopped');
  await server.up();
}, 20_000);

test('C8: what a killed node left in its scratch folder is removed at the start, and nothing else', async () => {
  await mkdir(join(scratchPath, 'attempt-left'));
  await writeFile(join(scratchPath, 'attempt-left', 'chunk.mp4'), 'x');
  await writeFile(join(scratchPath, 'note'), 'not ours');
  await start(handIn).registered;
  expect(await readdir(scratchPath)).toEqual(['note']);
  await rm(join(scratchPath, 'note'));
});
