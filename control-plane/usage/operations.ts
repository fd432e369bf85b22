import type { Database, Transaction } from '../database/connection.ts';
import type { Caller } from '../http/authenticate.ts';
import { type LimitedFeature, type MonthlyFeature, monthlyLimitOf, monthlyLimits } from '../plans/feature-limits.ts';
import { sandboxLimits, startOfDay } from '../sandbox/allowance.ts';
import { monthOf, planLimitReached } from './plan-limit.ts';
import {
  addUse,
  deleteLimit,
  findLimits,
  type LimitOwner,
  saveLimit,
  spendingSince,
  takeUseOff,
  usesOf,
} from './store.ts';
import { type FeatureUse, type UsageView, usageView } from './usage-view.ts';

/** What a top-up can raise (S97). */
type TopUpFeature = 'scene_render' | 'scene_render_revision';

export interface UsageDeps {
  readonly db: Database;
  readonly goods: {
    /** S97: units that top-ups add to the plan's limit in the running month. */
    topUpUnits(trx: Database | Transaction, accountId: string, feature: TopUpFeature): Promise<number>;
    /** Draws what goes beyond the plan's limit from top-ups; false, and nothing drawn, where they do not reach. */
    coverOverPlan(
      trx: Transaction,
      use: { accountId: string; feature: TopUpFeature; usedAfter: number; planLimit: number },
    ): Promise<boolean>;
  };
  /** S120: what an account's test keys did since a time. */
  readonly sandboxUsed: (accountId: string, from: Date) => Promise<{ sceneRenders: number; exports: number }>;
  /** S120: seconds that an account browsed since a time, outside the sandbox, and the minutes that a day has. */
  readonly browsing: {
    secondsSince(accountId: string, from: Date, to: Date): Promise<number>;
    readonly dailyMinutes: number;
  };
  readonly topUpUrl: string;
}

export interface FeatureCount {
  readonly accountId: string;
  readonly feature: MonthlyFeature;
  readonly units: number;
}

const isTopUpFeature = (feature: LimitedFeature): feature is TopUpFeature =>
  feature === 'scene_render' || feature === 'scene_render_revision';

/**
 * What people make in the web app counts against the plan's month (S106); what keys do costs credits and does not.
 */
export const usageOperations = ({ db, goods, sandboxUsed, browsing, topUpUrl }: UsageDeps) => {
  const topUpOf = async (trx: Database, accountId: string, feature: MonthlyFeature): Promise<number> =>
    isTopUpFeature(feature) ? goods.topUpUnits(trx, accountId, feature) : 0;

  /** The plan's own limit of a feature, without top-ups; null where there is none. */
  const limitOf = async (trx: Database, accountId: string, feature: MonthlyFeature): Promise<number | null> => {
    const { plan, overrides } = await findLimits(trx, accountId);
    return monthlyLimitOf(plan, feature, overrides);
  };

  const featureUses = async (accountId: string): Promise<FeatureUse[]> => {
    const { plan, overrides, now } = await findLimits(db, accountId);
    const month = monthOf(now);
    const used = await usesOf(db, accountId, month.key);
    const monthly = Object.keys(monthlyLimits[plan]) as MonthlyFeature[];
    const uses = await Promise.all(
      monthly.map(async (feature) => ({
        feature,
        used: used.get(feature) ?? 0,
        limit: monthlyLimitOf(plan, feature, overrides),
        topUp: await topUpOf(db, accountId, feature),
        resetsAt: month.end,
      })),
    );
    const today = startOfDay(now);
    const tomorrow = new Date(today.getTime() + 86_400_000);
    const seconds = await browsing.secondsSince(accountId, today, now);
    const minutes: FeatureUse = {
      feature: 'browse_minutes',
      used: Math.ceil(seconds / 60),
      limit: browsing.dailyMinutes,
      topUp: 0,
      resetsAt: tomorrow,
    };
    return [...uses, minutes];
  };

  return {
    limitOf,

    /** N43: sets a monthly limit for a plan or an account; null units: no limit. False where it was so before. */
    setLimit: (trx: Transaction, owner: LimitOwner, feature: MonthlyFeature, units: number | null): Promise<boolean> =>
      saveLimit(trx, owner, feature, units),

    /** N43: takes such a limit away. False where there was none. */
    dropLimit: (trx: Transaction, owner: LimitOwner, feature: MonthlyFeature): Promise<boolean> =>
      deleteLimit(trx, owner, feature),

    /**
     * Counts units against the month, in the transaction that makes what they are for. Exact however many count at
     * once: the row of the feature is locked until that transaction ends, and rolled back with it.
     *
     * @throws Refusal 429 PLAN_LIMIT_REACHED where plan and top-ups do not cover it; the transaction must then end
     */
    async count(trx: Transaction, { accountId, feature, units }: FeatureCount): Promise<void> {
      if (units === 0) return;
      const { plan, overrides, now } = await findLimits(trx, accountId);
      const period = monthOf(now).key;
      const usedAfter = await addUse(trx, { accountId, feature, period, units });
      const limit = monthlyLimitOf(plan, feature, overrides);
      if (limit === null || usedAfter <= limit) return;
      const isCovered =
        isTopUpFeature(feature) &&
        (await goods.coverOverPlan(trx, { accountId, feature, usedAfter, planLimit: limit }));
      if (isCovered) return;
      const topUp = await topUpOf(trx, accountId, feature);
      throw planLimitReached({ feature, limit, topUp, used: usedAfter - units, requested: units, now, topUpUrl });
    },

    /** Takes off what was counted at `countedAt` and came to nothing by no fault of the caller (N51). */
    giveBack: (trx: Transaction, { countedAt, ...use }: FeatureCount & { countedAt: Date }): Promise<void> =>
      takeUseOff(trx, { ...use, period: monthOf(countedAt).key }),

    /** N40. */
    async report({ accountId }: Pick<Caller, 'accountId'>): Promise<UsageView> {
      const { now } = await findLimits(db, accountId);
      const month = monthOf(now);
      const today = startOfDay(now);
      const resetsAt = new Date(today.getTime() + 86_400_000);
      const used = await sandboxUsed(accountId, today);
      return usageView({
        period: month,
        features: await featureUses(accountId),
        spending: await spendingSince(db, accountId, month.start),
        sandbox: {
          sceneRenders: { used: used.sceneRenders, limit: sandboxLimits.sceneRenders, resetsAt },
          exports: { used: used.exports, limit: sandboxLimits.exports, resetsAt },
        },
      });
    },
  };
};
export type UsageOperations = ReturnType<typeof usageOperations>;
