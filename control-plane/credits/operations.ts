import type { Database, Transaction } from '../database/connection.ts';
import { adjust, grant, takeBack } from './operations/grants.ts';
import { changePlan, currentBalance } from './operations/periods.ts';
import { refund, settle, spendingOperations } from './operations/spending.ts';

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
  refund,
  changePlan,

  /** Spends what a hold set aside; 0 where it was settled before. @returns credits charged */
  charge: (trx: Transaction, holdId: string): Promise<number> => settle(trx, holdId, 'charged'),

  /** Gives back what a hold set aside, before it was charged; 0 where it was settled before. @returns credits released */
  release: (trx: Transaction, holdId: string): Promise<number> => settle(trx, holdId, 'released'),

  /** What the account may still spend (S22, N14); nothing can be spent while there is a debt. */
  async balance(db: Database, accountId: string): Promise<{ plan: number; purchased: number; debt: number }> {
    const { plan, purchased, debt } = await currentBalance(db, accountId);
    return { plan, purchased, debt };
  },
});
export type CreditOperations = ReturnType<typeof creditOperations>;
