import type { Database, Transaction } from '../../database/connection.ts';
import { type PlanSlug, plans, unlimitedCredits } from '../../plans/plan.ts';
import type { CreditAccount } from '../ledger-entry.ts';
import type { BucketCredits } from '../payment-required.ts';
import { type Period, planPeriod } from '../plan-period.ts';
import { type AccountFacts, findAccount, findParked, lockAccount, lockPlan, openPeriod, savePlan } from '../store.ts';

/** Opens the allowance of the account's plan and running period; what is held stays held (A12). */
export const openRunningPeriod = (
  trx: Transaction,
  accountId: string,
  { plan: slug, billingAnchor, now }: Pick<AccountFacts, 'plan' | 'billingAnchor' | 'now'>,
): Promise<CreditAccount> => {
  const plan = plans[slug];
  const { key, end } = planPeriod(plan, billingAnchor, now);
  return openPeriod(trx, accountId, {
    plan: slug,
    key,
    end,
    allowance: plan.allowanceCredits,
    // S122: an unlimited plan is given what it needs when it needs it.
    opensWith: plan.resetMode === 'unlimited' ? 0 : plan.allowanceCredits,
    reason: end === null ? `${plan.name} allowance` : `${plan.name} allowance until ${end.toISOString()}`,
  });
};

/** What an account has, and of which period. */
export interface CurrentBalance extends BucketCredits {
  readonly debt: number;
  readonly plan: number;
  readonly planSlug: PlanSlug;
  readonly period: Period;
  readonly now: Date;
}

/**
 * What an account may spend at this moment. Moves nothing: a period that nobody drew on yet is told as it would be
 * opened, so that a look at the balance is no write.
 */
export const currentBalance = async (db: Database, accountId: string): Promise<CurrentBalance> => {
  const { account, plan: planSlug, billingAnchor, now } = await findAccount(db, accountId);
  const plan = plans[planSlug];
  const period = planPeriod(plan, billingAnchor, now);
  const rest = { purchased: account?.available.purchased ?? 0, debt: account?.debt ?? 0, planSlug, period, now };
  if (plan.resetMode === 'unlimited') return { plan: unlimitedCredits, ...rest };
  if (account?.plan === planSlug && account.period === period.key) return { plan: account.available.plan, ...rest };
  const parked = await findParked(db, accountId, planSlug, period.key);
  return { plan: parked ?? plan.allowanceCredits, ...rest };
};

/**
 * Puts an account on another plan, in the middle of a period or not. The other plan's allowance opens at once; what
 * was left of this one's is kept for the case that the account comes back within the same period, so that going back
 * and forth makes no credits. A billing month begins now, unless one of that plan is still running.
 *
 * @returns false where there is no such account or it is on that plan
 */
export const changePlan = async (trx: Transaction, accountId: string, plan: PlanSlug): Promise<boolean> => {
  if (!(await lockPlan(trx, accountId))) return false;
  const before = await findAccount(trx, accountId);
  if (before.plan === plan) return false;
  // The plan that is left is opened if it never was: what it gave must be known when the account comes back.
  await openIfClosed(trx, accountId, before);
  const running = planPeriod(plans[plan], before.billingAnchor, before.now);
  const isRunning = (await findParked(trx, accountId, plan, running.key)) !== null;
  await savePlan(trx, accountId, plan, plans[plan].resetMode === 'monthly' && !isRunning);
  await openRunningPeriod(trx, accountId, await findAccount(trx, accountId));
  return true;
};

/**
 * Opens the running period where it is not. Whether it is, is asked with the credits locked: whoever reserves at the
 * same time opens it too, and opened twice it would give the allowance twice. Wants the plan locked by lockPlan.
 */
export const openIfClosed = async (trx: Transaction, accountId: string, facts: AccountFacts): Promise<void> => {
  const { plan, period } = await lockAccount(trx, accountId);
  if (plan !== facts.plan || period !== currentKey(facts)) await openRunningPeriod(trx, accountId, facts);
};

const currentKey = ({ plan, billingAnchor, now }: AccountFacts): string =>
  planPeriod(plans[plan], billingAnchor, now).key;
