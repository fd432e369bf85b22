import { sql } from 'kysely';
import type { Transaction } from '../database/connection.ts';
import { newId } from '../database/new-id.ts';
import type { BucketCredits } from './spend.ts';

export type Bucket = keyof BucketCredits;

export interface BalanceRow {
  readonly available: number;
  readonly held: number;
  readonly period: string | null;
}

export interface Hold {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string | null;
  readonly subject: string;
  readonly action: string;
  readonly from: BucketCredits;
}

/**
 * Locks both balance rows of an account, makes them where they are missing, and tells the database's time. Everything
 * that moves credits comes through here first: the ledger's order is then the order of the commits (I03, I08), and no
 * two operations of one account can lock each other out.
 */
export const lockBalances = async (
  trx: Transaction,
  accountId: string,
): Promise<{ plan: BalanceRow; purchased: BalanceRow; now: Date }> => {
  await trx
    .insertInto('balance')
    .values(
      (['plan', 'purchased'] as const).map((bucket) => ({
        account_id: accountId,
        bucket,
        available: 0,
        held: 0,
        period: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'bucket']).doNothing())
    .execute();
  const rows = await trx
    .selectFrom('balance')
    .select(['bucket', 'available', 'held', 'period', sql<Date>`now()`.as('now')])
    .where('account_id', '=', accountId)
    .orderBy('bucket')
    .forUpdate()
    .execute();
  const plan = rows.find((row) => row.bucket === 'plan');
  const purchased = rows.find((row) => row.bucket === 'purchased');
  if (!plan || !purchased) throw new Error(`account ${accountId} has no balance`);
  return { plan, purchased, now: plan.now };
};

export interface Movement {
  readonly accountId: string;
  readonly bucket: Bucket;
  readonly kind: 'grant' | 'reserve' | 'charge' | 'release' | 'refund' | 'reset';
  readonly dAvailable: number;
  readonly dHeld: number;
  readonly opKey: string;
  readonly holdId?: string;
  readonly subject?: string;
  readonly action?: string;
  readonly keyId?: string | null;
  readonly reason?: string;
}

/**
 * One movement: the balance row and its ledger line together. The guard in the UPDATE refuses to go below zero; a
 * refusal here is a fault, since the amounts were decided under the lock.
 */
export const move = async (trx: Transaction, movement: Movement): Promise<void> => {
  const { accountId, bucket, dAvailable, dHeld } = movement;
  const balance = await trx
    .updateTable('balance')
    .set({ available: sql`available + ${dAvailable}`, held: sql`held + ${dHeld}` })
    .where('account_id', '=', accountId)
    .where('bucket', '=', bucket)
    .where(sql<boolean>`available + ${dAvailable} >= 0 and held + ${dHeld} >= 0`)
    .returning('available')
    .executeTakeFirst();
  if (!balance) throw new Error(`${movement.kind} ${movement.opKey} would take ${bucket} of ${accountId} below zero`);
  await trx
    .insertInto('credit_ledger')
    .values({
      id: newId('led'),
      account_id: accountId,
      bucket,
      kind: movement.kind,
      d_available: dAvailable,
      d_held: dHeld,
      available_after: balance.available,
      op_key: movement.opKey,
      hold_id: movement.holdId ?? null,
      subject: movement.subject ?? null,
      action: movement.action ?? null,
      api_key_id: movement.keyId ?? null,
      reason: movement.reason ?? null,
    })
    .execute();
};

export const hasMovement = async (trx: Transaction, opKey: string): Promise<boolean> =>
  (await trx.selectFrom('credit_ledger').select('id').where('op_key', '=', opKey).executeTakeFirst()) !== undefined;

export const setPlanPeriod = async (trx: Transaction, accountId: string, period: string): Promise<void> => {
  await trx
    .updateTable('balance')
    .set({ period })
    .where('account_id', '=', accountId)
    .where('bucket', '=', 'plan')
    .execute();
};

export const insertHold = async (trx: Transaction, hold: Hold): Promise<void> => {
  await trx
    .insertInto('credit_hold')
    .values({
      id: hold.id,
      account_id: hold.accountId,
      api_key_id: hold.keyId,
      subject: hold.subject,
      action: hold.action,
      plan_credits: hold.from.plan,
      purchased_credits: hold.from.purchased,
      state: 'open',
      settled_at: null,
    })
    .execute();
};

const holdOf = (row: {
  id: string;
  account_id: string;
  api_key_id: string | null;
  subject: string;
  action: string;
  plan_credits: number;
  purchased_credits: number;
}): Hold => ({
  id: row.id,
  accountId: row.account_id,
  keyId: row.api_key_id,
  subject: row.subject,
  action: row.action,
  from: { plan: row.plan_credits, purchased: row.purchased_credits },
});

export const findHold = async (trx: Transaction, holdId: string): Promise<(Hold & { state: string }) | null> => {
  const row = await trx.selectFrom('credit_hold').selectAll().where('id', '=', holdId).executeTakeFirst();
  return row ? { ...holdOf(row), state: row.state } : null;
};

/** Compare-and-set of an open hold; null where somebody settled it before (I06). */
export const settleHold = async (
  trx: Transaction,
  holdId: string,
  state: 'charged' | 'released',
): Promise<Hold | null> => {
  const row = await trx
    .updateTable('credit_hold')
    .set({ state, settled_at: sql<Date>`now()` })
    .where('id', '=', holdId)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst();
  return row ? holdOf(row) : null;
};

/** Net credits that a key holds or has spent since `from` (S118, I19). */
export const keyUsage = async (trx: Transaction, keyId: string, from: Date): Promise<number> => {
  const row = await trx
    .selectFrom('credit_ledger')
    .select(
      sql<number>`coalesce(sum(case kind when 'reserve' then d_held when 'release' then d_held when 'refund' then -d_available else 0 end), 0)::int`.as(
        'used',
      ),
    )
    .where('api_key_id', '=', keyId)
    .where('created_at', '>=', from)
    .executeTakeFirstOrThrow();
  return row.used;
};

export const keyCap = async (trx: Transaction, keyId: string): Promise<number | null> =>
  (await trx.selectFrom('api_key').select('monthly_credit_cap').where('id', '=', keyId).executeTakeFirst())
    ?.monthly_credit_cap ?? null;
