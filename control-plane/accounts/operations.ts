import type { Database } from '../database/connection.ts';
import { type Plan, plans } from '../plans/plan.ts';
import { type Account, findAccount, insertAccountOnce } from './store.ts';

/** Accounts and the plans that they are on. */
export const accountOperations = ({ db }: { db: Database }) => ({
  /** Makes sure that an account exists; one that does keeps its name and plan. */
  ensureAccount: (account: Account): Promise<void> => insertAccountOnce(db, account),

  /** The plan of an account. `trx` may be the transaction that decides by it. Throws where there is no such account. */
  async planOf(accountId: string, trx: Database = db): Promise<Plan> {
    const account = await findAccount(trx, accountId);
    if (account === null) throw new Error(`there is no account ${accountId}`);
    return plans[account.plan];
  },
});
export type AccountOperations = ReturnType<typeof accountOperations>;
