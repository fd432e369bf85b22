import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type KillableFarm, killableFarm } from './killable-farm.ts';

// Each test starts a control plane anew.
vi.setConfig({ testTimeout: 180_000 });

let farm: KillableFarm;
let key: string;
beforeAll(async () => {
  farm = await killableFarm();
  [key = ''] = await farm.newKeys({ accountId: 'acc_crash' });
  await farm.start();
});
afterAll(() => farm.close());

const scenes = [{ templateId: 'big-claim', parameters: { headline: 'One' } }];
let keyCount = 0;
beforeEach(() => {
  keyCount += 1;
});

/** Every write of `column` in `table` hangs: whoever is there is killed with it. */
const hangAt = (event: string, table: string) =>
  sql
    .raw(`create function hang() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$;
          create trigger hang before ${event} on ${table} for each row execute function hang()`)
    .execute(farm.db);
const hangsAt = async (): Promise<number> =>
  (
    await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
       where wait_event = 'PgSleep' and application_name like 'control-plane %'`.execute(farm.db)
  ).rows[0]?.count ?? 0;

/** kill -9 at the trigger; what the dead process had open ends as it does when its machine is gone. */
const dieThere = async (): Promise<void> => {
  await expect.poll(hangsAt, { timeout: 20_000 }).toBe(1);
  await farm.kill();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'control-plane %'`.execute(
    farm.db,
  );
  await expect.poll(hangsAt, { timeout: 20_000 }).toBe(0);
  await sql.raw('drop function hang cascade').execute(farm.db);
  await farm.start();
};

const made = async () => {
  const { rows } = await sql<{ projects: number; publishes: number; reserved: number; jobs: number }>`
    select (select count(*)::int from project) as projects, (select count(*)::int from publish) as publishes,
           (select coalesce(sum(d_held), 0)::int from credit_ledger where kind = 'reserve') as reserved,
           (select count(*)::int from job) as jobs`.execute(farm.db);
  if (!rows[0]) throw new Error('no row');
  return rows[0];
};

/** Sends a POST, is killed with it at the trigger, and sends it again to the control plane that comes after. */
const killedAt = async (trigger: [event: string, table: string], path: string, body: object) => {
  const idempotencyKey = `crash ${keyCount}`;
  await hangAt(...trigger);
  const lost = farm.call(key, 'POST', path, body, idempotencyKey).then(
    ({ status }) => `answered ${status}`,
    () => 'lost',
  );
  await dieThere();
  expect(await lost).toBe('lost');
  return farm.call(key, 'POST', path, body, idempotencyKey);
};

const afterCommit: [string, string] = ['update of status', 'idempotent_request'];

test('A2: killed between the commit and the answer, a publish that is sent again is the one that was made', async () => {
  const { body } = await farm.call(key, 'POST', '/projects', { title: 'Crash', scenes });
  const before = await made();
  const path = `/projects/${body.data.id}/publish`;
  const again = await killedAt(afterCommit, path, { quality: '720p' });
  expect(again).toMatchObject({ status: 200, body: { meta: { idempotentReplay: true } } });
  expect(again.body.data.credits.reserved).toBe(2);
  const { publishes, reserved, jobs } = await made();
  expect([publishes - before.publishes, reserved - before.reserved, jobs - before.jobs]).toEqual([1, 2, 1]);
  // The one that was made ends; the same key still tells of it, and not of a new one.
  await farm.call(key, 'POST', `${path}/cancel`);
  const later = await farm.call(key, 'POST', path, { quality: '720p' }, `crash ${keyCount}`);
  expect(later.body.data.requestId).toBe(again.body.data.requestId);
  expect((await made()).publishes).toBe(publishes);
});

test('A1: killed before the commit, nothing of a publish is there; sent again it is made, once', async () => {
  const { body } = await farm.call(key, 'POST', '/projects', { title: 'Crash', scenes });
  const before = await made();
  const again = await killedAt(['insert', 'publish_scene'], `/projects/${body.data.id}/publish`, {});
  expect(again.status).toBe(200);
  expect(again.body.meta).not.toHaveProperty('idempotentReplay');
  const { publishes, reserved, jobs } = await made();
  expect([publishes - before.publishes, reserved - before.reserved, jobs - before.jobs]).toEqual([1, 3, 1]);
});

test('A2: a project that was made is not made twice, even where its rules would refuse it now', async () => {
  const before = await made();
  const again = await killedAt(afterCommit, '/projects', { title: 'Once', scenes });
  expect(again).toMatchObject({ status: 201, body: { data: { title: 'Once' }, meta: { idempotentReplay: true } } });
  expect((await made()).projects - before.projects).toBe(1);
});

test('S102: a key whose secret was lost with the process is named, and no other one is made', async () => {
  const again = await killedAt(afterCommit, '/api-keys', { name: 'Lost', environment: 'live' });
  expect(again).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_SECRET_NOT_KEPT', id: expect.any(String) } });
  const { rows } = await sql<{ id: string }>`select id from api_key where name = 'Lost'`.execute(farm.db);
  expect(rows).toEqual([{ id: again.body.id }]);
});

const drafts = async (): Promise<{ charged: number; open: number }> => {
  const { rows } = await sql<{ charged: number; open: number }>`
    select count(*) filter (where state = 'charged')::int as charged,
           count(*) filter (where state = 'open')::int as open
      from credit_hold where action = 'STORYBOARD_DRAFT'`.execute(farm.db);
  return rows[0] ?? { charged: -1, open: -1 };
};
const brief = { prompt: 'Planwise is a project planner for small teams.' };

test('S121, A2: a storyboard that was written and paid is answered again, and not paid again', async () => {
  const again = await killedAt(afterCommit, '/ai/storyboard/draft', brief);
  expect(again).toMatchObject({ status: 201, body: { meta: { idempotentReplay: true, credits: { charged: 1 } } } });
  expect(again.body.data.draft.title).toBe('Planwise: A project planner for small teams');
  expect(await drafts()).toEqual({ charged: 1, open: 0 });
});

test('S121, A1: a storyboard that is killed while it is paid holds nothing and costs nothing', async () => {
  const again = await killedAt(['insert', 'credit_ledger'], '/ai/storyboard/draft', brief);
  expect(again.status).toBe(201);
  expect(await drafts()).toEqual({ charged: 2, open: 0 });
});
