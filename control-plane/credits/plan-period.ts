import type { Plan } from '../plans/plan.ts';

const pad = (value: number): string => String(value).padStart(2, '0');

/** The period whose allowance an account draws on: the UTC calendar month, or the account's whole life (S122). */
export const planPeriod = (plan: Pick<Plan, 'resetMode'>, now: Date): string =>
  plan.resetMode === 'monthly' ? `${now.getUTCFullYear()}-${pad(now.getUTCMonth() + 1)}` : 'lifetime';

/** When the period ends; null where it never does (N14). */
export const periodEnd = (plan: Pick<Plan, 'resetMode'>, now: Date): Date | null =>
  plan.resetMode === 'monthly' ? startOfNextMonth(now) : null;

/** S120: key caps and monthly allowances start over on the first, 00:00 UTC. */
export const startOfNextMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));

export const startOfMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
