import { CompiledQuery, sql } from 'kysely';
import type { Database, Transaction } from '../database/connection.ts';
import type { PlanSlug } from '../plans/plan.ts';
import { type Bucket, buckets, type CreditAccount, type Hold, type LedgerEntry } from './ledger-entry.ts';

/** Columns of credit_account, from whatever expression names such a row. */
interface AccountRow {
  readonly account_id: string;
  readonly plan_available: number;
  readonly plan_held: number;
  readonly purchased_available: number;
  readonly purchased_held: number;
  readonly debt: number;
  readonly entry_count: number;
  readonly plan: PlanSlug | null;
  readonly period: string | null;
  readonly period_end: Date | null;
  readonly allowance: number;
}

interface HoldRow {
  readonly id: string;
  readonly account_id: string;
  readonly api_key_id: string | null;
  readonly project_id: string | null;
  readonly subject: string;
  readonly action: string;
  readonly plan_credits: number;
  readonly purchased_credits: number;
  readonly period: string | null;
}

const accountOf = (row: AccountRow): CreditAccount => ({
  available: { plan: row.plan_available, purchased: row.purchased_available },
  held: { plan: row.plan_held, purchased: row.purchased_held },
  debt: row.debt,
  plan: row.plan,
  period: row.period,
  allowance: row.allowance,
});

const holdOf = (row: HoldRow): Hold => ({
  id: row.id,
  accountId: row.account_id,
  keyId: row.api_key_id,
  projectId: row.project_id,
  subject: row.subject,
  action: row.action,
  from: { plan: row.plan_credits, purchased: row.purchased_credits },
  period: row.period,
});

/** Why nothing was set aside, with the account and its key as they are while the account is locked. */
export interface ReserveRefusal {
  readonly outcome: 'key_ended' | 'not_open' | 'capped' | 'debt' | 'short';
  readonly now: Date;
  readonly plan: PlanSlug;
  readonly billingAnchor: Date;
  readonly keyCap: number | null;
  readonly keyUsed: number;
  readonly account: CreditAccount;
}

export interface HeldItem {
  readonly subject: string;
  readonly action: string;
  readonly credits: number;
}

/**
 * Sets every item aside or none, plan first, in one call (credit_reserve); null where that is done. A function of the
 * database and not a statement from here: its plans are kept by the connection, and the account is locked for one round
 * trip less.
 */
export const reserveItems = async (
  db: Database,
  request: { accountId: string; keyId: string; projectId: string | null; items: readonly HeldItem[] },
): Promise<ReserveRefusal | null> => {
  const { accountId, keyId, projectId, items } = request;
  const lists = (['subject', 'action', 'credits'] as const).map((name) => items.map((item) => item[name]));
  const { rows } = await db.executeQuery<{
    refused:
      | (Omit<ReserveRefusal, 'now' | 'billingAnchor' | 'account' | 'keyUsed'> & {
          nowAt: string;
          billingAnchor: string;
          keyUsed: number | null;
          account: AccountRow;
        })
      | null;
  }>(
    CompiledQuery.raw(
      '/* keep credit_reserve */ select credit_reserve($1, $2, $3, $4::text[], $5::text[], $6::int[]) as refused',
      [accountId, keyId, projectId, ...lists],
    ),
  );
  const refused = rows[0]?.refused ?? null;
  if (refused === null) return null;
  const { nowAt, billingAnchor, account, keyUsed, ...rest } = refused;
  return {
    ...rest,
    now: new Date(nowAt),
    billingAnchor: new Date(billingAnchor),
    keyUsed: keyUsed ?? 0,
    account: accountOf(account),
  };
};

/** Charges an open hold in one call, by compare-and-set (I06): its credits, null where it was over. Throws where there is none. */
export const chargeHold = async (db: Database, holdId: string): Promise<number | null> => {
  const { rows } = await db.executeQuery<{ credits: number | null }>(
    CompiledQuery.raw('/* keep credit_charge */ select credit_charge($1) as credits', [holdId]),
  );
  return rows[0]?.credits ?? null;
};

/** What a released hold held, and its account after that. */
export interface Released {
  readonly hold: Hold;
  readonly account: CreditAccount;
}

/** Gives an open hold back in one call, by compare-and-set (I06); null where it was over. Throws where there is none. */
export const releaseHold = async (db: Database, holdId: string): Promise<Released | null> => {
  const { rows } = await db.executeQuery<{ released: { hold: HoldRow; account: AccountRow } | null }>(
    CompiledQuery.raw('/* keep credit_release */ select credit_release($1) as released', [holdId]),
  );
  const released = rows[0]?.released ?? null;
  return released === null ? null : { hold: holdOf(released.hold), account: accountOf(released.account) };
};

/** Locks an account. Everything that moves credits comes through here or through the two above first. */
export const lockAccount = async (trx: Transaction, accountId: string): Promise<CreditAccount> => {
  const { rows } = await sql<AccountRow>`select * from credit_lock(${accountId})`.execute(trx);
  if (rows[0] === undefined) throw new Error(`account ${accountId} could not be locked`);
  return accountOf(rows[0]);
};

/** Writes entries that were decided under the lock. Throws where one of them would take a bucket below zero. */
export const postEntries = async (
  trx: Transaction,
  accountId: string,
  entries: readonly LedgerEntry[],
): Promise<CreditAccount> => {
  const rows = entries.map(({ hold, ...entry }) => ({
    bucket: entry.bucket,
    kind: entry.kind,
    d_available: entry.dAvailable,
    d_held: 0,
    d_debt: entry.dDebt ?? 0,
    op_key: entry.opKey,
    subject: hold?.subject ?? null,
    action: hold?.action ?? null,
    api_key_id: hold?.keyId ?? null,
    project_id: hold?.projectId ?? null,
    reason: entry.reason ?? null,
    reverses_id: entry.reversesId ?? null,
    actor_id: entry.actorId ?? null,
  }));
  const posted = await sql<AccountRow>`select * from credit_post(${accountId}, ${JSON.stringify(rows)}::jsonb)`.execute(
    trx,
  );
  if (posted.rows[0] === undefined) throw new Error(`nothing was posted to ${accountId}`);
  return accountOf(posted.rows[0]);
};

export interface OpenedPeriod {
  readonly plan: PlanSlug;
  readonly key: string;
  readonly end: Date | null;
  /** The most that the plan's bucket may hold. */
  readonly allowance: number;
  /** What it opens with where the account was not on this plan in this period before. */
  readonly opensWith: number;
  readonly reason: string;
}

export const openPeriod = async (trx: Transaction, accountId: string, period: OpenedPeriod): Promise<CreditAccount> => {
  const { plan, key, end, allowance, opensWith, reason } = period;
  const { rows } = await sql<AccountRow>`
    select * from credit_open(${accountId}, ${plan}, ${key}, ${end}, ${allowance}, ${opensWith}, ${reason})`.execute(
    trx,
  );
  if (rows[0] === undefined) throw new Error(`no period was opened for ${accountId}`);
  return accountOf(rows[0]);
};

export const hasMovement = async (trx: Transaction, opKey: string): Promise<boolean> =>
  (await trx.selectFrom('credit_ledger').select('id').where('op_key', '=', opKey).executeTakeFirst()) !== undefined;

/** The keys of the entries that end a hold: of what it took first, and of the rest where that was of both buckets. */
const endKeys = (holdId: string): string[] => [`end:${holdId}`, `end:rest:${holdId}`];

/** A hold with its state, what it was charged by, and whether that was given back. Null where there is none. */
export const findHold = async (
  trx: Transaction,
  holdId: string,
): Promise<{ hold: Hold; state: string; charges: Map<Bucket, string>; isRefunded: boolean } | null> => {
  const { rows } = await sql<HoldRow & { state: string }>`select * from credit_hold where id = ${holdId}`.execute(trx);
  const row = rows[0];
  if (row === undefined) return null;
  const entries = await trx
    .selectFrom('credit_ledger')
    .select(['id', 'bucket', 'kind'])
    .where('op_key', 'in', [...endKeys(holdId), ...buckets.map((bucket) => `refund:${holdId}:${bucket}`)])
    .execute();
  const charges = entries
    .filter(({ kind }) => kind === 'charge')
    .map(({ id, bucket }) => [bucket as Bucket, id] as const);
  const isRefunded = entries.some(({ kind }) => kind === 'refund');
  return { hold: holdOf(row), state: row.state, charges: new Map(charges), isRefunded };
};

/** What is known of an account without locking it; null where no credits of it were ever moved. */
export interface AccountFacts {
  readonly now: Date;
  readonly plan: PlanSlug;
  readonly billingAnchor: Date;
  readonly account: CreditAccount | null;
  readonly periodEnd: Date | null;
}

export const findAccount = async (db: Database, accountId: string): Promise<AccountFacts> => {
  const { rows } = await sql<{ now: Date; plan: PlanSlug; billing_anchor: Date; period_end: Date; row: AccountRow }>`
    select now() as now, a.plan, a.billing_anchor, c.period_end, to_json(c) as row
      from account a left join credit_account c on c.account_id = a.id where a.id = ${accountId}`.execute(db);
  const found = rows[0];
  if (found === undefined) throw new Error(`there is no account ${accountId}`);
  return {
    now: found.now,
    plan: found.plan,
    billingAnchor: found.billing_anchor,
    account: found.row === null ? null : accountOf(found.row),
    periodEnd: found.period_end,
  };
};

/** What was left of a period when the account left its plan; null where it did not. */
export const findParked = async (
  db: Database,
  accountId: string,
  plan: PlanSlug,
  period: string,
): Promise<number | null> =>
  (
    await db
      .selectFrom('credit_parked')
      .select('credits')
      .where('account_id', '=', accountId)
      .where('plan', '=', plan)
      .where('period', '=', period)
      .executeTakeFirst()
  )?.credits ?? null;

/** Locks what an account's plan is; false where there is no such account. Before the lock of its credits, as in a publish. */
export const lockPlan = async (trx: Transaction, accountId: string): Promise<boolean> =>
  (await trx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst()) !==
  undefined;

/** Puts an account on a plan; its billing months are counted from now on where `startsMonth`. */
export const savePlan = async (
  trx: Transaction,
  accountId: string,
  plan: PlanSlug,
  startsMonth: boolean,
): Promise<void> => {
  await trx
    .updateTable('account')
    .set({ plan, ...(startsMonth ? { billing_anchor: sql<Date>`now()` } : {}) })
    .where('id', '=', accountId)
    .execute();
};

/** The key's cap and what it used in the running UTC month. */
export const findKeyUse = async (
  db: Database,
  keyId: string,
): Promise<{ id: string; name: string; environment: 'live' | 'test'; cap: number | null; used: number } | null> => {
  const { rows } = await sql<{ id: string; name: string; environment: 'live' | 'test'; cap: number; used: number }>`
    select k.id, k.name, k.environment, k.monthly_credit_cap as cap, coalesce(credit_use_of_key(c, k.id), 0) as used
      from api_key k left join credit_account c on c.account_id = k.account_id
     where k.id = ${keyId}`.execute(db);
  return rows[0] ?? null;
};
