import type { Plan } from '../plans/plan.ts';

/** The time for which an allowance is open. */
export interface Period {
  /** Its start in ISO 8601, or the name of the one period that a plan has. */
  readonly key: string;
  readonly start: Date | null;
  /** Null where it never ends (N14). */
  readonly end: Date | null;
}

/** `months` after `from`, on the same day or the last one of a shorter month: of a 31st comes a 28th, then a 31st again. */
const addMonths = (from: Date, months: number): Date => {
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), lastDay);
  const time = from.getTime() - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), day) + time);
};

const monthsBetween = (from: Date, to: Date): number =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();

/** The month from `anchor` on in which `now` lies; every month is counted from the anchor itself, in UTC. */
const billingMonth = (anchor: Date, now: Date): { start: Date; end: Date } => {
  const months = monthsBetween(anchor, now);
  const passed = addMonths(anchor, months) > now ? months - 1 : months;
  return { start: addMonths(anchor, passed), end: addMonths(anchor, passed + 1) };
};

/** S122: the period whose allowance an account draws on: its billing month (Pro), or its whole life (Free, Enterprise). */
export const planPeriod = (plan: Pick<Plan, 'resetMode'>, billingAnchor: Date, now: Date): Period => {
  if (plan.resetMode !== 'monthly') return { key: plan.resetMode, start: null, end: null };
  const month = billingMonth(billingAnchor, now);
  return { key: month.start.toISOString(), ...month };
};

/** S120: key caps start over on the first, 00:00 UTC. */
export const startOfNextMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));

export const startOfMonth = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
