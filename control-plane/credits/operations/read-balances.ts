import type { Database } from '../../database/connection.ts';
import { plans, unlimitedCredits } from '../../plans/plan.ts';
import { planPeriod } from '../plan-period.ts';
import { type BalanceFacts, findBalances } from '../store/balances.ts';

/** What an operator sees of an account's credits. */
export interface AccountBalance {
  readonly plan: number;
  readonly purchased: number;
  readonly held: number;
  readonly debt: number;
  /** Null where the allowance never starts over. */
  readonly periodEnd: Date | null;
}

const balanceOf = (facts: BalanceFacts): AccountBalance => {
  const plan = plans[facts.plan];
  const { purchasedAvailable: purchased, held, debt } = facts;
  const period = planPeriod(plan, facts.billingAnchor, facts.now);
  const rest = { purchased, held, debt, periodEnd: period.end };
  if (plan.resetMode === 'unlimited') return { plan: unlimitedCredits, ...rest };
  const isOpen = facts.openPlan === facts.plan && facts.openPeriod === period.key;
  if (isOpen) return { plan: facts.planAvailable, ...rest };
  return { plan: facts.parked[period.key] ?? plan.allowanceCredits, ...rest };
};

/** As `currentBalance` (periods.ts), for many accounts by one query: a list must not ask once for each of its lines. */
export const readBalances = async (
  db: Database,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AccountBalance>> =>
  new Map((await findBalances(db, accountIds)).map((facts) => [facts.accountId, balanceOf(facts)]));
