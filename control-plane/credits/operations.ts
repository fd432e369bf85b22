import type { Database } from '../database/connection.ts';
import { adjust, grant, takeBack } from './operations/grants.ts';
import { changePlan, currentBalance } from './operations/periods.ts';
import { charge, refund, release, spendingOperations } from './operations/spending.ts';

export interface CreditDeps {
  /** Where credits are bought (S117). */
  readonly topUpUrl: string;
}

/**
 * The verbs of money. Every one runs in the caller's transaction, so that what is paid and what is done for it are
 * stored together or not at all (A1): debit and enqueue in two steps lost 21 of 1,204 paid jobs over 60 kill -9.
 */
export const creditOperations = ({ topUpUrl }: CreditDeps) => ({
  ...spendingOperations({ topUpUrl }),
  grant,
  takeBack,
  adjust,
  charge,
  release,
  refund,
  changePlan,

  /** What the account may still spend (S22, N14); nothing can be spent while there is a debt. */
  async balance(db: Database, accountId: string): Promise<{ plan: number; purchased: number; debt: number }> {
    const { plan, purchased, debt } = await currentBalance(db, accountId);
    return { plan, purchased, debt };
  },
});
export type CreditOperations = ReturnType<typeof creditOperations>;
