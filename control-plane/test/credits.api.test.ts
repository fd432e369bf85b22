import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@reelyard/deploy/local/postgres.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CreditOperations, creditOperations } from '../credits/operations.ts';
import { keyUseThisMonth } from '../credits/store/key-use.ts';
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
  credits = creditOperations({ topUpUrl: 'https://farm.test/billing' });
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

/** The invariants over everything that every test of this file did. */
afterEach(async () => {
  const { rows } = await sql`select name, offenders from inv.run() where violations > 0`.execute(db);
  expect(rows).toEqual([]);
});

test.each(Array.from({ length: 10 }, (_, round) => round + 1))(
  'A3: forty callers at once on ten credits get exactly ten, round %i',
  async () => {
    const owner = await newAccount('free');
    const answers = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => reserve(owner, item(`${owner.accountId}:${index}`))),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBe(10);
    for (const answer of answers) {
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject({ kind: 'payment_required', code: 'INSUFFICIENT_CREDITS' });
    }
    expect(await balances(owner)).toEqual({ plan: [0, 10], purchased: [0, 0] });
  },
);

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

test('I04: a subject is held once for good: neither while it is held, nor charged, nor released may it be held again', async () => {
  const owner = await newAccount('free');
  const holdId = await holdOf(owner, 'scene-1');
  await expect(reserve(owner, item('scene-1'))).rejects.toThrow('op_key');
  await inTrx((trx) => credits.release(trx, holdId));
  await expect(reserve(owner, item('scene-1'))).rejects.toThrow('op_key');
  await inTrx(async (trx) => credits.charge(trx, await holdOf(owner, 'scene-2')));
  await expect(reserve(owner, item('scene-2'))).rejects.toThrow('op_key');
  expect(await balances(owner)).toEqual({ plan: [9, 0], purchased: [0, 0] });
});

test('I06: a hold of both buckets ends as a whole, whoever comes first', async () => {
  const owner = await newAccount('free');
  await buy(owner, 5, 'buy:both');
  const holdId = await holdOf(owner, 'of-both', 12);
  const ends = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      inTrx((trx) => (index % 2 === 0 ? credits.charge(trx, holdId) : credits.release(trx, holdId))),
    ),
  );
  expect(ends.filter((moved) => moved !== 0)).toEqual([12]);
  const { plan, purchased } = await balances(owner);
  expect([plan, purchased]).toEqual(
    ends.findIndex(Boolean) % 2 === 0
      ? [
          [0, 0],
          [3, 0],
        ]
      : [
          [10, 0],
          [5, 0],
        ],
  );
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

describe('S118: the use of a key in a UTC month', () => {
  const lastMonth = "to_char((now() at time zone 'UTC') - interval '1 month', 'YYYY-MM')";
  /** As if everything that the account holds and counts were of the month before. */
  const endMonth = ({ accountId }: Owner) =>
    inTrx(async (trx) => {
      await sql`update credit_account set key_month = ${sql.raw(lastMonth)} where account_id = ${accountId}`.execute(
        trx,
      );
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update credit_ledger set created_at = created_at - interval '1 month' where account_id = ${accountId}`.execute(
        trx,
      );
    });
  const useOf = async ({ keyId }: Owner) => (await keyUseThisMonth(db, [keyId])).used.get(keyId) ?? 0;

  test('starts over on the first, and the cap of the new month is whole', async () => {
    const owner = await newAccount('pro', 5);
    await reserve(owner, item('of-old-month', 5));
    await expect(reserve(owner, item('too-much'))).rejects.toMatchObject({ code: 'KEY_MONTHLY_CAP' });
    await endMonth(owner);
    expect(await useOf(owner)).toBe(0);
    await reserve(owner, item('of-new-month', 4), item('of-new-month-too', 1));
    expect(await useOf(owner)).toBe(5);
    await expect(reserve(owner, item('too-much'))).rejects.toMatchObject({ code: 'KEY_MONTHLY_CAP' });
  });

  test('N50: falls with what comes back in its own month, and not with what is of a month before', async () => {
    const owner = await newAccount('pro');
    const [released, charged] = [await holdOf(owner, 'old-release', 2), await holdOf(owner, 'old-charge', 3)];
    await inTrx((trx) => credits.charge(trx, charged));
    await endMonth(owner);
    const fresh = await holdOf(owner, 'fresh', 4);
    await inTrx((trx) => credits.release(trx, released));
    await inTrx((trx) => credits.refund(trx, charged, 'test'));
    expect(await useOf(owner)).toBe(4);
    await inTrx((trx) => credits.release(trx, fresh));
    expect(await useOf(owner)).toBe(0);
  });
});

test.each([0, 1, 2, 7, 40])('N40: of %s entries those since a moment are found, wherever it lies', async (count) => {
  const owner = await newAccount('pro');
  await inTrx((trx) => credits.balance(trx, owner.accountId));
  for (let made = 1; made < count; made += 1) await reserve(owner, item(`since-${count}-${made}`));
  await inTrx(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    // An hour apart; and every second began, and tells the time, five minutes before the one that it follows.
    await sql`update credit_ledger set created_at = '2026-01-01Z'::timestamptz + entry_no * interval '1 hour'
        - case when entry_no % 2 = 0 then interval '65 minutes' else interval '0' end
      where account_id = ${owner.accountId}`.execute(trx);
    await sql`update credit_account set key_month = '2026-01' where account_id = ${owner.accountId}`.execute(trx);
  });
  const { rows } = await sql<{ missed: number; needless: number }>`
    select count(*) filter (where l.created_at >= t and l.entry_no < since)::int as missed,
           count(*) filter (where l.created_at < t - interval '2 hours' and l.entry_no >= since)::int as needless
      from generate_series('2025-12-31Z'::timestamptz, '2026-01-04Z', interval '4 minutes') t
      cross join lateral credit_entry_since(${owner.accountId}, t) since
      join credit_ledger l on l.account_id = ${owner.accountId}`.execute(db);
  expect(rows[0]).toEqual({ missed: 0, needless: 0 });
});

/** As if the open period had ended: what was set aside until now is of a period that is over. An hour ago, because a
 * transaction that waits for the account began, and tells the time, before this one. */
const endPeriod = async ({ accountId }: Owner) =>
  inTrx(async (trx) => {
    await sql`select credit_lock(${accountId})`.execute(trx);
    await sql`update credit_account set period_end = now() - interval '1 hour', period = 'over'
      where account_id = ${accountId} and period is not null`.execute(trx);
    // Past the wall that keeps the ledger as it was written.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update credit_ledger set period = 'over' where account_id = ${accountId} and period is not null`.execute(
      trx,
    );
  });

test('S122: Pro gets its allowance again in a new billing period and what is held stays held', async () => {
  const owner = await newAccount('pro');
  const holdId = await holdOf(owner, 'old-month', 40);
  await endPeriod(owner);
  await reserve(owner, item('new-month', 1));
  expect(await balances(owner)).toEqual({ plan: [149, 41], purchased: [0, 0] });
  expect(await inTrx((trx) => credits.charge(trx, holdId))).toBe(40);
  expect(await balances(owner)).toEqual({ plan: [149, 1], purchased: [0, 0] });
});

test('S122, A12: two hundred resets against running work leave no credit unaccounted for', async () => {
  const owner = await newAccount('pro');
  await buy(owner, 10_000, 'buy:resets');
  const work = async (round: number): Promise<void> => {
    const holdId = await holdOf(owner, `reset-${round}`, 1 + (round % 7));
    await inTrx((trx) => (round % 3 === 0 ? credits.release(trx, holdId) : credits.charge(trx, holdId)));
    if (round % 5 === 1) await inTrx((trx) => credits.refund(trx, holdId, 'test'));
  };
  await Promise.all(
    Array.from({ length: 200 }, async (_, round) => {
      await Promise.all([endPeriod(owner), work(round)]);
    }),
  );
  expect((await balances(owner)).plan).toEqual([expect.any(Number), 0]);
});

describe('N50: credits of a period that is over', () => {
  test('come back into the open period, up to its allowance', async () => {
    const owner = await newAccount('pro');
    const [charged, released] = [await holdOf(owner, 'n50-charged', 30), await holdOf(owner, 'n50-released', 20)];
    await inTrx((trx) => credits.charge(trx, charged));
    await endPeriod(owner);
    await reserve(owner, item('n50-new', 45));
    expect(await inTrx((trx) => credits.refund(trx, charged, 'test'))).toBe(30);
    expect((await balances(owner)).plan).toEqual([135, 65]);
    expect(await inTrx((trx) => credits.release(trx, released))).toBe(20);
    expect((await balances(owner)).plan).toEqual([150, 45]);
  });

  test('come back in full while the period is open', async () => {
    const owner = await newAccount('pro');
    const holdId = await holdOf(owner, 'n50-same', 30);
    await inTrx((trx) => credits.charge(trx, holdId));
    await inTrx((trx) => credits.refund(trx, holdId, 'test'));
    expect((await balances(owner)).plan).toEqual([150, 0]);
  });
});

describe('A10: a purchase that is refunded after it was spent', () => {
  test('leaves a debt and no negative balance; the debt blocks spending until it is bought off', async () => {
    const owner = await newAccount('free');
    await buy(owner, 100, 'buy:debt');
    const holdId = await holdOf(owner, 'debt-1', 90);
    await inTrx((trx) => credits.charge(trx, holdId));
    const takeBack = () =>
      inTrx((trx) =>
        credits.takeBack(trx, { accountId: owner.accountId, credits: 100, opKey: 'back:1', reason: 'refunded' }),
      );
    expect(await Promise.all([takeBack(), takeBack(), takeBack()])).toEqual(
      expect.arrayContaining([{ debt: 80 }, null, null]),
    );
    expect(await balances(owner)).toEqual({ plan: [0, 0], purchased: [0, 0] });
    await expect(reserve(owner, item('debt-2'))).rejects.toMatchObject({
      code: 'CREDITS_OWED',
      body: { creditsAvailable: 0, debt: 80 },
    });
    await buy(owner, 50, 'buy:debt-2');
    await expect(reserve(owner, item('debt-2'))).rejects.toMatchObject({ body: { debt: 30 } });
    await buy(owner, 31, 'buy:debt-3');
    expect(await balances(owner)).toEqual({ plan: [0, 0], purchased: [1, 0] });
    await reserve(owner, item('debt-2'));
  });

  test('is paid by credits that come back too', async () => {
    const owner = await newAccount('enterprise');
    await sql`update account set plan = 'free' where id = ${owner.accountId}`.execute(db);
    await buy(owner, 20, 'buy:debt-held');
    const holdId = await holdOf(owner, 'debt-held', 30);
    await inTrx((trx) =>
      credits.takeBack(trx, { accountId: owner.accountId, credits: 5, opKey: 'back:2', reason: 'refunded' }),
    );
    await inTrx((trx) => credits.release(trx, holdId));
    expect(await balances(owner)).toEqual({ plan: [10, 0], purchased: [15, 0] });
  });
});

describe('an operator', () => {
  const adjust = (owner: Owner, credits_: number, opKey: string) =>
    inTrx((trx) =>
      credits.adjust(trx, {
        accountId: owner.accountId,
        bucket: 'purchased',
        credits: credits_,
        opKey,
        reason: 'goodwill',
        actorId: 'usr_operator',
      }),
    );

  test('corrects a balance once under a key, and never below zero', async () => {
    const owner = await newAccount('free');
    expect(await Promise.all([adjust(owner, 8, 'adj:1'), adjust(owner, 8, 'adj:1')])).toContain(false);
    expect(await adjust(owner, -3, 'adj:2')).toBe(true);
    await expect(adjust(owner, -6, 'adj:3')).rejects.toMatchObject({
      code: 'ADJUSTMENT_TOO_LARGE',
      body: { available: 5 },
    });
    expect((await balances(owner)).purchased).toEqual([5, 0]);
  });

  test.each([0, 0.5, Number.NaN, 2 ** 31, -(2 ** 40)])('A14: cannot move %s credits', async (amount) => {
    const owner = await newAccount('free');
    await expect(adjust(owner, amount, `adj:bad:${amount}`)).rejects.toMatchObject({ code: 'CREDITS_INVALID' });
    expect(await balances(owner)).toEqual({});
  });

  test('A14: cannot fill an account beyond what it can count', async () => {
    const owner = await newAccount('free');
    await adjust(owner, 1_000_000_000, 'adj:full:1');
    await adjust(owner, 1_000_000_000, 'adj:full:2');
    await expect(adjust(owner, 1, 'adj:full:3')).rejects.toMatchObject({ code: 'CREDITS_INVALID' });
  });
});

describe('a plan that is changed within its period', () => {
  const change = (owner: Owner, plan: 'free' | 'pro' | 'enterprise') =>
    inTrx((trx) => credits.changePlan(trx, owner.accountId, plan));
  const planCredits = async (owner: Owner) =>
    (await inTransaction(db, (trx) => credits.balance(trx, owner.accountId))).plan;

  test('S122: opens the other allowance at once; going back and forth makes no credits', async () => {
    const owner = await newAccount('free');
    await reserve(owner, item('free-1', 4));
    await change(owner, 'pro');
    expect(await planCredits(owner)).toBe(150);
    await reserve(owner, item('pro-1', 60));
    await change(owner, 'free');
    expect(await planCredits(owner)).toBe(6);
    await change(owner, 'pro');
    expect(await planCredits(owner)).toBe(90);
    await change(owner, 'enterprise');
    await reserve(owner, item('ent-1', 500));
    await change(owner, 'free');
    await change(owner, 'pro');
    expect(await planCredits(owner)).toBe(90);
    expect(await change(owner, 'pro')).toBe(false);
  });

  test('S122: an upgrade starts a billing month of its own, whatever the age of the account', async () => {
    const owner = await newAccount('free');
    await sql`update account set billing_anchor = now() - interval '40 days' where id = ${owner.accountId}`.execute(db);
    await change(owner, 'pro');
    const { rows } = await sql<{ days: number }>`
      select extract(day from period_end - now())::int as days from credit_account where account_id = ${owner.accountId}`.execute(
      db,
    );
    expect(rows[0]?.days).toBeGreaterThanOrEqual(27);
  });

  test('S122: Free credits come once in a lifetime, also for an account that never spent one before it upgraded', async () => {
    const owner = await newAccount('free');
    await change(owner, 'pro');
    await change(owner, 'free');
    await reserve(owner, item('once-1', 10));
    await change(owner, 'pro');
    await change(owner, 'free');
    expect(await planCredits(owner)).toBe(0);
  });
});

describe('S121: browse minutes', () => {
  const bill = (owner: Owner, sessionId: string, seconds: number) =>
    inTrx((trx) => credits.chargeBrowse(trx, { ...owner, sessionId, seconds }));

  test('N49: cost the started five minutes after the first, once a session', async () => {
    const owner = await newAccount('pro');
    expect(await bill(owner, 'brs_free', 300)).toBe(0);
    expect(await bill(owner, 'brs_1', 601)).toBe(2);
    await expect(bill(owner, 'brs_1', 601)).rejects.toThrow();
    expect((await balances(owner)).plan).toEqual([148, 0]);
  });

  test('N53: cost what is there at most, and no more than the cap of the key leaves', async () => {
    const poor = await newAccount('free');
    await reserve(poor, item('all-but-one', 9));
    expect(await inTrx((trx) => credits.affordableBrowseSeconds(trx, poor))).toBe(600);
    expect(await bill(poor, 'brs_poor', 3_600)).toBe(1);
    expect(await bill(poor, 'brs_broke', 3_600)).toBe(0);
    const capped = await newAccount('pro', 4);
    expect(await inTrx((trx) => credits.affordableBrowseSeconds(trx, capped))).toBe(1_500);
    expect(await bill(capped, 'brs_capped', 3_600)).toBe(4);
  });
});

test('G3: a key that was revoked reserves nothing more, but the browser time before is billed', async () => {
  const owner = await newAccount('pro');
  await sql`update api_key set revoked_at = now() where id = ${owner.keyId}`.execute(db);
  await expect(reserve(owner, item('after'))).rejects.toMatchObject({ kind: 'unauthorized', code: 'API_KEY_REVOKED' });
  expect(await inTrx((trx) => credits.chargeBrowse(trx, { ...owner, sessionId: 'brs_key', seconds: 400 }))).toBe(1);
});

test('S122: an unlimited plan is never refused and every credit of it is on the ledger', async () => {
  const owner = await newAccount('enterprise');
  const holdId = await holdOf(owner, 'big', 5_000);
  await inTrx((trx) => credits.charge(trx, holdId));
  expect(await balances(owner)).toEqual({ plan: [0, 0], purchased: [0, 0] });
  expect(await inTrx((trx) => credits.balance(trx, owner.accountId))).toEqual({
    plan: 2_147_483_647,
    purchased: 0,
    debt: 0,
  });
});

test('the ledger cannot be changed, deleted or emptied, not even by its owner', async () => {
  await buy(await newAccount('free'), 1, 'buy:forever');
  await expect(sql`update credit_ledger set d_available = 99`.execute(db)).rejects.toThrow('append-only');
  await expect(sql`delete from credit_ledger`.execute(db)).rejects.toThrow('append-only');
  await expect(sql`truncate credit_ledger cascade`.execute(db)).rejects.toThrow('append-only');
});

test.each([
  ['a grant that takes', 'grant', 'purchased', -1, 0, 0, 'x', null],
  ['a reservation of what is not held', 'reserve', 'plan', -2, 1, 0, 'x', 2],
  ['a reservation under another key than its subject', 'reserve', 'plan', -1, 1, 0, 'y', 1],
  ['a hold of less than it takes', 'reserve', 'plan', -2, 2, 0, 'x', 1],
  ['a second part of a hold under a first one’s key', 'reserve', 'plan', -1, 1, 0, 'x', null],
  ['a charge that gives', 'charge', 'plan', 1, -1, 0, 'end:x', null],
  ['a charge under a key of its own', 'charge', 'plan', 0, -1, 0, 'again:x', null],
  ['a release under a key of its own', 'release', 'plan', 1, -1, 0, 'again:x', null],
  ['a refund that is held', 'refund', 'plan', 1, 1, 0, 'refund:x:plan', null],
  ['a refund under another bucket’s key', 'refund', 'plan', 1, 0, 0, 'refund:x:purchased', null],
  ['a purchase into the plan', 'purchase', 'plan', 1, 0, 0, 'x', null],
  ['an expiry of what was bought', 'expiry', 'purchased', -1, 0, 0, 'x', null],
  ['a debt out of nothing', 'adjustment', 'purchased', 1, 0, 1, 'x', null],
  ['a grant that holds', 'grant', 'plan', 1, 0, 0, 'x', 1],
  ['a kind that there is not', 'gift', 'plan', 1, 0, 0, 'x', null],
  ['a bucket that there is not', 'grant', 'other', 1, 0, 0, 'x', null],
])(
  'A14, I04, I06: the ledger itself refuses %s',
  async (_what, kind, bucket, dAvailable, dHeld, dDebt, opKey, holds) => {
    const { accountId } = await newAccount('free');
    const entry = sql`insert into credit_ledger (account_id, entry_no, bucket, kind, d_available, d_held, d_debt, plan_after,
      purchased_after, op_key, subject, holds)
    values (${accountId}, 1, ${bucket}, ${kind}, ${dAvailable}, ${dHeld}, ${dDebt}, 5, 5, ${opKey}, 'x', ${holds})`;
    await expect(entry.execute(db)).rejects.toThrow('entry_fits_its_kind');
  },
);

test.each([
  ['an account below zero', 'update credit_account set plan_held = -1', 'never_negative'],
  [
    'a debt beside what could pay it',
    'update credit_account set debt = 1, purchased_available = 1',
    'debt_is_paid_first',
  ],
])('A3: the tables themselves refuse %s', async (_what, statement, wall) => {
  await holdOf(await newAccount('free'), `wall-${statement}`);
  await expect(sql.raw(statement).execute(db)).rejects.toThrow(wall);
});

test('S122: whoever changes the plan of an account ends the allowance that is open', async () => {
  const owner = await newAccount('free');
  const holdId = await holdOf(owner, 'of-free', 4);
  await sql`update account set plan = 'pro' where id = ${owner.accountId}`.execute(db);
  await reserve(owner, item('of-pro', 11));
  expect(await balances(owner)).toEqual({ plan: [139, 15], purchased: [0, 0] });
  await inTrx((trx) => credits.charge(trx, holdId));
  expect(await balances(owner)).toEqual({ plan: [139, 11], purchased: [0, 0] });
});

describe('a control plane that does not own its tables', () => {
  const asApplication = async (work: (trx: Transaction) => Promise<unknown>): Promise<unknown> =>
    db.transaction().execute(async (trx) => {
      await sql`set local role farm_app`.execute(trx);
      return work(trx);
    });
  beforeAll(async () => {
    await sql`create role farm_app`.execute(db);
    await sql`select grant_farm_rights('farm_app')`.execute(db);
  });

  test('can spend, charge, refund, take back and audit', async () => {
    const owner = await newAccount('pro');
    const { accountId } = owner;
    await asApplication(async (trx) => {
      const holds = await credits.reserve(trx, { ...owner, items: [item('as-application', 2)] });
      const holdId = holds.get('as-application') ?? '';
      await credits.charge(trx, holdId);
      await credits.refund(trx, holdId, 'test');
      await credits.takeBack(trx, { accountId, credits: 3, opKey: 'as-application', reason: 'test' });
      await sql`select * from inv.run()`.execute(trx);
    });
    expect((await balances(owner)).plan).toEqual([150, 0]);
  });

  test.each([
    ['change an entry', 'update credit_ledger set d_available = 1'],
    ['remove an entry', 'delete from credit_ledger'],
    ['empty the ledger', 'truncate credit_ledger'],
    ['switch its triggers off', 'alter table credit_ledger disable trigger user'],
    ['skip its triggers', 'set session_replication_role = replica'],
    ['drop its triggers', 'drop trigger entry_fits_its_kind on credit_ledger'],
    ['drop its checks', 'alter domain credits drop constraint never_negative'],
    ['remove an account from the books', 'delete from credit_account'],
  ])('cannot %s', async (_what, statement) => {
    await expect(asApplication((trx) => sql.raw(statement).execute(trx))).rejects.toThrow(
      /permission denied|must be owner/,
    );
  });
});
