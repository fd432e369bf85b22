import { sql } from 'kysely';
import type { Database } from '../database/connection.ts';
import type { FeatureSwitch, PlanFeature, PlanSlug } from '../plans/plan.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly plan: PlanSlug;
}

export interface AccountPlan {
  readonly plan: PlanSlug;
  /** Those of the plan before those of the account. */
  readonly switches: readonly FeatureSwitch[];
}

/** The plan of an account and what was switched apart from it, in one look. */
export const findAccountPlan = async (db: Database, accountId: string): Promise<AccountPlan | null> => {
  const { rows } = await sql<AccountPlan>`
    select plan,
           coalesce((select jsonb_agg(jsonb_build_object('feature', feature, 'enabled', enabled) order by rank)
                       from (select feature, enabled, 1 as rank from plan_feature f where f.plan = account.plan
                             union all
                             select feature, enabled, 2 from account_feature f where f.account_id = account.id) s
                    ), '[]') as switches
      from account where id = ${accountId}`.execute(db);
  return rows[0] ?? null;
};

export const findAccount = async (db: Database, accountId: string): Promise<Account | null> =>
  (await db.selectFrom('account').select(['id', 'name', 'plan']).where('id', '=', accountId).executeTakeFirst()) ??
  null;

/** Stores an account; one that exists is left as it is. */
export const insertAccountOnce = async (db: Database, account: Account): Promise<void> => {
  await db
    .insertInto('account')
    .values({ ...account })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
};

/** Each of these is false where nothing had to be changed. */
export const saveAccountSwitch = async (
  db: Database,
  accountId: string,
  { feature, enabled }: FeatureSwitch,
): Promise<boolean> => {
  const rows = await db
    .insertInto('account_feature')
    .values({ account_id: accountId, feature, enabled })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'feature'])
        .doUpdateSet({ enabled })
        .where('account_feature.enabled', '<>', enabled),
    )
    .returning('feature')
    .execute();
  return rows.length > 0;
};

export const deleteAccountSwitch = async (db: Database, accountId: string, feature: PlanFeature): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('account_feature')
    .where('account_id', '=', accountId)
    .where('feature', '=', feature)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const savePlanSwitch = async (
  db: Database,
  plan: PlanSlug,
  { feature, enabled }: FeatureSwitch,
): Promise<boolean> => {
  const rows = await db
    .insertInto('plan_feature')
    .values({ plan, feature, enabled })
    .onConflict((conflict) =>
      conflict.columns(['plan', 'feature']).doUpdateSet({ enabled }).where('plan_feature.enabled', '<>', enabled),
    )
    .returning('feature')
    .execute();
  return rows.length > 0;
};

export const deletePlanSwitch = async (db: Database, plan: PlanSlug, feature: PlanFeature): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('plan_feature')
    .where('plan', '=', plan)
    .where('feature', '=', feature)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
