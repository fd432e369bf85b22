import { sql } from 'kysely';
import type { Database, Transaction } from '../database/connection.ts';
import type { LimitedFeature, LimitOverride, MonthlyFeature } from '../plans/feature-limits.ts';
import type { PlanSlug } from '../plans/plan.ts';
import type { Spending } from './usage-view.ts';

/** The plan of an account with the limits that were set apart from it: those of the plan before those of the account. */
export const findLimits = async (
  db: Database,
  accountId: string,
): Promise<{ plan: PlanSlug; overrides: readonly LimitOverride[]; now: Date }> => {
  const { rows } = await sql<{ plan: PlanSlug; overrides: LimitOverride[]; now: Date }>`
    select plan, now() as now,
           coalesce((select jsonb_agg(jsonb_build_object('feature', feature, 'units', units) order by rank)
                       from (select feature, units, 1 as rank from plan_limit l where l.plan = account.plan
                             union all
                             select feature, units, 2 from account_limit l where l.account_id = account.id) o
                    ), '[]') as overrides
      from account where id = ${accountId}`.execute(db);
  const found = rows[0];
  if (found === undefined) throw new Error(`there is no account ${accountId}`);
  return found;
};

/** Whose limit an operator sets: that of every account of a plan, or of one account. */
export type LimitOwner =
  | { readonly plan: PlanSlug; readonly accountId?: undefined }
  | { readonly accountId: string; readonly plan?: undefined };

/** Sets a limit apart from the plan's own; null units: none. False where it was so before. */
export const saveLimit = async (
  trx: Transaction,
  { plan, accountId }: LimitOwner,
  feature: MonthlyFeature,
  units: number | null,
): Promise<boolean> => {
  const isOther = sql<boolean>`l.units is distinct from excluded.units`;
  const { rows } =
    plan === undefined
      ? await sql`insert into account_limit as l (account_id, feature, units) values (${accountId}, ${feature}, ${units})
                  on conflict (account_id, feature) do update set units = excluded.units where ${isOther} returning 1`.execute(
          trx,
        )
      : await sql`insert into plan_limit as l (plan, feature, units) values (${plan}, ${feature}, ${units})
                  on conflict (plan, feature) do update set units = excluded.units where ${isOther} returning 1`.execute(
          trx,
        );
  return rows.length > 0;
};

/** Lets what stands behind it decide again: the plan's row for an account, the plan itself for a plan. */
export const deleteLimit = async (
  trx: Transaction,
  { plan, accountId }: LimitOwner,
  feature: MonthlyFeature,
): Promise<boolean> => {
  const { rows } =
    plan === undefined
      ? await sql`delete from account_limit where account_id = ${accountId} and feature = ${feature} returning 1`.execute(
          trx,
        )
      : await sql`delete from plan_limit where plan = ${plan} and feature = ${feature} returning 1`.execute(trx);
  return rows.length > 0;
};

/** One statement: whoever counts at the same time waits for this row and sees what it then holds. @returns the use after */
export const addUse = async (
  trx: Transaction,
  use: { accountId: string; feature: LimitedFeature; period: string; units: number },
): Promise<number> => {
  const { rows } = await sql<{ used: number }>`
    insert into feature_use (account_id, feature, period, used)
    values (${use.accountId}, ${use.feature}, ${use.period}, ${use.units})
    on conflict (account_id, feature, period) do update set used = feature_use.used + excluded.used
    returning used`.execute(trx);
  return rows[0]?.used ?? 0;
};

/** Takes units off a month's use, to nothing at least. */
export const takeUseOff = async (
  trx: Transaction,
  use: { accountId: string; feature: MonthlyFeature; period: string; units: number },
): Promise<void> => {
  await trx
    .updateTable('feature_use')
    .set({ used: sql`greatest(0, used - ${use.units})` })
    .where('account_id', '=', use.accountId)
    .where('feature', '=', use.feature)
    .where('period', '=', use.period)
    .execute();
};

export const usesOf = async (
  db: Database,
  accountId: string,
  period: string,
): Promise<ReadonlyMap<LimitedFeature, number>> => {
  const rows = await db
    .selectFrom('feature_use')
    .select(['feature', 'used'])
    .where('account_id', '=', accountId)
    .where('period', '=', period)
    .execute();
  return new Map(rows.map(({ feature, used }) => [feature, used]));
};

/** What was charged and refunded from `from` on, by UTC day, action and key. Reads the account's entries from that time on. */
export const spendingSince = async (db: Database, accountId: string, from: Date): Promise<Spending[]> => {
  const { rows } = await sql<{
    day: string;
    action: string;
    key_id: string | null;
    key_name: string | null;
    spent: number;
    refunded: number;
  }>`
    select spending.*, k.name as key_name
      from (select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, coalesce(action, 'OTHER') as action,
                   api_key_id as key_id, coalesce(sum(-d_held) filter (where kind = 'charge'), 0)::int as spent,
                   coalesce(sum(d_available) filter (where kind = 'refund'), 0)::int as refunded
              from credit_ledger
             where account_id = ${accountId} and entry_no >= credit_entry_since(${accountId}, ${from})
               and created_at >= ${from}
               and kind in ('charge', 'refund')
             group by 1, 2, 3) spending
      left join api_key k on k.id = spending.key_id
     order by day`.execute(db);
  return rows.map(({ day, action, key_id, key_name, spent, refunded }) => ({
    day,
    action,
    keyId: key_id,
    keyName: key_name,
    spent,
    refunded,
  }));
};
