import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { creditOperations } from '../credits/operations.ts';
import { inTransaction } from '../database/connection.ts';
import { nodeOperations } from '../nodes/operations.ts';
import { type Admin, adminOf } from './admin-caller.ts';
import { type FakeNode, fakeNode } from './fake-node.ts';
import { type Farm, startFarm, type TestUser } from './harness.ts';
import { idleFarm, type Publisher, publisher } from './publisher.ts';

let farm: Farm;
let admin: Admin;
let caller: Publisher;
let node: FakeNode;
let operator: TestUser;

beforeAll(async () => {
  farm = await startFarm();
  admin = adminOf(farm);
  operator = await farm.newWebUser({ accountId: 'acc_operators', role: 'admin' });
});
afterAll(async () => {
  const { rows } = await sql`select name, offenders from inv.run() where violations > 0`.execute(farm.db);
  await farm.close();
  expect(rows).toEqual([]);
});
beforeEach(async () => {
  // Publishes that a test left are over, so that the next one sees its own jobs alone.
  const live = await admin.data('{ publishes(first: 200) { items { id state } } }');
  for (const { id, state } of live.publishes.items) if (state.endsWith('ING')) await cancel(id);
  node = await idleFarm(farm);
  caller = await publisher(farm);
});

const cancel = (id: string) =>
  admin.data(
    'mutation ($id: ID!) { cancelPublish(id: $id, reason: "an accident") { outcome creditsReleased publish { state } } }',
    { id },
  );
const byName = (a: string, b: string): number => (a < b ? -1 : 1);
const publishOne = async (
  headlines: readonly string[] = ['One'],
): Promise<{ projectId: string; publishId: string }> => {
  const projectId = await caller.createProject(headlines);
  return { projectId, publishId: (await caller.publish(projectId)).body.data.requestId };
};
const actsOf = async (target: string) =>
  (
    await admin.data(
      'query ($target: ID) { acts(target: $target) { items { actor operation target arguments outcome code reason } } }',
      { target },
    )
  ).acts.items;

describe('S124: nodes', () => {
  const change = async (verb: string, id = node.nodeId) =>
    (
      await admin.data(
        `mutation ($id: ID!) { ${verb}Node(id: $id, reason: "its fan is loud") { outcome node { state heldState } } }`,
        { id },
      )
    )[`${verb}Node`];

  test('drainNode sends its waiting request away, lets it finish, and says what it did', async () => {
    await publishOne();
    const held = await node.lease();
    const waiting = node.tryLease(20);
    expect(await change('drain')).toEqual({ outcome: 'DONE', node: { state: 'DRAINING', heldState: 'DRAINING' } });
    expect((await waiting).status).toBe(409);
    expect((await node.tryLease()).status).toBe(409);
    await node.finish(held);
    expect((await change('drain')).outcome).toBe('UNCHANGED');
    expect(await actsOf(node.nodeId)).toEqual([
      expect.objectContaining({ operation: 'drainNode', outcome: 'UNCHANGED' }),
      {
        actor: 'admin-token',
        operation: 'drainNode',
        target: node.nodeId,
        arguments: JSON.stringify({ id: node.nodeId, reason: 'its fan is loud' }),
        outcome: 'DONE',
        code: null,
        reason: 'its fan is loud',
      },
    ]);
    expect(await change('resume')).toEqual({ outcome: 'DONE', node: { state: 'READY', heldState: null } });
    expect((await change('resume')).outcome).toBe('UNCHANGED');
    expect((await node.lease()).kind).toBe('export.assemble');
  });

  test.each([
    ['drain', 'DRAINING', 409],
    ['quarantine', 'QUARANTINED', 423],
  ])('%s holds over a silence and over the rest, until it is resumed', async (verb, state, status) => {
    await change(verb);
    await sql`update node set seen_at = now() - interval '1 minute', state_changed_at = now() - interval '1 hour'
               where id = ${node.nodeId}`.execute(farm.db);
    const nodes = nodeOperations({ db: farm.db, farmToken: farm.config.FARM_NODE_TOKEN });
    await nodes.sweep();
    expect((await admin.data('query ($id: ID!) { node(id: $id) { state } }', { id: node.nodeId })).node.state).toBe(
      'LOST',
    );
    expect((await node.tryLease()).status).toBe(status);
    await sql`update node set state_changed_at = now() - interval '1 hour' where id = ${node.nodeId}`.execute(farm.db);
    await nodes.sweep();
    expect((await node.presence()).body.state).toBe(state.toLowerCase());
    expect((await change('resume')).node.state).toBe('READY');
    expect((await node.tryLease()).status).toBe(204);
  });

  test('what cannot be done to a node is refused and written down', async () => {
    const other = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN);
    await other.goodbye();
    const query = (verb: string) => `mutation ($id: ID!) { ${verb}Node(id: $id, reason: "gone") { outcome } }`;
    expect(await admin.refusal(query('drain'), { id: other.nodeId })).toMatchObject({
      code: 'NODE_OFFLINE',
      status: 409,
    });
    expect(await admin.refusal(query('resume'), { id: 'nod_none' })).toMatchObject({
      code: 'NODE_NOT_FOUND',
      status: 404,
    });
    await change('drain');
    expect(await admin.refusal(query('quarantine'), { id: node.nodeId })).toMatchObject({ code: 'NODE_DRAINING' });
    expect(await actsOf(other.nodeId)).toMatchObject([{ outcome: 'REFUSED', code: 'NODE_OFFLINE', reason: 'gone' }]);
    expect(await actsOf('nod_none')).toMatchObject([{ outcome: 'REFUSED', code: 'NODE_NOT_FOUND' }]);
  });
});

describe('S124: work', () => {
  const requeue =
    'mutation ($id: ID!) { requeueJob(id: $id, reason: "it hangs") { outcome job { state attempts { number outcome } } } }';

  test('requeueJob takes a job from its node, whose result is then refused (B3), and counts no attempt against it', async () => {
    await publishOne();
    const held = await node.lease();
    expect((await admin.data(requeue, { id: held.jobId })).requeueJob).toEqual({
      outcome: 'DONE',
      job: { state: 'WAITING', attempts: [{ number: 1, outcome: 'released' }] },
    });
    expect((await node.heartbeat(held)).status).toBe(409);
    expect((await node.complete(held, await node.uploadAll(held))).status).toBe(409);
    const again = await node.lease();
    expect([again.jobId, again.attempt]).toEqual([held.jobId, 2]);
    await node.finish(again);
    expect(await admin.refusal(requeue, { id: held.jobId })).toMatchObject({ code: 'JOB_OVER', status: 409 });
    expect(await admin.refusal(requeue, { id: 'no-uuid' })).toMatchObject({ code: 'JOB_NOT_FOUND', status: 404 });
  });

  test('requeueJob lets a job that rests be granted at once; one that waits is unchanged', async () => {
    await publishOne();
    const held = await node.lease();
    await node.fail(held, {
      blame: 'storage',
      retryable: true,
      stage: 'upload',
      code: 'BUCKET_GONE',
      message: 'Gone.',
    });
    expect((await node.tryLease()).status).toBe(204);
    const waiting = node.lease(20);
    expect((await admin.data(requeue, { id: held.jobId })).requeueJob.outcome).toBe('DONE');
    expect((await waiting).jobId).toBe(held.jobId);
    const { publishId } = await publishOne(['Two']);
    const { publish } = await admin.data('query ($id: ID!) { publish(id: $id) { jobs { id } } }', { id: publishId });
    expect((await admin.data(requeue, { id: publish.jobs[0].id })).requeueJob.outcome).toBe('UNCHANGED');
  });

  test('setPriority sends a job ahead of others, within its bounds', async () => {
    await publishOne(['First']);
    const { publishId } = await publishOne(['Second']);
    const { publish } = await admin.data('query ($id: ID!) { publish(id: $id) { jobs { id } } }', { id: publishId });
    const [{ id }] = publish.jobs;
    const set =
      'mutation ($id: ID!, $to: Int!) { setPriority(jobId: $id, priority: $to) { outcome job { priority } } }';
    expect((await admin.data(set, { id, to: 50 })).setPriority).toEqual({ outcome: 'DONE', job: { priority: 50 } });
    expect((await admin.data(set, { id, to: 50 })).setPriority.outcome).toBe('UNCHANGED');
    expect(await admin.refusal(set, { id, to: 101 })).toMatchObject({ code: 'PRIORITY_INVALID', status: 400 });
    const held = await node.lease();
    expect(held.jobId).toBe(id);
    await node.finish(held);
    expect(await admin.refusal(set, { id, to: 1 })).toMatchObject({ status: 404 });
  });

  test('cancelPublish gives back what was set aside, once, and stops the node (N25)', async () => {
    const { publishId, projectId } = await publishOne(['One', 'Two']);
    const held = await node.lease();
    const reserved = (await caller.balance()).held;
    const asAdmin = adminOf(farm, { cookie: operator.cookie, origin: new URL(farm.config.FARM_PUBLIC_URL).origin });
    const query =
      'mutation ($id: ID!) { cancelPublish(id: $id, reason: "abuse") { outcome creditsReleased publish { state } } }';
    expect((await asAdmin.data(query, { id: publishId })).cancelPublish).toEqual({
      outcome: 'DONE',
      creditsReleased: reserved,
      publish: { state: 'CANCELLED' },
    });
    expect((await cancel(publishId)).cancelPublish).toMatchObject({ outcome: 'UNCHANGED', creditsReleased: 0 });
    expect(await caller.balance()).toEqual({ available: 150, held: 0 });
    expect((await node.heartbeat(held)).body.stop).toBe('cancelled');
    expect((await caller.status(projectId)).phase).toBe('idle');
    expect(await admin.refusal(query, { id: 'pub_none' })).toMatchObject({ code: 'PUBLISH_NOT_FOUND', status: 404 });
    expect(await actsOf(publishId)).toMatchObject([
      { actor: 'admin-token', outcome: 'UNCHANGED' },
      { actor: operator.userId, outcome: 'DONE', reason: 'abuse' },
    ]);
  });
});

describe('S124: money', () => {
  const adjust = `mutation ($id: ID!, $credits: Int!, $key: String!, $bucket: Bucket = PURCHASED) {
    adjustCredits(accountId: $id, bucket: $bucket, credits: $credits, reason: "a lost render", idempotencyKey: $key) {
      outcome account { balance { plan purchased } } } }`;

  test('adjustCredits gives once for its key, however often and at once it is asked for', async () => {
    const { accountId: id } = caller;
    const ask = () => admin.data(adjust, { id, credits: 25, key: 'ticket-0001' });
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    expect(answers.map(({ adjustCredits: { outcome } }) => outcome).toSorted(byName)).toEqual([
      'DONE',
      ...Array(7).fill('UNCHANGED'),
    ]);
    expect((await ask()).adjustCredits).toMatchObject({
      outcome: 'UNCHANGED',
      account: { balance: { purchased: 25 } },
    });
    const { ledger } = await admin.data(
      'query ($id: ID!) { ledger(accountId: $id, type: ADJUSTMENT) { items { amount bucket reason actor } } }',
      { id },
    );
    expect(ledger.items).toEqual([{ amount: 25, bucket: 'PURCHASED', reason: 'a lost render', actor: 'admin-token' }]);
    expect((await actsOf(id)).filter(({ outcome }: { outcome: string }) => outcome === 'DONE')).toHaveLength(1);
    for (const other of [{ credits: 26 }, { bucket: 'PLAN' }, { id: 'acc_operators' }]) {
      const refusal = await admin.refusal(adjust, { id, credits: 25, key: 'ticket-0001', ...other });
      expect(refusal).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', status: 409 });
    }
  });

  test('adjustCredits never takes more than is there, not even at once', async () => {
    const { accountId: id } = caller;
    await admin.data(adjust, { id, credits: 10, key: 'ticket-given' });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => admin.ask(adjust, { id, credits: -3, key: `ticket-taken-${index}` })),
    );
    const taken = answers.filter(({ body }) => body.errors === undefined);
    const refused = answers.flatMap(({ body }) => (body.errors === undefined ? [] : [body.errors[0].extensions]));
    expect([taken.length, refused.length]).toEqual([3, 3]);
    expect(refused[0]).toMatchObject({ code: 'ADJUSTMENT_TOO_LARGE', status: 409, available: 1 });
    const { account } = await admin.data('query ($id: ID!) { account(id: $id) { balance { purchased } } }', { id });
    expect(account.balance.purchased).toBe(1);
  });

  test('an adjustment of an allowance that nobody drew on yet stays when it is drawn on', async () => {
    const { accountId: id } = caller;
    const planOf = async () =>
      (await admin.data('query ($id: ID!) { account(id: $id) { balance { plan held } } }', { id })).account.balance;
    expect(await planOf()).toEqual({ plan: 150, held: 0 });
    await admin.data(adjust, { id, bucket: 'PLAN', credits: 20, key: 'ticket-plan-1' });
    expect(await planOf()).toEqual({ plan: 170, held: 0 });
    await publishOne();
    const { plan, held } = await planOf();
    expect([plan + held, held > 0]).toEqual([170, true]);
    await admin.data(adjust, { id, bucket: 'PLAN', credits: -plan, key: 'ticket-plan-2' });
    expect((await planOf()).plan).toBe(0);
  });

  test('a plan that is changed while somebody draws on it for the first time gives its allowance once', async () => {
    const { accountId: id } = caller;
    const credits = creditOperations({ topUpUrl: 'http://farm.test' });
    const seen = await admin.data('query ($id: ID!) { account(id: $id) { keys { id } } }', { id });
    const [{ id: keyId }] = seen.account.keys;
    const change = (plan: string) =>
      admin.data(`mutation { changePlan(accountId: "${id}", plan: ${plan}, reason: "a race") { outcome } }`);
    const [drawn, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const drawing = inTransaction(farm.db, async (trx) => {
      await credits.reserve(trx, {
        accountId: id,
        keyId,
        items: [{ subject: id, action: 'SCENE_RENDER', credits: 10 }],
      });
      drawn.resolve();
      await end.promise;
    });
    await drawn.promise;
    const changing = change('ENTERPRISE');
    const isWaiting = async () =>
      (
        await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
          farm.db,
        )
      ).rows.length > 0;
    await vi.waitUntil(isWaiting, { timeout: 10_000 });
    end.resolve();
    await Promise.all([drawing, changing]);
    await change('PRO');
    const { account } = await admin.data('query ($id: ID!) { account(id: $id) { balance { plan held } } }', { id });
    expect(account.balance).toEqual({ plan: 140, held: 10 });
    const { rows } = await sql<{ id: string }>`select id from credit_hold where subject = ${id}`.execute(farm.db);
    await inTransaction(farm.db, (trx) => credits.release(trx, rows[0]?.id ?? ''));
  });

  test.each([
    ['an account that is none', { id: 'acc_none' }, 'ACCOUNT_NOT_FOUND', 404],
    ['no credits', { credits: 0 }, 'CREDITS_INVALID', 400],
    ['more than an account can hold', { credits: 2_147_483_647 }, 'CREDITS_INVALID', 400],
    ['a key that is too short', { key: 'short' }, 'IDEMPOTENCY_KEY_INVALID', 400],
  ])('adjustCredits refuses %s', async (_what, over, code, status) => {
    const refusal = await admin.refusal(adjust, { id: caller.accountId, credits: 1, key: 'ticket-refused', ...over });
    expect(refusal).toMatchObject({ code, status });
  });

  test.each(['1.5', '"1"', '9999999999'])('A14: %s is no number of credits', async (credits) => {
    const query = `mutation { adjustCredits(accountId: "x", bucket: PLAN, credits: ${credits}, reason: "why", idempotencyKey: "ticket-0002") { outcome } }`;
    expect((await admin.ask(query)).status).toBe(400);
  });

  test('whatever moves money or stops work wants a reason', async () => {
    const { accountId: id } = caller;
    for (const reason of ['', '   ', 'ab']) {
      const query =
        'mutation ($id: ID!, $reason: String!) { changePlan(accountId: $id, plan: FREE, reason: $reason) { outcome } }';
      expect(await admin.refusal(query, { id, reason })).toMatchObject({ code: 'REASON_MISSING', status: 400 });
    }
    expect((await admin.ask(`mutation { changePlan(accountId: "${id}", plan: FREE) { outcome } }`)).status).toBe(400);
    expect(await actsOf(id)).toEqual([]);
  });

  test('changePlan changes what the account has and may do, and back makes no credits', async () => {
    const { accountId: id } = caller;
    const change = async (plan: string) =>
      (
        await admin.data(
          `mutation ($id: ID!, $plan: Plan!) { changePlan(accountId: $id, plan: $plan, reason: "asked for it") {
            outcome account { plan balance { plan } features { feature enabled } } } }`,
          { id, plan },
        )
      ).changePlan;
    await publishOne();
    await node.workUntilIdle();
    const { plan: left } = (await admin.data('query ($id: ID!) { account(id: $id) { balance { plan } } }', { id }))
      .account.balance;
    expect(left).toBeLessThan(150);
    expect(await change('FREE')).toMatchObject({ outcome: 'DONE', account: { plan: 'FREE', balance: { plan: 10 } } });
    expect((await change('FREE')).outcome).toBe('UNCHANGED');
    const { account } = await change('PRO');
    expect(account.balance.plan).toBe(left);
    expect(account.features.every(({ enabled }: { enabled: boolean }) => enabled)).toBe(true);
    const query = 'mutation { changePlan(accountId: "acc_none", plan: PRO, reason: "who?") { outcome } }';
    expect(await admin.refusal(query)).toMatchObject({ code: 'ACCOUNT_NOT_FOUND', status: 404 });
  });

  test.each([
    ['the act cannot be written', 'create trigger failing before insert on admin_act for each row', 'admin_act'],
    [
      'the transaction cannot be committed',
      'create constraint trigger failing after update on account deferrable initially deferred for each row',
      'account',
    ],
  ])('an effect and its act are stored together or not at all: where %s, neither is', async (_what, trigger, table) => {
    const { accountId: id } = caller;
    await sql`create or replace function fails() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`.execute(
      farm.db,
    );
    await sql.raw(`${trigger} execute function fails()`).execute(farm.db);
    try {
      const refusal = await admin.refusal(
        'mutation ($id: ID!) { changePlan(accountId: $id, plan: FREE, reason: "asked for it") { outcome } }',
        { id },
      );
      expect(refusal).toMatchObject({ code: 'INTERNAL_ERROR', status: 500 });
      expect(refusal.message).not.toContain('disk full');
    } finally {
      await sql.raw(`drop trigger failing on ${table}`).execute(farm.db);
    }
    expect((await admin.data('query ($id: ID!) { account(id: $id) { plan } }', { id })).account.plan).toBe('PRO');
    expect(await actsOf(id)).toEqual([]);
  });

  test.each(['update admin_act set reason = null', 'delete from admin_act', 'truncate admin_act'])(
    'what was done stays written: %s fails',
    async (statement) => {
      await admin.ask('mutation { drainNode(id: "nod_none", reason: "a test") { outcome } }');
      await expect(sql.raw(statement).execute(farm.db)).rejects.toThrow('append-only');
    },
  );

  test('a control plane that does not own its tables can write acts and change none', async () => {
    await sql`create role farm_app_of_admin`.execute(farm.db);
    await sql`select grant_farm_rights('farm_app_of_admin')`.execute(farm.db);
    const asApplication = (statement: string) =>
      farm.db.transaction().execute(async (trx) => {
        await sql`set local role farm_app_of_admin`.execute(trx);
        await sql.raw(statement).execute(trx);
      });
    await asApplication(
      `insert into admin_act (actor, operation, target, arguments, outcome) values ('a', 'o', 't', '{}', 'done')`,
    );
    await expect(asApplication('delete from admin_act')).rejects.toThrow('permission denied');
    await expect(asApplication('update credit_ledger set d_available = 1')).rejects.toThrow('permission denied');
  });
});

describe('what accounts may do', () => {
  test('S109/N43: setPlanFeature switches for a plan and for an account, and lets go again', async () => {
    const { accountId: id } = caller;
    const set = async (args: string) =>
      (await admin.data(`mutation { setPlanFeature(${args}, feature: EXPORT_4K, reason: "a trial") { outcome } }`))
        .setPlanFeature.outcome;
    const seen = async () =>
      (
        await admin.data('query ($id: ID!) { account(id: $id) { features { feature enabled ofPlan ofAccount } } }', {
          id,
        })
      ).account.features.find(({ feature }: { feature: string }) => feature === 'EXPORT_4K');
    expect(await set('plan: PRO, enabled: false')).toBe('DONE');
    expect(await set('plan: PRO, enabled: false')).toBe('UNCHANGED');
    expect(await seen()).toMatchObject({ enabled: false, ofPlan: false, ofAccount: null });
    expect((await caller.publish(await caller.createProject(['One']), { quality: '4K' })).status).toBe(403);
    expect(await set(`accountId: "${id}", enabled: true`)).toBe('DONE');
    expect(await seen()).toMatchObject({ enabled: true, ofPlan: false, ofAccount: true });
    expect(await set(`accountId: "${id}", enabled: null`)).toBe('DONE');
    expect(await set('plan: PRO')).toBe('DONE');
    expect(await seen()).toMatchObject({ enabled: true, ofPlan: null, ofAccount: null });
    expect(await actsOf('pro')).toHaveLength(3);
    const both = `mutation { setPlanFeature(plan: PRO, accountId: "${id}", feature: EXPORT_4K, reason: "both") { outcome } }`;
    expect(await admin.refusal(both)).toMatchObject({ code: 'OWNER_AMBIGUOUS', status: 400 });
    const none =
      'mutation { setPlanFeature(accountId: "acc_none", feature: EXPORT_4K, enabled: true, reason: "none") { outcome } }';
    expect(await admin.refusal(none)).toMatchObject({ code: 'ACCOUNT_NOT_FOUND', status: 404 });
  });

  test('S106/N43: setPlanLimit limits what people make in a month, by plan and by account', async () => {
    const { accountId: id } = caller;
    const set = (args: string) =>
      admin.data(
        `mutation { setPlanLimit(${args}, feature: EXPORT, reason: "a trial") { outcome account { limits { feature units isSetApart } } } }`,
      );
    const limit = async () =>
      (
        await admin.data('query ($id: ID!) { account(id: $id) { limits { feature units isSetApart } } }', { id })
      ).account.limits.find(({ feature }: { feature: string }) => feature === 'EXPORT');
    expect((await set('plan: PRO, units: 7')).setPlanLimit).toEqual({ outcome: 'DONE', account: null });
    expect((await set('plan: PRO, units: 7')).setPlanLimit.outcome).toBe('UNCHANGED');
    expect(await limit()).toEqual({ feature: 'EXPORT', units: 7, isSetApart: true });
    expect((await set(`accountId: "${id}", unlimited: true`)).setPlanLimit.account.limits).toContainEqual({
      feature: 'EXPORT',
      units: null,
      isSetApart: true,
    });
    expect((await set(`accountId: "${id}", units: 0`)).setPlanLimit.outcome).toBe('DONE');
    expect((await limit()).units).toBe(0);
    expect((await set(`accountId: "${id}", reset: true`)).setPlanLimit.outcome).toBe('DONE');
    expect((await set('plan: PRO, reset: true')).setPlanLimit.outcome).toBe('DONE');
    expect((await set('plan: PRO, reset: true')).setPlanLimit.outcome).toBe('UNCHANGED');
    expect(await limit()).toEqual({ feature: 'EXPORT', units: 500, isSetApart: false });
    const bad = (args: string) =>
      admin.refusal(`mutation { setPlanLimit(plan: PRO, feature: EXPORT, reason: "bad"${args}) { outcome } }`);
    expect(await bad('')).toMatchObject({ code: 'LIMIT_AMBIGUOUS', status: 400 });
    expect(await bad(', units: 1, reset: true')).toMatchObject({ code: 'LIMIT_AMBIGUOUS' });
    expect(await bad(', units: -1')).toMatchObject({ code: 'LIMIT_INVALID', status: 400 });
  });

  test('S103: revokeKey ends a key at once, and says so a second time', async () => {
    const { account } = await admin.data('query ($id: ID!) { account(id: $id) { keys { id } } }', {
      id: caller.accountId,
    });
    const [{ id }] = account.keys;
    const revoke =
      'mutation ($id: ID!) { revokeKey(id: $id, reason: "it leaked") { outcome key { id revokedAt revokedBy } } }';
    expect((await caller.call('GET', '/projects')).status).toBe(200);
    const done = (await admin.data(revoke, { id })).revokeKey;
    expect(done).toMatchObject({
      outcome: 'DONE',
      key: { id, revokedBy: 'admin-token', revokedAt: expect.any(String) },
    });
    expect((await caller.call('GET', '/projects')).body.code).toBe('API_KEY_REVOKED');
    expect((await admin.data(revoke, { id })).revokeKey).toEqual({ ...done, outcome: 'UNCHANGED' });
    expect(await admin.refusal(revoke, { id: 'key_none' })).toMatchObject({ code: 'API_KEY_NOT_FOUND', status: 404 });
  });

  test('S15: withdrawTemplate hides a template, publishTemplate shows it again', async () => {
    const set = async (verb: string) =>
      (
        await admin.data(
          `mutation { ${verb}Template(slug: "big-claim", reason: "a typo") { outcome template { slug status isOffered } } }`,
        )
      )[`${verb}Template`];
    const isListed = async () => (await caller.call('GET', '/templates/big-claim')).status;
    expect((await set('publish')).outcome).toBe('UNCHANGED');
    expect(await set('withdraw')).toEqual({
      outcome: 'DONE',
      template: { slug: 'big-claim', status: 'ARCHIVED', isOffered: false },
    });
    expect(await isListed()).toBe(404);
    expect((await set('withdraw')).outcome).toBe('UNCHANGED');
    expect((await set('publish')).template.isOffered).toBe(true);
    expect(await isListed()).toBe(200);
    expect(
      await admin.refusal('mutation { withdrawTemplate(slug: "none", reason: "gone") { outcome } }'),
    ).toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  });
});
