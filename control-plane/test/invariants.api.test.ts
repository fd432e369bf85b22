import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creditOperations } from '../credits/operations.ts';
import { inTransaction, type Transaction } from '../database/connection.ts';
import { fakeNode } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';
import { publisher } from './publisher.ts';

let farm: Farm;
let accountId: string;
let keyId: string;
let donePublishId: string;
let livePublishId: string;

interface Found {
  readonly name: string;
  readonly violations: number;
  readonly offenders: readonly { readonly id: string }[];
}

const audit = async (trx: Transaction): Promise<Found[]> =>
  (await sql<Found>`select name, violations, offenders from inv.run()`.execute(trx)).rows;

/** Everything the farm can have: finished, under way and sandboxed work, money in and out, callbacks, browsing. */
beforeAll(async () => {
  farm = await startFarm();
  const node = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN);
  const [live, sandbox] = [await publisher(farm), await publisher(farm, { environment: 'test' })];
  accountId = live.accountId;
  for (const each of [live, sandbox]) {
    await each.publish(await each.createProject(['First', 'Second']));
  }
  await node.workUntilIdle();
  const { body } = await live.publish(await live.createProject(['Third', 'Fourth']));
  livePublishId = body.data.requestId;
  await node.lease();
  const { rows } = await sql<{ id: string; api_key_id: string }>`
    select id, api_key_id from publish where account_id = ${accountId} and state = 'completed'`.execute(farm.db);
  donePublishId = rows[0]?.id ?? '';
  keyId = rows[0]?.api_key_id ?? '';
  await inTransaction(farm.db, moneyAndBrowsing);
}, 60_000);
afterAll(() => farm.close());

const moneyAndBrowsing = async (trx: Transaction): Promise<void> => {
  const credits = creditOperations({ topUpUrl: 'https://farm.test/billing' });
  await sql`insert into payment (id, account_id, web_user_id, provider, kind, name, units, amount_cents, currency, state, paid_at, expires_at)
    values ('pay_1', ${accountId}, 'usr_1', 'local', 'credits', 'Small', 50, 900, 'usd', 'paid', now(), now())`.execute(
    trx,
  );
  const grant = { accountId, bucket: 'purchased', credits: 50, opKey: 'payment:pay_1', reason: 'bought' } as const;
  await credits.grant(trx, { ...grant, kind: 'purchase' });
  const reserveDraft = async (subject: string) => {
    const item = { subject, action: 'STORYBOARD_DRAFT', credits: 1 } as const;
    return (await credits.reserve(trx, { accountId, keyId, items: [item] })).get(subject) ?? '';
  };
  await credits.charge(trx, await reserveDraft('storyboard:1'));
  await reserveDraft('storyboard:2');
  await credits.chargeBrowse(trx, { accountId, keyId, sessionId: 'brs_1', seconds: 500 });
  const opened = sql`${accountId}, 'live', ${keyId}, 'agent', (select max(id) from node), 1280, 720, false, 'pages.test'`;
  await sql`insert into browse_session (id, account_id, environment, api_key_id, purpose, node_id, viewport_width_px, viewport_height_px,
      viewport_is_mobile, start_host, opened_at, last_used_at, ends_at, slot, closed_at, close_reason, billed_seconds, billed_credits)
    values ('brs_1', ${opened}, now() - interval '20 minutes', now() - interval '700 s', now() + interval '40 minutes', null, now(), 'closed', 500, 1),
           ('brs_2', ${opened}, now() - interval '5 minutes', now(), now() + interval '55 minutes', 1, null, null, null, null)`.execute(
    trx,
  );
  await sql`insert into callback (publish_id, project_id, account_id, environment, url, host, status, phase, attempts, delivered_at)
    select id, project_id, account_id, 'live', 'https://hooks.test/', 'hooks.test', 'delivered', 'completed', 2, now()
      from publish where id = ${donePublishId}`.execute(trx);
  await sql`insert into callback_delivery (publish_id, attempt, sent_at, status_code, duration_ms)
    values (${donePublishId}, 1, now() - interval '2 minutes', 500, 5), (${donePublishId}, 2, now() - interval '50 s', 200, 5)`.execute(
    trx,
  );
};

/** One more entry of the account's ledger, of no key, that its balance does not know of. */
const entry = (kind: string, bucket: string, dAvailable: number, dHeld: number, subject: string) => sql`
  insert into credit_ledger (account_id, entry_no, bucket, kind, d_available, d_held, plan_after, purchased_after, op_key, subject, holds)
  select account_id, last.entry_no + 1, ${bucket}::text, ${kind}::text, ${dAvailable}::int, ${dHeld}::int,
         last.plan_after + case ${bucket}::text when 'plan' then ${dAvailable}::int else 0 end,
         last.purchased_after + case ${bucket}::text when 'purchased' then ${dAvailable}::int else 0 end,
         gen_random_uuid()::text, ${subject}::text, case when ${kind}::text = 'reserve' then ${dHeld}::int end
    from (select * from credit_ledger where account_id = ${accountId} order by entry_no desc limit 1) last`;
const balance = (changes: string) => sql`update credit_account set ${sql.raw(changes)} where account_id = ${accountId}`;

interface Planted {
  readonly name: string;
  readonly statements: () => readonly RawBuilder<unknown>[];
  readonly alsoFound: readonly string[];
}
const plant = (name: string, statements: Planted['statements'], alsoFound: readonly string[] = []): Planted => ({
  name,
  statements,
  alsoFound,
});

/** One violation of each, past every wall: triggers and foreign keys are off, constraints in the way are dropped. */
const planted: readonly Planted[] = [
  plant('i01_balance_is_not_the_sum_of_its_ledger', () => [balance('plan_available = plan_available + 1')]),
  plant(
    'i02_negative_balance',
    () => [sql`alter domain credits drop constraint never_negative`, balance('plan_available = -1')],
    ['i01_balance_is_not_the_sum_of_its_ledger'],
  ),
  plant('i03_was_negative_once', () => [
    entry('reserve', 'plan', -9_999, 9_999, 'x'),
    entry('release', 'plan', 9_999, -9_999, 'x'),
    balance('entry_count = entry_count + 2'),
  ]),
  plant('i04_charged_twice', () => [
    entry('reserve', 'plan', -1, 1, 'storyboard:1'),
    entry('charge', 'plan', 0, -1, 'storyboard:1'),
    balance('plan_available = plan_available - 1, entry_count = entry_count + 2'),
  ]),
  plant('i05_refunded_more_than_charged', () => [
    entry('reserve', 'plan', -1, 1, 'storyboard:3'),
    entry('charge', 'plan', 0, -1, 'storyboard:3'),
    entry('refund', 'plan', 1, 0, 'storyboard:3'),
    entry('refund', 'plan', 1, 0, 'storyboard:3'),
    balance('plan_available = plan_available + 1, entry_count = entry_count + 4'),
  ]),
  plant('i06_hold_not_settled_once', () => [
    entry('charge', 'plan', 0, -1, 'storyboard:9'),
    balance('plan_held = plan_held - 1, entry_count = entry_count + 1'),
  ]),
  plant('i07_open_hold_of_something_over', () => [
    sql`update job set cancelled_at = now() where batch_id = ${livePublishId}`,
    sql`update publish set state = 'failed', finished_at = now() where id = ${livePublishId}`,
  ]),
  plant('i08_purchased_before_plan', () => [
    entry('reserve', 'purchased', -1, 1, 'storyboard:4'),
    balance(
      'purchased_available = purchased_available - 1, purchased_held = purchased_held + 1, entry_count = entry_count + 1',
    ),
  ]),
  plant('i09_sandbox_spent', () => [sql`update api_key set environment = 'test' where id = ${keyId}`]),
  plant('i10_price_wrong', () => [sql`update publish set quality = '4K' where id = ${donePublishId}`]),
  plant('i11_completed_without_its_export', () => [
    sql`drop index one_success_per_publish`,
    sql`create temp table twin on commit drop as select * from export where publish_id = ${donePublishId}`,
    sql`update twin set id = 'exp_twin'`,
    sql`insert into export select * from twin`,
  ]),
  plant('i12_export_differs_from_its_file', () => [
    sql`update stored_object set sha256 = repeat('0', 64) where key = (select file_key from export where publish_id = ${donePublishId})`,
  ]),
  plant('i13_publish_without_work', () => [sql`delete from pgboss.job where state < 'completed'`]),
  plant('i14_job_of_nothing', () => [
    sql`update job set batch_id = ${donePublishId} where batch_id = ${livePublishId}`,
  ]),
  plant('i15_lease_of_the_dead', () => [
    sql`update lease set heartbeat_at = now() - interval '1 hour' where ended_at is null`,
  ]),
  plant('i16_superseded_result', () => [
    sql`insert into lease (job_id, attempt, node_id, account_id, kind, lease_seconds, max_run_seconds, ended_at, outcome)
          select job_id, attempt + 1, node_id, account_id, kind, lease_seconds, max_run_seconds, now(), 'lost'
            from lease where outcome = 'completed' limit 1`,
  ]),
  plant('i17_two_results', () => [
    sql`update publish_scene set rendition_hash = 'other' where publish_id = ${donePublishId} and position = 0`,
  ]),
  plant('i18_tenants_mixed', () => [
    sql`update stored_object set account_id = 'acc_local' where key = (select file_key from export where publish_id = ${donePublishId})`,
  ]),
  plant('i19_key_cap_exceeded', () => [sql`update credit_ledger set key_cap = 0 where op_key = 'storyboard:1'`]),
  plant('i20_too_many_keys', () => [
    sql`insert into api_key (id, account_id, environment, name, secret_sha256, prefix, last4, scopes)
          select 'key_' || n, ${accountId}, 'live', 'n', sha256(n::text::bytea), 'p', 'l4', '{}' from generate_series(1, 10) n`,
  ]),
  plant('i21_spent_after_its_key_ended', () => [
    sql`update api_key set revoked_at = now() - interval '1 day' where id = ${keyId}`,
  ]),
  plant('i22_payment_not_given_once', () => [
    sql`insert into payment (id, account_id, web_user_id, provider, kind, name, units, amount_cents, currency, state, paid_at, expires_at)
          values ('pay_2', ${accountId}, 'usr_1', 'local', 'credits', 'Small', 50, 900, 'usd', 'paid', now(), now())`,
  ]),
  plant('i23_callback_wrong', () => [
    sql`insert into callback_delivery (publish_id, attempt, sent_at, status_code, duration_ms)
          values (${donePublishId}, 3, now() + interval '1 hour', 200, 5)`,
  ]),
  plant('i24_callback_too_early', () => [
    sql`update callback_delivery set sent_at = sent_at - interval '59 s' where attempt = 2`,
  ]),
  plant('i25_browsing_too_long', () => [
    sql`update browse_session set opened_at = now() - interval '2 hours' where id = 'brs_2'`,
  ]),
  plant('i26_browse_price_wrong', () => [sql`update browse_session set billed_seconds = 900 where id = 'brs_1'`]),
  plant('i27_node_overbooked', () => [
    sql`update node set state = 'lost', state_changed_at = now() - interval '1 hour'`,
  ]),
];

/** What the audit finds after `statements`, which are rolled back. */
const auditAfter = async (statements: readonly RawBuilder<unknown>[]): Promise<Found[]> => {
  let found: Found[] = [];
  const undo = new Error('undo');
  await farm.db
    .transaction()
    .execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const statement of statements) await statement.execute(trx);
      found = await audit(trx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found.filter(({ violations }) => violations > 0);
};

describe('the invariants of the farm', () => {
  test('hold for good data of every kind, each with words that say what it means', async () => {
    const { rows } = await sql<Found & { meaning: string | null }>`select * from inv.run()`.execute(farm.db);
    expect(rows.filter(({ violations }) => violations > 0)).toEqual([]);
    expect(rows.map(({ name }) => name)).toEqual(planted.map(({ name }) => name));
    expect(rows.filter(({ meaning }) => meaning === null)).toEqual([]);
  });

  test.each(planted)(
    '$name: a planted violation is found, and nothing else',
    async ({ name, statements, alsoFound }) => {
      const found = await auditAfter(statements());
      expect(found.map((each) => each.name).sort()).toEqual([name, ...alsoFound].sort());
      expect(found.find((each) => each.name === name)?.offenders[0]?.id).toEqual(expect.any(String));
    },
  );
});
