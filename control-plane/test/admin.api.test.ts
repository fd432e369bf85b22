import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLNamedType, getNamedType, isObjectType } from 'graphql/index.js';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { creditOperations } from '../credits/operations.ts';
import { inTransaction } from '../database/connection.ts';
import { type Admin, adminOf } from './admin-caller.ts';
import type { FakeNode } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';
import { idleFarm, type Publisher, publisher } from './publisher.ts';

const schema = buildSchema(readFileSync(new URL('../admin/schema.graphql', import.meta.url), 'utf8'));
let farm: Farm;
let admin: Admin;
let caller: Publisher;
let node: FakeNode;

beforeAll(async () => {
  farm = await startFarm();
  admin = adminOf(farm);
});
afterAll(async () => {
  const { rows } = await sql`select name, offenders from inv.run() where violations > 0`.execute(farm.db);
  await farm.close();
  expect(rows).toEqual([]);
});
beforeEach(async () => {
  node = await idleFarm(farm);
  caller = await publisher(farm);
});
afterEach(async () => {
  // What a test left in the queue is over, so that the next one sees its own jobs alone.
  for (const each of (await admin.data('{ publishes(first: 200) { items { id state } } }')).publishes.items) {
    if (['RENDERING', 'NARRATING', 'EXPORTING'].includes(each.state)) await cancel(each.id);
  }
});

const cancel = (id: string) =>
  admin.data(`mutation ($id: ID!) { cancelPublish(id: $id, reason: "cleaning up") { outcome } }`, { id });
const publishOne = async (
  headlines: readonly string[] = ['One'],
): Promise<{ projectId: string; publishId: string }> => {
  const projectId = await caller.createProject(headlines);
  return { projectId, publishId: (await caller.publish(projectId)).body.data.requestId };
};
const idsOf = ({ items }: { items: readonly { id: string }[] }): string[] => items.map(({ id }) => id);

describe('S124: what an operator sees', () => {
  test('nodes, with what they can do, hold and did', async () => {
    await publishOne(['One', 'Two']);
    await node.finish(await node.lease());
    const held = await node.lease();
    await node.heartbeat(held, { stage: 'render', done: 12, total: 90 });
    const query = `{ name pool version state stateChangedAt heldState failureStreak registeredAt seenAt silentSeconds
      kinds voices encoders { name codec hardware } gpus { name } memoryBytes slots
      leases { jobId number kind nodeId accountId stage done total outcome grantedAt heartbeatAt endedAt failure { code } }
      throughput { completedAttempts badAttempts meanSeconds } }`;
    const data = await admin.data(
      `query ($id: ID!) { node(id: $id) ${query} nodes(state: READY, pool: RENDER) { items ${query} nextCursor } }`,
      { id: node.nodeId },
    );
    expect(data.node).toMatchObject({
      name: 'fake',
      pool: 'RENDER',
      state: 'READY',
      heldState: null,
      slots: 2,
      kinds: expect.arrayContaining(['SCENE_RENDER', 'PAGE_CAPTURE']),
      encoders: expect.arrayContaining([{ name: 'libx264', codec: 'h264', hardware: false }]),
      leases: [{ jobId: held.jobId, number: 1, kind: 'SCENE_RENDER', stage: 'render', done: 12, total: 90 }],
      throughput: { completedAttempts: 1, badAttempts: 0, meanSeconds: expect.any(Number) },
    });
    expect(data.node.silentSeconds).toBeLessThan(10);
    expect(data.nodes.items).toMatchObject([{ name: 'fake', leases: [{ jobId: held.jobId }] }]);
    expect(await admin.data('{ nodes(pool: CAPTURE) { items { id } } node(id: "nod_none") { id } }')).toEqual({
      nodes: { items: [] },
      node: null,
    });
  });

  test('jobs, with their attempts, by state, kind and account, and why they wait', async () => {
    const { publishId } = await publishOne(['One', 'Two']);
    const list = (args: string) =>
      admin.data(
        `query ($account: ID!) { jobs(accountId: $account${args}) { items { id kind state batchId priority weight createdAt
          endedAt dueAt waitingFor failure { blame code message } attempts { number outcome nodeId } account { id plan } } } }`,
        { account: caller.accountId },
      );
    const waiting = (await list(', state: WAITING')).jobs.items;
    expect(waiting).toHaveLength(2);
    expect(waiting[0]).toMatchObject({
      kind: 'SCENE_RENDER',
      state: 'WAITING',
      batchId: publishId,
      priority: 0,
      waitingFor: 'NODES_BUSY',
      attempts: [],
      account: { id: caller.accountId, plan: 'PRO' },
    });
    const held = await node.lease();
    await node.fail(held, {
      blame: 'storage',
      retryable: true,
      stage: 'upload',
      code: 'BUCKET_GONE',
      message: 'Gone.',
    });
    expect(
      (
        await admin.data(
          'query ($id: ID!) { job(id: $id) { state waitingFor attempts { number outcome failure { code } } } }',
          { id: held.jobId },
        )
      ).job,
    ).toEqual({
      state: 'WAITING',
      waitingFor: 'RESTING',
      attempts: [{ number: 1, outcome: 'failed', failure: { code: 'BUCKET_GONE' } }],
    });
    const running = await node.lease();
    expect(idsOf((await list(', state: RUNNING, kind: SCENE_RENDER')).jobs)).toEqual([running.jobId]);
    expect((await list(', kind: EXPORT_ASSEMBLE')).jobs.items).toEqual([]);
    await node.goodbye();
    const reasons = (await list(', state: WAITING')).jobs.items.map((job: { waitingFor: string }) => job.waitingFor);
    expect(reasons.sort()).toEqual(['NO_NODE_READY', 'RESTING']);
    expect((await admin.data('{ job(id: "no-uuid") { id } }')).job).toBeNull();
  });

  test('a job that gave up says why, and a publish with what became of its scenes', async () => {
    const { publishId, projectId } = await publishOne(['Bad', 'Good']);
    const bad = await node.lease();
    await node.fail(bad, {
      blame: 'input',
      retryable: false,
      stage: 'prepare',
      code: 'TEXT_TOO_LONG',
      message: 'Long.',
    });
    await node.workUntilIdle();
    const data = await admin.data(
      `query ($id: ID!, $account: ID!) { publish(id: $id) { projectId state environment kind title quality format finishedAt
          scenes { total reused queued done failed cancelled } jobs { id state } account { id } }
        jobs(accountId: $account, state: GAVE_UP) { items { id failure { blame code } } }
        publishes(accountId: $account, state: RENDER_FAILED) { items { id } } }`,
      { id: publishId, account: caller.accountId },
    );
    expect(data.publish).toMatchObject({
      projectId,
      state: 'RENDER_FAILED',
      environment: 'LIVE',
      scenes: { total: 2, reused: 0, queued: 0, done: 1, failed: 1, cancelled: 0 },
      account: { id: caller.accountId },
    });
    expect(data.publish.jobs.map(({ state }: { state: string }) => state).sort()).toEqual(['COMPLETED', 'GAVE_UP']);
    expect(data.jobs.items).toEqual([{ id: bad.jobId, failure: { blame: 'input', code: 'TEXT_TOO_LONG' } }]);
    expect(idsOf(data.publishes)).toEqual([publishId]);
  });

  test('pages go on where the last one ended, and each entry comes once', async () => {
    await publishOne(['One', 'Two', 'Three']);
    const all = idsOf((await admin.data('{ jobs(first: 200) { items { id } } }')).jobs);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { jobs } = await admin.data(
        'query ($after: String) { jobs(first: 2, after: $after) { items { id } nextCursor } }',
        { after },
      );
      seen.push(...idsOf(jobs));
      after = jobs.nextCursor;
    } while (after !== null);
    expect(seen).toEqual(all);
    expect(seen.length).toBeGreaterThan(2);
    expect(await admin.refusal('{ jobs(after: "not a job") { nextCursor } }')).toMatchObject({
      code: 'CURSOR_INVALID',
      status: 400,
    });
  });

  test('accounts, found by name, id, key or e-mail, with keys, people, features and limits', async () => {
    const accountId = 'acc_searched_100%';
    const user = await farm.newWebUser({ accountId });
    await farm.newKey({ accountId });
    const find = async (search: string) =>
      idsOf(
        (await admin.data('query ($search: String) { accounts(search: $search) { items { id } } }', { search }))
          .accounts,
      );
    const { account } = await admin.data(
      `query ($id: ID!) { account(id: $id) { id name plan createdAt users { id email role }
        keys { id name environment prefix last4 scopes monthlyCreditCap revokedAt }
        features { feature enabled ofPlan ofAccount } limits { feature units used isSetApart } } }`,
      { id: accountId },
    );
    expect(account).toMatchObject({
      id: accountId,
      plan: 'PRO',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      users: [{ id: user.userId, email: user.email, role: 'member' }],
      keys: [{ name: 'test', environment: 'LIVE', prefix: expect.stringMatching(/^svc_live_/), revokedAt: null }],
    });
    expect(account.features).toContainEqual({ feature: 'EXPORT_4K', enabled: true, ofPlan: null, ofAccount: null });
    expect(account.limits).toContainEqual({ feature: 'SCENE_RENDER', units: 1_500, used: 0, isSetApart: false });
    for (const search of [accountId, 'searched_1', 'SEARCHED', '100%', user.email, account.keys[0].id]) {
      expect([search, await find(search)]).toEqual([search, [accountId]]);
    }
    expect(await find('%nobody')).toEqual([]);
    expect(
      idsOf((await admin.data('{ accounts(search: "searched_100", plan: FREE) { items { id } } }')).accounts),
    ).toEqual([]);
  });

  test('N14: the balance of every account of a list is the one that the account itself is told', async () => {
    const credits = creditOperations({ topUpUrl: 'http://farm.test' });
    await publishOne(['One', 'Two']);
    const moved = await publisher(farm, { plan: 'free' });
    await inTransaction(farm.db, (trx) => credits.changePlan(trx, moved.accountId, 'pro'));
    await inTransaction(farm.db, (trx) => credits.changePlan(trx, moved.accountId, 'free'));
    await publisher(farm, { plan: 'enterprise' });
    await publisher(farm, { plan: 'free' });
    const { accounts } = await admin.data(
      '{ accounts(first: 200) { items { id balance { plan purchased held debt periodEnd } } } }',
    );
    expect(accounts.items.length).toBeGreaterThan(5);
    for (const { id, balance } of accounts.items) {
      const { plan, purchased, debt } = balance;
      expect([id, { plan, purchased, debt }]).toEqual([id, await credits.balance(farm.db, id)]);
    }
    const own = accounts.items.find(({ id }: { id: string }) => id === caller.accountId);
    expect(own.balance).toMatchObject({
      held: (await caller.balance()).held,
      plan: (await caller.balance()).available,
    });
    expect(own.balance.held).toBeGreaterThan(0);
  });

  test('the ledger as the account sees it, page by page and by type', async () => {
    await publishOne(['One', 'Two']);
    await node.workUntilIdle();
    const ledger = (args: string) =>
      admin.data(
        `query ($id: ID!) { ledger(accountId: $id${args}) { items { id createdAt type action amount heldAmount bucket planAfter
          purchasedAfter keyId projectId subject reversesId reason actor } nextCursor } }`,
        { id: caller.accountId },
      );
    const { entries } = await caller.data('GET', '/billing/credits/ledger?limit=200');
    const all = (await ledger(', first: 200')).ledger.items;
    expect(
      all.map(({ id, amount, type }: { id: string; amount: number; type: string }) => [id, amount, type.toLowerCase()]),
    ).toEqual(entries.map(({ id, amount, type }: { id: string; amount: number; type: string }) => [id, amount, type]));
    const first = (await ledger(', first: 1')).ledger;
    const second = (await ledger(`, first: 1, after: "${first.nextCursor}"`)).ledger;
    expect([...idsOf(first), ...idsOf(second)]).toEqual(idsOf({ items: all }).slice(0, 2));
    const spends = (await ledger(', type: SPEND')).ledger.items;
    expect(new Set(spends.map(({ type }: { type: string }) => type))).toEqual(new Set(['SPEND']));
  });

  test('the farm at one look: queues, pools, the last audit, and every template', async () => {
    await publishOne(['One', 'Two']);
    const {
      farm: seen,
      audit,
      templates,
    } = await admin.data(
      `{ farm { queues { kind waiting running oldestWaitSeconds } pools { pool readyNodes slots freeSlots }
          audit { auditedAt checked violations { invariant count } } }
        audit { checked violations { count } } templates { id slug name version category status active isOffered } }`,
    );
    expect(seen.queues).toHaveLength(5);
    expect(seen.queues).toContainEqual({
      kind: 'SCENE_RENDER',
      waiting: 2,
      running: 0,
      oldestWaitSeconds: expect.any(Number),
    });
    expect(seen.pools).toContainEqual({ pool: 'RENDER', readyNodes: 1, slots: 2, freeSlots: 2 });
    expect(audit.violations).toEqual([]);
    expect(templates).toContainEqual(
      expect.objectContaining({ slug: 'big-claim', id: 'tpl_big-claim', status: 'PUBLISHED', isOffered: true }),
    );
  });

  test('every field of the schema answers, and F7: none with a secret or its hash', async () => {
    const callbackSecret = 'canary-callback-secret-0123456789abcdef';
    const callback = { callbackUrl: 'http://127.0.0.1:9/hook', callbackSecret };
    const published = await caller.publish(await caller.createProject(['Bad', 'Good']), callback);
    const publishId = published.body.data.requestId;
    const bad = await node.lease();
    await node.fail(bad, { blame: 'input', retryable: false, stage: 'prepare', code: 'TOO_LONG', message: 'Long.' });
    await node.lease();
    await admin.data(`mutation { resumeNode(id: "${node.nodeId}", reason: "a look") { outcome } }`);
    const args: Readonly<Record<string, string>> = {
      node: `(id: "${node.nodeId}")`,
      job: `(id: "${bad.jobId}")`,
      publish: `(id: "${publishId}")`,
      account: `(id: "${caller.accountId}")`,
      ledger: `(accountId: "${caller.accountId}")`,
    };
    /** Every field of a type, and of the types of its fields as deep as is allowed. */
    const selectionOf = (type: GraphQLNamedType, depth: number): string => {
      if (!isObjectType(type)) return '';
      const selected = Object.values(type.getFields()).flatMap((field) => {
        const inner = selectionOf(getNamedType(field.type), depth - 1);
        return isObjectType(getNamedType(field.type)) && depth === 1 ? [] : [`${field.name} ${inner}`];
      });
      return `{ ${selected.join(' ')} }`;
    };
    const answers: string[] = [];
    const root = schema.getQueryType()?.getFields() ?? {};
    for (const field of Object.values(root)) {
      const isPage = field.args.some(({ name }) => name === 'first');
      const given = args[field.name] ?? (isPage ? '(first: 5)' : '');
      const data = await admin.data(
        `{ ${field.name}${given} ${selectionOf(getNamedType(field.type), isPage ? 4 : 3)} }`,
      );
      expect([field.name, data[field.name]]).not.toEqual([field.name, null]);
      if (isPage) expect([field.name, data[field.name].items]).not.toEqual([field.name, []]);
      answers.push(JSON.stringify(data));
    }
    const hashes = await sql<{ hash: string }>`
      select encode(secret_sha256, 'hex') as hash from api_key union all select encode(token_sha256, 'hex') from node
      union all select encode(secret_sha256, 'base64') from api_key`.execute(farm.db);
    const { FARM_ADMIN_TOKEN, FARM_NODE_TOKEN, FARM_SIGNING_SECRET, DATABASE_URL } = farm.config;
    const secrets = [caller.key, node.nodeToken, callbackSecret, FARM_ADMIN_TOKEN, FARM_NODE_TOKEN];
    const all = answers.join('\n');
    expect(all).toContain(caller.key.slice(-4));
    for (const secret of [...secrets, FARM_SIGNING_SECRET, DATABASE_URL, ...hashes.rows.map(({ hash }) => hash)]) {
      expect(all).not.toContain(secret);
    }
  });

  test('a longer page costs no more statements than a short one', async () => {
    for (let count = 0; count < 8; count += 1) await publisher(farm);
    await publishOne(['One', 'Two', 'Three', 'Four']);
    const executed = vi.spyOn(farm.db.getExecutor(), 'executeQuery');
    const countOf = async (first: number): Promise<number> => {
      executed.mockClear();
      const data = await admin.data(
        `query ($n: Int) { accounts(first: $n) { items { id users { id } balance { plan } keys { id } features { feature } limits { used } } }
          jobs(first: $n) { items { id waitingFor attempts { number } account { id balance { plan } } } }
          publishes(first: $n) { items { id scenes { total } jobs { id attempts { number } } account { id } } }
          nodes(first: $n) { items { id leases { jobId } throughput { completedAttempts } } } }`,
        { n: first },
      );
      expect(data.accounts.items).toHaveLength(first);
      return executed.mock.calls.length;
    };
    try {
      const short = await countOf(1);
      expect(short).toBeGreaterThan(10);
      expect(await countOf(8)).toBe(short);
    } finally {
      executed.mockRestore();
    }
  });
});
