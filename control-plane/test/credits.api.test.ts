import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@reelyard/deploy/local/postgres.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accountOperations } from '../accounts/operations.ts';
import { type CreditOperations, creditOperations } from '../credits/operations.ts';
import { connect, type Database, inTransaction, type Transaction } from '../database/connection.ts';
import { migrate } from '../database/migrate.ts';

let db: Database;
let credits: CreditOperations;
let close: () => Promise<void>;

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'credits-test-'));
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres') });
  await migrate(postgres.url);
  db = connect(postgres.url);
  credits = creditOperations({ accounts: accountOperations({ db }), topUpUrl: 'https://farm.test/billing' });
  close = async () => {
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
});
afterAll(() => close());

let count = 0;
const newAccount = async (plan: 'free' | 'pro' | 'enterprise' = 'free', cap: number | null = null) => {
  count += 1;
  const [accountId, keyId] = [`acc_${count}`, `key_${count}`];
  await sql`insert into account (id, name, plan) values (${accountId}, 'A', ${plan})`.execute(db);
  await sql`insert into api_key (id, account_id, environment, name, secret_sha256, prefix, last4, scopes, monthly_credit_cap)
    values (${keyId}, ${accountId}, 'live', 'k', sha256(${keyId}::bytea), 'p', 'l4', '{}', ${cap})`.execute(db);
  return { accountId, keyId };
};
type Owner = Awaited<ReturnType<typeof newAccount>>;

const inTrx = <T>(work: (trx: Transaction) => Promise<T>): Promise<T> => inTransaction(db, work);
const item = (subject: string, amount = 1) => ({ subject, action: 'SCENE_RENDER' as const, credits: amount });
const reserve = (owner: Owner, ...items: ReturnType<typeof item>[]) =>
  inTrx((trx) => credits.reserve(trx, { ...owner, items }));
const holdOf = async (owner: Owner, subject: string, amount = 1): Promise<string> => {
  const holdId = (await reserve(owner, item(subject, amount))).get(subject);
  if (!holdId) throw new Error('no hold');
  return holdId;
};
const buy = (owner: Owner, amount: number, opKey: string) =>
  inTrx((trx) =>
    credits.grant(trx, { accountId: owner.accountId, bucket: 'purchased', credits: amount, opKey, reason: 'test' }),
  );
const balances = async ({ accountId }: Owner) => {
  const { rows } = await sql<{ bucket: string; available: number; held: number }>`
    select bucket, available, held from balance where account_id = ${accountId} order by bucket`.execute(db);
  return Object.fromEntries(rows.map(({ bucket, available, held }) => [bucket, [available, held]]));
};

/** The walls of reliability.md §4 over everything that every test of this file did. */
afterEach(async () => {
  const wrongs = {
    I01: sql`select 1 from balance b full join (select account_id, bucket, sum(d_available) a, sum(d_held) h from credit_ledger group by 1, 2) s
      using (account_id, bucket) where (b.available, b.held) is distinct from (coalesce(s.a, 0)::int, coalesce(s.h, 0)::int)`,
    I03: sql`select 1 from (select sum(d_available) over w a, sum(d_held) over w h from credit_ledger
      window w as (partition by account_id, bucket order by seq)) x where a < 0 or h < 0`,
    I05: sql`select 1 from credit_ledger where subject is not null group by subject
      having sum(case kind when 'refund' then d_available else 0 end) > sum(case kind when 'charge' then -d_held else 0 end)`,
    I06: sql`select 1 from credit_hold h left join credit_ledger l on l.hold_id = h.id group by h.id, h.state
      having (h.state = 'open' and coalesce(sum(l.d_held), 0) <= 0) or (h.state <> 'open' and coalesce(sum(l.d_held), -1) <> 0)`,
    I08: sql`select 1 from (select bucket, kind, sum(d_available) filter (where bucket = 'plan') over (partition by account_id order by seq) plan_left
      from credit_ledger) r where bucket = 'purchased' and kind = 'reserve' and coalesce(plan_left, 0) > 0`,
  };
  for (const [name, query] of Object.entries(wrongs)) {
    expect((await query.execute(db)).rows, name).toEqual([]);
  }
});

test('A3: forty callers at once on ten credits get exactly ten', async () => {
  const owner = await newAccount('free');
  const answers = await Promise.allSettled(Array.from({ length: 40 }, (_, index) => reserve(owner, item(`s${index}`))));
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(10);
  for (const answer of answers) {
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({ kind: 'payment_required', code: 'INSUFFICIENT_CREDITS' });
  }
  expect(await balances(owner)).toEqual({ plan: [0, 10], purchased: [0, 0] });
});

test('S122: the plan allowance is spent first, then what was bought', async () => {
  const owner = await newAccount('free');
  await buy(owner, 5, 'buy:1');
  await reserve(owner, item('a', 8));
  await reserve(owner, item('b', 4));
  expect(await balances(owner)).toEqual({ plan: [0, 10], purchased: [3, 2] });
});

test('S117: one credit too few reserves nothing of the whole', async () => {
  const owner = await newAccount('free');
  await expect(reserve(owner, item('a', 6), item('b', 5))).rejects.toMatchObject({
    body: {
      creditsRequired: 11,
      creditsAvailable: 10,
      planRemaining: 10,
      purchasedBalance: 0,
      topUpUrl: 'https://farm.test/billing',
    },
  });
  expect(await balances(owner)).toEqual({});
});

test('A1: credits that were set aside in a transaction that fails were never set aside', async () => {
  const owner = await newAccount('free');
  await expect(
    inTrx(async (trx) => {
      await credits.reserve(trx, { ...owner, items: [item('rolled-back', 3)] });
      throw new Error('no job for it');
    }),
  ).rejects.toThrow('no job for it');
  expect(await balances(owner)).toEqual({});
});

test('A5: fifty refunds of one charge at once give it back once, to the buckets that it came from', async () => {
  const owner = await newAccount('free');
  await buy(owner, 5, 'buy:2');
  const holdId = await holdOf(owner, 'refunded', 12);
  expect(await inTrx((trx) => credits.charge(trx, holdId))).toBe(12);
  const refunds = await Promise.all(
    Array.from({ length: 50 }, () => inTrx((trx) => credits.refund(trx, holdId, 'test'))),
  );
  expect(refunds.reduce((sum, credited) => sum + credited, 0)).toBe(12);
  expect(await balances(owner)).toEqual({ plan: [10, 0], purchased: [5, 0] });
});

test('I06: a hold is settled once, whoever comes first', async () => {
  const owner = await newAccount('free');
  const holdId = await holdOf(owner, 'raced', 2);
  const ends = await Promise.all([
    inTrx((trx) => credits.charge(trx, holdId)),
    inTrx((trx) => credits.release(trx, holdId)),
    inTrx((trx) => credits.charge(trx, holdId)),
  ]);
  expect(ends.reduce((sum, moved) => sum + moved, 0)).toBe(2);
  const openHoldId = await holdOf(owner, 'open');
  expect(await inTrx((trx) => credits.refund(trx, openHoldId, 'never charged'))).toBe(0);
});

test('I04: a subject is charged once, and only a released one may be reserved again', async () => {
  const owner = await newAccount('free');
  const holdId = await holdOf(owner, 'scene-1');
  await expect(reserve(owner, item('scene-1'))).rejects.toThrow();
  await inTrx((trx) => credits.release(trx, holdId));
  const secondHoldId = await holdOf(owner, 'scene-1');
  expect(await inTrx((trx) => credits.charge(trx, secondHoldId))).toBe(1);
});

test('A8: a grant counts once under its key, however often and at once it is asked for', async () => {
  const owner = await newAccount('free');
  const grants = await Promise.all(Array.from({ length: 20 }, () => buy(owner, 100, 'stripe:cs_1')));
  expect(grants.filter(Boolean).length).toBe(1);
  expect(await balances(owner)).toMatchObject({ purchased: [100, 0] });
});

test('S118, A11: a key never holds more than its cap in a month, raced by many; its account is not affected', async () => {
  const owner = await newAccount('pro', 5);
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => reserve(owner, item(`cap${index}`))),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(5);
  const refused = answers.find((answer) => answer.status === 'rejected');
  expect(refused?.reason).toMatchObject({
    code: 'KEY_MONTHLY_CAP',
    body: {
      monthlyCreditCap: 5,
      usedThisMonth: 5,
      creditsRequired: 1,
      resetsAt: expect.stringMatching(/-01T00:00:00.000Z$/),
    },
  });
  expect(await balances(owner)).toEqual({ plan: [145, 5], purchased: [0, 0] });
});

test('S122: Pro gets its allowance again in a new month and what is held stays held', async () => {
  const owner = await newAccount('pro');
  await reserve(owner, item('old-month', 40));
  await sql`update balance set period = '2020-01' where account_id = ${owner.accountId} and bucket = 'plan'`.execute(
    db,
  );
  await sql`alter table credit_ledger disable trigger user`.execute(db);
  await sql`update credit_ledger set op_key = op_key || ':2020' where account_id = ${owner.accountId} and kind = 'reset'`.execute(
    db,
  );
  await sql`alter table credit_ledger enable trigger user`.execute(db);
  await reserve(owner, item('new-month', 1));
  expect(await balances(owner)).toEqual({ plan: [149, 41], purchased: [0, 0] });
});

test('S122: an unlimited plan is never refused and every credit of it is on the ledger', async () => {
  const owner = await newAccount('enterprise');
  const holdId = await holdOf(owner, 'big', 5_000);
  await inTrx((trx) => credits.charge(trx, holdId));
  expect(await balances(owner)).toEqual({ plan: [0, 0], purchased: [0, 0] });
  expect(await inTrx((trx) => credits.balance(trx, owner.accountId))).toEqual({ plan: 2_147_483_647, purchased: 0 });
});

test('the ledger cannot be changed, deleted or emptied, not even by its owner', async () => {
  await buy(await newAccount('free'), 1, 'buy:forever');
  await expect(sql`update credit_ledger set d_available = 99`.execute(db)).rejects.toThrow('append-only');
  await expect(sql`delete from credit_ledger`.execute(db)).rejects.toThrow('append-only');
  await expect(sql`truncate credit_ledger`.execute(db)).rejects.toThrow('append-only');
});
