import type { Database } from '../database/connection.ts';
import type { PlanSlug } from '../plans/plan.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly plan: PlanSlug;
}

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
