import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import { type Lease, parseLease } from '@reelyard/shared/contracts/node-protocol.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plans } from '../plans/plan.ts';
import { type FakeNode, fakeNode } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';
import { type Publisher, publisher } from './publisher.ts';
import { seededRandom } from './random.ts';

let farm: Farm;
let node: FakeNode;
let other: FakeNode;
let caller: Publisher;

beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());
beforeEach(async () => {
  node = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN, { name: 'one' });
  other = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN, { name: 'two' });
  caller = await publisher(farm);
});
/** Whatever a test did: nothing is left to do, and no invariant of money or work is hurt. */
afterEach(async () => {
  expect(await node.workUntilIdle()).toEqual([]);
  const { rows } = await sql`select name, offenders from inv.run() where violations > 0`.execute(farm.db);
  expect(rows).toEqual([]);
  await Promise.all([node.goodbye(), other.goodbye()]);
});

const publish = async (headlines: readonly string[], by: Publisher = caller): Promise<string> => {
  const projectId = await by.createProject(headlines);
  expect((await by.publish(projectId, { quality: '720p' })).status).toBe(200);
  return projectId;
};
const leaseScene = (by: FakeNode): Promise<Lease> => by.lease(0, ['scene.render']);
const sceneOffered = async (by: FakeNode): Promise<boolean> => (await by.tryLease(0, ['scene.render'])).status === 200;
const phaseOf = async (projectId: string): Promise<string> => (await caller.status(projectId)).phase;
const sceneOf = async (projectId: string) => (await caller.status(projectId)).render.scenes[0];
/** Credits that are gone, and those that are set aside. */
const spent = async (): Promise<{ spent: number; held: number }> => {
  const { available, held } = await caller.balance();
  return { spent: plans.pro.allowanceCredits - available - held, held };
};
const failure = (over: Partial<JobFailure> = {}): JobFailure => ({
  blame: 'input',
  retryable: false,
  stage: 'prepare',
  code: 'NOT_DRAWABLE',
  message: 'It cannot be drawn.',
  ...over,
});

describe('two projects of one account that want the same picture at the same moment', () => {
  test('S47: it is drawn once and paid once, and both get it', async () => {
    const first = await publish(['Same words']);
    const second = await publish(['Same words']);
    expect(await spent()).toEqual({ spent: 0, held: 4 });
    const lease = await leaseScene(node);
    expect(await sceneOffered(other)).toBe(false);
    expect((await sceneOf(second)).state).toBe('queued');

    await node.finish(lease);
    expect(await sceneOffered(other)).toBe(false);
    expect(await spent()).toEqual({ spent: 1, held: 2 });
    expect(await sceneOf(second)).toMatchObject({ state: 'done', reused: true, creditCharged: false });
    const exports = await other.workUntilIdle();
    expect(exports.map(({ kind }) => kind)).toEqual(['export.assemble', 'export.assemble']);
    expect([await phaseOf(first), await phaseOf(second)]).toEqual(['completed', 'completed']);
    expect(await spent()).toEqual({ spent: 3, held: 0 });
  });

  test('S47: scenes that one publish shows twice and scenes of its own are told apart', async () => {
    await publish(['Same words']);
    const second = await publish(['Same words', 'Own words', 'Same words']);
    await node.finish(await leaseScene(node));
    expect((await caller.status(second)).render.scenes.map(({ state }: { state: string }) => state)).toEqual([
      'done',
      'queued',
      'done',
    ]);
    const drawn = await node.workUntilIdle();
    expect(drawn.filter(({ kind }) => kind === 'scene.render')).toHaveLength(1);
    expect(await phaseOf(second)).toBe('completed');
    expect(await spent()).toEqual({ spent: 2 + 2, held: 0 });
  });

  test('N25: the first one is cancelled: the second one draws the picture and pays for it', async () => {
    const first = await publish(['Same words']);
    const second = await publish(['Same words']);
    const lease = await leaseScene(node);
    await caller.data('POST', `/projects/${first}/publish/cancel`);
    expect(await spent()).toEqual({ spent: 0, held: 2 });
    // Until the node hears of it, it still draws; then the other one's turn has come.
    expect((await node.heartbeat(lease)).body).toEqual({ stop: 'cancelled' });
    await node.release(lease);
    await other.finish(await leaseScene(other));
    expect(await sceneOf(second)).toMatchObject({ state: 'done', reused: false, creditCharged: true });
    await other.workUntilIdle();
    expect([await phaseOf(first), await phaseOf(second)]).toEqual(['idle', 'completed']);
    expect(await spent()).toEqual({ spent: 2, held: 0 });
  });

  test('S59: the first one fails: the second one is tried by itself, and pays only for what it gets', async () => {
    const first = await publish(['Same words']);
    const second = await publish(['Same words']);
    await node.fail(await leaseScene(node), failure());
    expect(await phaseOf(first)).toBe('render_failed');
    expect(await spent()).toEqual({ spent: 0, held: 2 });
    await other.finish(await leaseScene(other));
    await other.workUntilIdle();
    expect(await phaseOf(second)).toBe('completed');
    expect(await spent()).toEqual({ spent: 2, held: 0 });
  });

  test('B1: a node dies with the first one: whoever is next draws it, once, for both', async () => {
    const first = await publish(['Same words']);
    const second = await publish(['Same words']);
    await node.fail(await leaseScene(node), failure({ blame: 'node', retryable: true, stage: 'render', code: 'GONE' }));
    await other.finish(await leaseScene(other));
    expect(await sceneOffered(other)).toBe(false);
    await other.workUntilIdle();
    expect([await phaseOf(first), await phaseOf(second)]).toEqual(['completed', 'completed']);
    expect(await spent()).toEqual({ spent: 3, held: 0 });
  });

  test('N25: the second one is cancelled while it waits: it gets all back, and the first one goes on', async () => {
    const first = await publish(['Same words']);
    const second = await publish(['Same words']);
    const lease = await leaseScene(node);
    const { creditsReleased } = await caller.data('POST', `/projects/${second}/publish/cancel`);
    expect(creditsReleased).toBe(2);
    await node.finish(lease);
    await node.workUntilIdle();
    expect([await phaseOf(first), await phaseOf(second)]).toEqual(['completed', 'idle']);
    expect(await spent()).toEqual({ spent: 2, held: 0 });
  });

  test('B3: both are drawn after all: the first result counts for both, and the other node is told to stop', async () => {
    const first = await publish(['Same words']);
    const second = await publish(['Same words']);
    const lease = await leaseScene(node);
    // As where the second one was granted before the first one's publish was stored.
    const hide = (from: string, to: string) =>
      sql`update pgboss.job set data = jsonb_set(data, '{renditionHash}', to_jsonb(${to}::text))
           where id = ${lease.jobId}::uuid and data ->> 'renditionHash' = ${from}`.execute(farm.db);
    const { renditionHash } = lease.payload as { renditionHash: string };
    await hide(renditionHash, 'f'.repeat(64));
    const twin = await leaseScene(other);
    await hide('f'.repeat(64), renditionHash);
    const files = await other.uploadAll(twin);
    await node.finish(lease);
    expect((await other.heartbeat(twin)).body).toEqual({ stop: 'cancelled' });
    await other.complete(twin, files);
    expect(await sceneOf(second)).toMatchObject({ state: 'done', reused: true, creditCharged: false });
    await node.workUntilIdle();
    expect([await phaseOf(first), await phaseOf(second)]).toEqual(['completed', 'completed']);
    expect(await spent()).toEqual({ spent: 3, held: 0 });
  });

  test('B11: two nodes finish pictures that each of two publishes waits for, at once: all are done, each is paid once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const first = await publish([`Left ${round}`, `Right ${round}`]);
      const second = await publish([`Right ${round}`, `Left ${round}`]);
      // One scene of each is leased: both results then want what the other one's transaction has locked.
      await sql`update job set priority = -1 where id in (
        select job_id from publish_scene where position = 1 and state = 'queued')`.execute(farm.db);
      const leases = await Promise.all([leaseScene(node), leaseScene(other)]);
      expect(new Set(leases.map(({ payload }) => (payload as { renditionHash: string }).renditionHash)).size).toBe(2);
      const publishes = await sql<{ count: number }>`
        select count(distinct batch_id)::int as count from job
         where id = any(${leases.map(({ jobId }) => jobId)}::uuid[])`.execute(farm.db);
      expect(publishes.rows[0]?.count).toBe(2);
      await Promise.all([node.finish(leases[0]), other.finish(leases[1])]);
      const rest = [...(await node.workUntilIdle()), ...(await other.workUntilIdle())];
      expect(rest.map(({ kind }) => kind)).toEqual(['export.assemble', 'export.assemble']);
      expect([await phaseOf(first), await phaseOf(second)]).toEqual(['completed', 'completed']);
      expect(await spent()).toEqual({ spent: 4 * (round + 1), held: 0 });
    }
    // Neither of them had to be ended by the database and begun anew.
    const metrics = (await farm.app.inject({ method: 'GET', url: '/metrics' })).body;
    expect(metrics).toContain('farm_database_errors_total{kind="conflict"} 0');
  });

  test.each([1, 2, 3])(
    'I06, I07, I10, I13: many publishes of few pictures end, whatever is cancelled and fails, run %i',
    async (seed) => {
      const random = seededRandom(seed);
      const words = ['Alpha', 'Beta', 'Gamma', 'Delta'];
      const someWords = () => [...words.filter(() => random.chance(0.6)), random.pick(words)];
      const projectIds = await Promise.all(Array.from({ length: 8 }, () => publish(someWords())));
      const work = async (by: FakeNode): Promise<number> => {
        for (let count = 0; ; count += 1) {
          const answer = await by.tryLease(0);
          if (answer.status !== 200) return count;
          const lease = parseLease(answer.body);
          const fate = random.next();
          if (fate < 0.15) await by.fail(lease, failure({ blame: 'engine', retryable: true, stage: 'render' }));
          else if (fate < 0.2) await by.fail(lease, failure());
          else if (fate < 0.3) await by.release(lease);
          else await by.complete(lease, await by.uploadAll(lease));
        }
      };
      const cancel = async (): Promise<void> => {
        for (const projectId of projectIds) {
          if (random.chance(0.25)) await caller.call('POST', `/projects/${projectId}/publish/cancel`);
          else await caller.status(projectId);
        }
      };
      await Promise.all([work(node), work(other), cancel()]);
      // Whoever found nothing left while the other one held it, or is the one on which it failed.
      while ((await work(node)) + (await work(other)) > 0);
      const live =
        await sql`select id from publish where account_id = ${caller.accountId} and finished_at is null`.execute(
          farm.db,
        );
      expect(live.rows).toEqual([]);
      expect((await spent()).held).toBe(0);
    },
  );

  test('S106: what a person in the web app had counted for a scene that another one draws is given back', async () => {
    const user = await farm.newWebUser({ accountId: caller.accountId, plan: 'pro' });
    const publishAs = async (): Promise<string> => {
      const projectId = await caller.createProject(['Same words']);
      expect((await user.call('POST', `/projects/${projectId}/publish`, {})).status).toBe(200);
      return projectId;
    };
    const uses = async () =>
      (
        await sql<{ feature: string; used: number }>`
          select feature, used from feature_use where account_id = ${caller.accountId} order by feature`.execute(
          farm.db,
        )
      ).rows.map(({ feature, used }) => [feature, used]);
    await publishAs();
    const second = await publishAs();
    expect(await uses()).toEqual([
      ['export', 2],
      ['scene_render', 2],
    ]);
    await node.workUntilIdle();
    expect(await phaseOf(second)).toBe('completed');
    expect(await uses()).toEqual([
      ['export', 2],
      ['scene_render', 1],
    ]);
  });
});

test('N43, I18: the same words of another account are drawn for it, at the same time, and paid by it', async () => {
  const stranger = await publisher(farm);
  await publish(['Same words']);
  await publish(['Same words'], stranger);
  const leases = await Promise.all([leaseScene(node), leaseScene(other)]);
  await node.finish(leases[0]);
  expect((await other.heartbeat(leases[1])).body).toEqual({ stop: null });
  await other.finish(leases[1]);
  await node.workUntilIdle();
  expect(await spent()).toEqual({ spent: 2, held: 0 });
});
