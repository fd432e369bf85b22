import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@reelyard/deploy/local/postgres.ts';
import type { PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { parseLease } from '@reelyard/shared/contracts/node-protocol.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, type Database, inTransaction } from '../database/connection.ts';
import { migrate } from '../database/migrate.ts';
import type { Completions } from '../dispatch/completions.ts';
import { leaseReaper } from '../dispatch/lease-reaper.ts';
import { cancelBatch, dispatchOperations } from '../dispatch/operations.ts';
import { batchChannel, jobChannel, openQueue, type Queue } from '../dispatch/queue.ts';
import { nodeProtocolRoutes } from '../dispatch/routes.ts';
import { listenForWakeUps } from '../dispatch/wake-ups.ts';
import { createServer } from '../http/server.ts';
import { nodeOperations } from '../nodes/operations.ts';
import { localDiskStore } from '../object-storage/local-disk.ts';
import { storageRoutes } from '../object-storage/routes.ts';
import { type FakeNode, fakeNode } from './fake-node.ts';

/** Dispatch, nodes and storage alone: no feature, so that what a job means plays no part here. */
const farmToken = 'node-token-of-the-test-farm';
const signingSecret = 'signing-secret-of-the-test-farm-0123456789';
const clock = (): Date => new Date();
const logger = pino({ level: 'silent' });

let db: Database;
let queue: Queue;
let app: FastifyInstance;
let reap: () => Promise<number>;
let close: () => Promise<void>;
/** What the completions were told, in order. */
let told: string[] = [];
/** How attempts ended, as the metrics count them. */
let ends: string[] = [];

const note = (what: string) => async (_trx: unknown, job: { jobId: string; failure?: { code: string } }) => {
  told.push(`${what} ${job.jobId}${job.failure ? ` ${job.failure.code}` : ''}`);
};
const completions: Completions = {
  'scene.render': { completed: note('completed'), gaveUp: note('gave up') },
  'narration.synthesize': { completed: note('completed'), gaveUp: note('gave up') },
  'export.assemble': { completed: note('completed'), gaveUp: note('gave up') },
  'page.capture': { completed: note('completed'), gaveUp: note('gave up') },
  'brand.read': { completed: note('completed'), gaveUp: note('gave up') },
};

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'dispatch-test-'));
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres') });
  await migrate(postgres.url);
  db = connect(postgres.url);
  await sql`insert into account (id, name, plan) values ('acc_a', 'A', 'pro'), ('acc_b', 'B', 'pro')`.execute(db);
  queue = await openQueue({ databaseUrl: postgres.url, logger });
  const wakeUps = await listenForWakeUps(postgres.url, [jobChannel, batchChannel], logger);
  const rootPath = path.join(folder, 'objects');
  const objects = localDiskStore({ rootPath, baseUrl: 'http://farm.test', signingSecret, clock });
  const nodes = nodeOperations({ db, farmToken });
  const onFault = (error: unknown): void => {
    told.push(`fault ${String(error)}`);
  };
  const dispatch = dispatchOperations({
    db,
    queue,
    objects,
    completions,
    nodes,
    wakeUps,
    onEnd: ({ outcome, blame }) => void ends.push(`${outcome} ${blame}`),
    onGrant: () => {},
    onFault,
  });
  reap = leaseReaper({ db, nodes, lose: (ref, reason) => dispatch.lose(ref, reason), everyMs: 1_000, onFault }).reap;
  app = await createServer({
    logger,
    trustedProxies: [],
    limitRedis: null,
    api: async () => {},
    plugins: [
      nodeProtocolRoutes({ nodes, dispatch, onPresence: () => {} }),
      storageRoutes({ store: objects, signingSecret, clock, maxUploadBytes: 10_000 }),
    ],
  });
  close = async () => {
    dispatch.close();
    await app.close();
    await wakeUps.close();
    await queue.close();
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
});
afterAll(() => close());

beforeEach(async () => {
  told = [];
  ends = [];
  // Every test starts with an empty queue and no node.
  await sql`update node set state = 'offline'`.execute(db);
  await sql`delete from lease`.execute(db);
  await sql`delete from job`.execute(db);
  await sql`delete from pgboss.job where name <> '__pgboss__send-it'`.execute(db);
});

let sceneCount = 0;
/** A scene that looks like no other, unless it is said. */
const scene = (over: Partial<PayloadOf<'scene.render'>> = {}): PayloadOf<'scene.render'> => ({
  sceneId: 'scn_1',
  templateSlug: 'hook',
  templateVersion: 1,
  values: {},
  watermark: false,
  widthPx: 1280,
  heightPx: 720,
  fps: 30,
  codec: 'h264',
  renditionHash: String((sceneCount += 1)),
  ...over,
});
const sceneResult = {
  frameCount: 90,
  durationSeconds: 3,
  encoder: 'libx264',
  parameterSetsHash: 'p',
  timingsMs: { prepare: 1, raster: 1, encode: 1, upload: 1, total: 4, firstFrame: 1 },
};
const enqueue = async (
  count = 1,
  over: { accountId?: string; batchId?: string; looks?: Pick<PayloadOf<'scene.render'>, 'renditionHash'> } = {},
): Promise<string[]> =>
  inTransaction(db, (trx) =>
    queue.enqueue(
      trx,
      'scene.render',
      Array.from({ length: count }, () => ({
        payload: scene(over.looks),
        accountId: over.accountId ?? 'acc_a',
        weight: 4,
        priority: 0,
        batchId: over.batchId ?? null,
      })),
    ),
  );
const node = (name = 'n1'): Promise<FakeNode> => fakeNode(app, farmToken, { name });
/** Time passes for the database only: the heartbeat of every live lease lies `seconds` back. */
const silence = (seconds: number) =>
  sql`update lease set heartbeat_at = heartbeat_at - make_interval(secs => ${seconds}) where ended_at is null`.execute(
    db,
  );
const failure = (blame: 'input' | 'engine' | 'node' | 'storage') => ({
  blame,
  retryable: blame !== 'input',
  stage: 'render' as const,
  code: 'TEST_FAILURE',
  message: 'It failed.',
});

describe('granting', () => {
  test('A1: a job exists if and only if its transaction commits', async () => {
    await expect(
      inTransaction(db, async (trx) => {
        await queue.enqueue(trx, 'scene.render', [
          { payload: scene(), accountId: 'acc_a', weight: 1, priority: 0, batchId: null },
        ]);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect((await (await node()).tryLease()).status).toBe(204);
  });

  test('a lease holds the payload, an attempt, and one signed address for every file', async () => {
    const looks = { renditionHash: 'abc' };
    const [jobId] = await enqueue(1, { looks });
    const lease = await (await node()).lease();
    expect(lease).toMatchObject({ jobId, attempt: 1, kind: 'scene.render', leaseSeconds: 15, payload: scene(looks) });
    expect(Object.keys(lease.writes)).toEqual(['video', 'poster']);
  });

  test('a waiting node is woken by the commit of the job', async () => {
    const own = await node();
    const waiting = own.lease(20);
    const [jobId] = await enqueue();
    expect((await waiting).jobId).toBe(jobId);
  });

  test('no job is granted twice, however many nodes ask at once', async () => {
    const nodes = await Promise.all(Array.from({ length: 8 }, (_, index) => node(`n${index}`)));
    await enqueue(5);
    const answers = await Promise.all(nodes.map((own) => own.tryLease(0.5)));
    const leases = answers.flatMap((answer) => (answer.status === 200 ? [parseLease(answer.body).jobId] : []));
    expect(leases.length).toBe(5);
    expect(new Set(leases).size).toBe(5);
  });

  test('the same picture is drawn for one job of an account at a time, whoever asks, and its attempt ends in any way', async () => {
    const looks = { renditionHash: 'the-same' };
    const jobIds = await enqueue(2, { looks });
    const [strangers] = await enqueue(1, { looks, accountId: 'acc_b' });
    const own = await node('n1');
    const other = await node('n2');
    const first = await own.lease();
    expect((await other.lease()).jobId).toBe(strangers);
    expect((await other.tryLease(0.5)).status).toBe(204);
    await own.release(first);
    const next = await other.lease();
    expect(jobIds).toContain(next.jobId);
    expect((await own.tryLease(0.5)).status).toBe(204);
    // Its node dies.
    await silence(60);
    await reap();
    expect(jobIds).toContain((await own.lease()).jobId);
  });

  test('B13: 40 jobs of one account do not stand before one job of another', async () => {
    await enqueue(40);
    const [jobOfB] = await enqueue(1, { accountId: 'acc_b' });
    const own = await node();
    await own.lease();
    expect((await own.lease()).jobId).toBe(jobOfB);
  });

  test('a draining node gets 409 and a node that said goodbye 401', async () => {
    const own = await node();
    const waiting = own.tryLease(20);
    await own.drain();
    expect((await waiting).status).toBe(409);
    expect((await own.tryLease()).status).toBe(409);
    await own.goodbye();
    expect((await own.tryLease()).status).toBe(401);
  });

  test('G13: a wrong farm token registers nobody and a made-up node token leases nothing', async () => {
    await expect(fakeNode(app, 'another-token-of-some-length')).rejects.toThrow('401');
    const response = await app.inject({
      method: 'POST',
      url: '/nodes/lease',
      headers: { authorization: 'Bearer node_x' },
      payload: {},
    });
    expect(response.statusCode).toBe(401);
  });
});

describe('the end of an attempt', () => {
  test('B5: a completion is taken in once and answered alike when it is sent again', async () => {
    const [jobId] = await enqueue();
    const own = await node();
    const lease = await own.lease();
    const files = await own.uploadAll(lease);
    expect((await own.complete(lease, files, sceneResult)).status).toBe(200);
    expect((await own.complete(lease, files, sceneResult)).status).toBe(200);
    expect(told).toEqual([`completed ${jobId}`]);
    const other = { ...files, video: { sha256: 'f'.repeat(64), sizeBytes: 9 } };
    expect((await own.complete(lease, other, sceneResult)).status).toBe(409);
  });

  test('I12: a file that is missing, or differs by a byte, is no result', async () => {
    await enqueue();
    const own = await node();
    const lease = await own.lease();
    const video = await own.upload(lease, 'video', Buffer.from('bytes'));
    expect((await own.complete(lease, { video }, sceneResult)).status).toBe(422);
    const poster = await own.upload(lease, 'poster', Buffer.from('poster'));
    const flipped = { ...poster, sha256: poster.sha256.replace(/^./, (c) => (c === '0' ? '1' : '0')) };
    expect((await own.complete(lease, { video, poster: flipped }, sceneResult)).status).toBe(422);
    expect((await own.complete(lease, { video, poster, extra: video }, sceneResult)).status).toBe(422);
    expect((await own.complete(lease, { video, poster }, { ...sceneResult, frameCount: -1 })).status).toBe(400);
    expect(told).toEqual([]);
    expect((await own.complete(lease, { video, poster }, sceneResult)).status).toBe(200);
  });

  test('B1, B3: a silent node’s scene is finished elsewhere and what the zombie says is refused', async () => {
    const [jobId] = await enqueue();
    const zombie = await node('zombie');
    const first = await zombie.lease();
    const firstFiles = await zombie.uploadAll(first);
    await silence(16);
    expect(await reap()).toBe(1);
    const rescuer = await node('rescuer');
    const second = await rescuer.lease();
    expect(second).toMatchObject({ jobId, attempt: 2 });
    expect((await zombie.heartbeat(first)).status).toBe(409);
    expect((await zombie.complete(first, firstFiles, sceneResult)).status).toBe(409);
    expect((await zombie.fail(first, failure('node'))).status).toBe(409);
    expect((await zombie.release(first)).status).toBe(409);
    expect((await rescuer.complete(second, await rescuer.uploadAll(second), sceneResult)).status).toBe(200);
    expect((await zombie.complete(first, firstFiles, sceneResult)).status).toBe(409);
    expect(told).toEqual([`completed ${jobId}`]);
  });

  test('B16: a heartbeat keeps a lease alive by the database’s time', async () => {
    await enqueue();
    const own = await node();
    const lease = await own.lease();
    await silence(14);
    expect((await own.heartbeat(lease, { stage: 'render', done: 3, total: 90 })).body).toEqual({ stop: null });
    await silence(14);
    expect(await reap()).toBe(0);
  });

  test('B2: an attempt that runs too long is ended though its heartbeat goes on', async () => {
    await enqueue();
    const own = await node();
    const lease = await own.lease();
    await sql`update lease set granted_at = now() - interval '31 minutes'`.execute(db);
    await own.heartbeat(lease);
    expect(await reap()).toBe(1);
    expect((await own.heartbeat(lease)).status).toBe(409);
  });

  test('a node that is not heard of at all is lost, and ready again when it comes back', async () => {
    await enqueue();
    const own = await node();
    await own.lease();
    await sql`update node set seen_at = now() - interval '11 seconds' where id = ${own.nodeId}`.execute(db);
    expect(await reap()).toBe(1);
    expect((await own.presence()).body).toEqual({ state: 'ready' });
    expect((await own.lease()).attempt).toBe(2);
  });

  test('B6: a job gives up after three attempts that ended badly and its feature is told once', async () => {
    const [jobId] = await enqueue();
    for (const name of ['n1', 'n2', 'n3']) {
      const own = await node(name);
      await own.fail(await own.lease(), failure('engine'));
    }
    expect(told).toEqual([`gave up ${jobId} TEST_FAILURE`]);
    expect((await (await node('n4')).tryLease()).status).toBe(204);
  });

  test('what the caller’s input caused is not tried again', async () => {
    const [jobId] = await enqueue();
    const own = await node();
    await own.fail(await own.lease(), failure('input'));
    expect(told).toEqual([`gave up ${jobId} TEST_FAILURE`]);
  });

  test('B15: handed-back attempts are not counted, and goodbye hands back whatever is left', async () => {
    const [jobId] = await enqueue();
    const own = await node();
    for (const attempt of [1, 2, 3, 4]) {
      const lease = await own.lease();
      expect(lease).toMatchObject({ jobId, attempt });
      expect((await own.release(lease)).status).toBe(200);
    }
    await own.lease();
    await own.goodbye();
    expect((await (await node('next')).lease()).attempt).toBe(6);
    expect(told).toEqual([]);
  });

  test('B7, B8: a node that fails three jobs in a row gets 423 and the jobs go elsewhere', async () => {
    await enqueue(6);
    const good = await node('good');
    const bad = await node('bad');
    for (let count = 0; count < 3; count += 1) await bad.fail(await bad.lease(), failure('node'));
    expect((await bad.tryLease()).status).toBe(423);
    for (let count = 0; count < 6; count += 1) {
      const lease = await good.lease();
      expect((await good.complete(lease, await good.uploadAll(lease), sceneResult)).status).toBe(200);
    }
    expect(told.length).toBe(6);
    await sql`update node set state_changed_at = now() - interval '61 seconds' where id = ${bad.nodeId}`.execute(db);
    await reap();
    expect((await bad.tryLease()).status).toBe(204);
  });

  test('G13: a node cannot end, renew or fail another node’s lease', async () => {
    await enqueue();
    const owner = await node('owner');
    const thief = await node('thief');
    const lease = await owner.lease();
    const files = await owner.uploadAll(lease);
    for (const answer of [
      await thief.heartbeat(lease),
      await thief.complete(lease, files, sceneResult),
      await thief.fail(lease, failure('node')),
      await thief.release(lease),
    ]) {
      expect(answer.status).toBe(409);
    }
    expect((await owner.heartbeat(lease)).status).toBe(200);
  });

  test('a cancelled batch leaves the queue and its running jobs are told to stop', async () => {
    await enqueue(3, { batchId: 'pub_1' });
    const own = await node();
    const lease = await own.lease();
    await inTransaction(db, (trx) => cancelBatch(queue)(trx, 'pub_1'));
    expect((await own.tryLease()).status).toBe(204);
    expect((await own.heartbeat(lease)).body).toEqual({ stop: 'cancelled' });
    expect((await own.release(lease)).status).toBe(200);
    expect((await own.tryLease()).status).toBe(204);
    expect(told).toEqual([]);
    expect(ends).toEqual(['cancelled none']);
  });

  test('an attempt of a cancelled job is nobody’s fault, however its node ends it or falls silent', async () => {
    const own = await node();
    for (const batchId of ['pub_done', 'pub_failed', 'pub_silent']) {
      await enqueue(1, { batchId });
      const lease = await own.lease();
      const files = await own.uploadAll(lease);
      await inTransaction(db, (trx) => cancelBatch(queue)(trx, batchId));
      if (batchId === 'pub_done') expect((await own.complete(lease, files, sceneResult)).status).toBe(200);
      if (batchId === 'pub_failed') expect((await own.fail(lease, failure('node'))).status).toBe(200);
    }
    await silence(16);
    expect(await reap()).toBe(1);
    expect(ends).toEqual(['cancelled none', 'cancelled none', 'cancelled none']);
    await enqueue();
    await own.lease();
    await silence(16);
    expect(await reap()).toBe(1);
    expect(ends.at(-1)).toBe('lost node');
  });
});
