import type { Credits } from '@reelyard/shared/sdk/operations.gen.ts';
import { counted, many } from '../../words.ts';

/** `1 December 2026` where the reader is. */
export const dayText = (time: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date(time));

export interface BalanceWords {
  /** What can be spent now, with its unit. */
  readonly total: string;
  readonly plan: string;
  /** When the allowance comes back. */
  readonly planReset: string;
  /** Filled part of the bar, 0 to 1; null where the plan has no end. */
  readonly planShare: number | null;
  readonly purchased: string;
  readonly debt: string | null;
}

const resetText = ({ resetMode, periodEnd }: Credits['plan'], timeZone: string): string => {
  if (resetMode === 'unlimited') return 'This plan has no limit.';
  if (periodEnd === null) return 'Given once with the plan: what is used does not come back.';
  return `Starts over on ${dayText(periodEnd, timeZone)}.`;
};

const debtText = (debt: number): string =>
  `${counted(debt, 'credit is', 'credits are')} owed: a purchase was refunded after its credits had been spent. ` +
  'Until that is settled nothing can be spent; the credits that you buy next settle it first.';

export const balanceWords = (credits: Credits, timeZone: string): BalanceWords => {
  const { plan, purchased, totalAvailable, debt } = credits;
  return {
    total: plan.unlimited && debt === 0 ? 'Unlimited' : many(totalAvailable),
    plan: plan.unlimited
      ? `${many(plan.used)} used this month`
      : `${many(plan.remaining)} of ${counted(plan.allowance, 'credit')} left, ${many(plan.used)} used`,
    planReset: resetText(plan, timeZone),
    planShare: plan.unlimited || plan.allowance === 0 ? null : Math.min(1, plan.remaining / plan.allowance),
    purchased: counted(purchased.balance, 'credit'),
    debt: debt === 0 ? null : debtText(debt),
  };
};

/** What credits buy, in one line. */
export const costsText = ({ costs }: Pick<Credits, 'costs'>): string =>
  `${counted(costs.SCENE_RENDER, 'credit')} for a scene that is rendered; ${many(costs.EXPORT_720P)} for a video in 720p, ` +
  `${many(costs.EXPORT_1080P)} in 1080p, ${many(costs.EXPORT_4K)} in 4K. Credits that you buy never expire.`;
