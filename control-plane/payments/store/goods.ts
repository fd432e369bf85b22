import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/connection.ts';
import type { TopUpFeature } from '../catalog.ts';

export interface RedeemedPass {
  readonly projectId: string;
  readonly redeemedAt: Date;
}

/** The plan's feature limits are per UTC calendar month (N40). */
const thisMonth = sql<string>`to_char(now() at time zone 'UTC', 'YYYY-MM')`;

export const insertPass = async (
  trx: Transaction,
  pass: { id: string; accountId: string; paymentId: string },
): Promise<void> => {
  await trx
    .insertInto('export_pass')
    .values({
      id: pass.id,
      account_id: pass.accountId,
      payment_id: pass.paymentId,
      project_id: null,
      redeemed_at: null,
      revoked_at: null,
    })
    .execute();
};

/** Takes the pass of a payment away, redeemed or not. */
export const revokePass = async (trx: Transaction, paymentId: string): Promise<void> => {
  await trx
    .updateTable('export_pass')
    .set({ revoked_at: sql<Date>`now()` })
    .where('payment_id', '=', paymentId)
    .where('revoked_at', 'is', null)
    .execute();
};

/** Gives a pass back that was taken away; unredeemed where its project got another one meanwhile. */
export const restorePass = async (trx: Transaction, paymentId: string): Promise<void> => {
  await sql`
    update export_pass p
       set revoked_at = null,
           project_id = case when other.taken then null else p.project_id end,
           redeemed_at = case when other.taken then null else p.redeemed_at end
      from (select exists (select from export_pass a join export_pass b using (project_id)
                            where a.payment_id = ${paymentId} and b.payment_id <> ${paymentId}
                              and b.revoked_at is null) as taken) other
     where p.payment_id = ${paymentId} and p.revoked_at is not null`.execute(trx);
};

/** The pass that a project has; null where it has none. */
export const findPassOfProject = async (
  db: Database | Transaction,
  projectId: string,
): Promise<{ redeemedAt: Date } | null> => {
  const row = await db
    .selectFrom('export_pass')
    .select('redeemed_at')
    .where('project_id', '=', projectId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row?.redeemed_at ? { redeemedAt: row.redeemed_at } : null;
};

/**
 * Gives the oldest free pass of the account to a project; null where there is none. All free passes are locked, in one
 * order and without LIMIT: behind a lock that somebody else redeems, a LIMIT would find nothing where others are left.
 */
export const redeemOldestPass = async (
  trx: Transaction,
  accountId: string,
  projectId: string,
): Promise<{ redeemedAt: Date } | null> => {
  const free = await trx
    .selectFrom('export_pass')
    .select('id')
    .where('account_id', '=', accountId)
    .where('project_id', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const [oldest] = free;
  if (oldest === undefined) return null;
  const { redeemed_at } = await trx
    .updateTable('export_pass')
    .set({ project_id: projectId, redeemed_at: sql<Date>`now()` })
    .where('id', '=', oldest.id)
    .where('project_id', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('redeemed_at')
    .executeTakeFirstOrThrow();
  if (redeemed_at === null) throw new Error(`pass ${oldest.id} was not redeemed`);
  return { redeemedAt: redeemed_at };
};

export const countFreePasses = async (db: Database | Transaction, accountId: string): Promise<number> => {
  const { free } = await db
    .selectFrom('export_pass')
    .select(sql<number>`count(*)::int`.as('free'))
    .where('account_id', '=', accountId)
    .where('project_id', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return free;
};

/** Newest first; a project that was deleted since stays in the list. */
export const listRedeemedPasses = async (db: Database, accountId: string): Promise<RedeemedPass[]> => {
  const rows = await db
    .selectFrom('export_pass')
    .select(['project_id', 'redeemed_at'])
    .where('account_id', '=', accountId)
    .where('project_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .orderBy('redeemed_at', 'desc')
    .execute();
  return rows.flatMap(({ project_id, redeemed_at }) =>
    project_id === null || redeemed_at === null ? [] : [{ projectId: project_id, redeemedAt: redeemed_at }],
  );
};

export const insertTopUp = async (
  trx: Transaction,
  topUp: { id: string; accountId: string; paymentId: string; feature: TopUpFeature; units: number; months: number },
): Promise<void> => {
  const { id, accountId, paymentId, feature, units, months } = topUp;
  await trx
    .insertInto('top_up')
    .values({
      id,
      account_id: accountId,
      payment_id: paymentId,
      feature,
      units,
      expires_at: sql<Date>`now() + make_interval(months => ${months})`,
    })
    .execute();
};

/** Sets how many units of the top-up of a payment are taken back. */
export const takeTopUpBack = async (trx: Transaction, paymentId: string, units: number): Promise<void> => {
  await trx.updateTable('top_up').set({ taken_back: units }).where('payment_id', '=', paymentId).execute();
};

export interface TopUp {
  readonly id: string;
  readonly feature: TopUpFeature;
  readonly units: number;
  /** Units that can still be drawn. */
  readonly remaining: number;
  readonly expiresAt: Date;
}

const remaining = sql<number>`greatest(0, units - drawn - taken_back)`;

/** Top-ups that have not expired; what is used first comes first. */
export const listTopUps = async (db: Database, accountId: string): Promise<TopUp[]> => {
  const rows = await db
    .selectFrom('top_up')
    .select(['id', 'feature', 'units', 'expires_at', remaining.as('remaining')])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('expires_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, expiresAt: row.expires_at }));
};

/** What top-ups add to the limit of a feature in the running month: units drawn in it, and units left. */
export const topUpUnits = async (
  db: Database | Transaction,
  accountId: string,
  feature: TopUpFeature,
): Promise<{ drawn: number; left: number }> => {
  const { rows } = await sql<{ drawn: number; left: number }>`
    select coalesce(sum(d.units), 0)::int as drawn,
           coalesce(sum(greatest(0, t.units - t.drawn - t.taken_back)) filter (where t.expires_at > now()), 0)::int as left
      from top_up t left join top_up_draw d on d.top_up_id = t.id and d.month = ${thisMonth}
     where t.account_id = ${accountId} and t.feature = ${feature}`.execute(db);
  return rows[0] ?? { drawn: 0, left: 0 };
};

/** Holds the top-ups of a feature until the transaction ends: units are drawn by one publish at a time. */
export const lockTopUps = async (
  trx: Transaction,
  accountId: string,
  feature: TopUpFeature,
): Promise<{ id: string; remaining: number }[]> =>
  trx
    .selectFrom('top_up')
    .select(['id', remaining.as('remaining')])
    .where('account_id', '=', accountId)
    .where('feature', '=', feature)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('expires_at')
    .orderBy('id')
    .forUpdate()
    .execute();

/** Draws units of one top-up for the running month; throws where it has fewer left. */
export const drawUnits = async (trx: Transaction, topUpId: string, units: number): Promise<void> => {
  const { numUpdatedRows } = await trx
    .updateTable('top_up')
    .set({ drawn: sql`drawn + ${units}` })
    .where('id', '=', topUpId)
    .where(sql<boolean>`units - drawn - taken_back >= ${units}`)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error(`top-up ${topUpId} has fewer than ${units} units left`);
  await trx
    .insertInto('top_up_draw')
    .values({ top_up_id: topUpId, month: thisMonth, units })
    .onConflict((conflict) =>
      conflict.columns(['top_up_id', 'month']).doUpdateSet({ units: sql`top_up_draw.units + excluded.units` }),
    )
    .execute();
};
