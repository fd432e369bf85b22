import type { Database } from '../database/connection.ts';
import { notFound } from '../http/refusal.ts';
import { hasFeature, type Plan, type PlanFeature, plans, withSwitches } from '../plans/plan.ts';
import {
  type Account,
  deleteAccountSwitch,
  deletePlanSwitch,
  findAccount,
  findAccountPlan,
  insertAccountOnce,
  saveAccountSwitch,
  savePlanSwitch,
} from './store.ts';

/** Accounts and the plans that they are on. */
export const accountOperations = ({ db }: { db: Database }) => {
  const planOf = async (accountId: string, trx: Database = db): Promise<Plan> => {
    const account = await findAccountPlan(trx, accountId);
    if (account === null) throw new Error(`there is no account ${accountId}`);
    return withSwitches(plans[account.plan], account.switches);
  };

  return {
    /** Makes sure that an account exists; one that does keeps its name and plan. */
    ensureAccount: (account: Account, trx: Database = db): Promise<void> => insertAccountOnce(trx, account),

    /** An account as its own callers see it. Throws where there is none: a caller always has one. */
    async describe(accountId: string): Promise<{ id: string; name: string; plan: Pick<Plan, 'slug' | 'name'> }> {
      const account = await findAccount(db, accountId);
      if (account === null) throw new Error(`there is no account ${accountId}`);
      const { slug, name } = plans[account.plan];
      return { id: accountId, name: account.name, plan: { slug, name } };
    },

    /**
     * The plan of an account, with the features that were switched for the plan or the account (N43). `trx` may be
     * the transaction that decides by it. Throws where there is no such account.
     */
    planOf,

    /** S109: whether a caller may use a feature of the plan; test keys always may. */
    hasFeature: async (
      { accountId, environment }: { accountId: string; environment: 'live' | 'test' },
      feature: PlanFeature,
    ): Promise<boolean> => environment === 'test' || hasFeature(await planOf(accountId), feature, environment),

    /** Throws a `not_found` refusal where there is no such account. */
    async require(accountId: string, trx: Database = db): Promise<void> {
      if ((await findAccount(trx, accountId)) === null) throw notFound('account');
    },

    /** S109: switches a feature for one account; null lets the plan decide again. False where it was so before. */
    switchForAccount: (
      accountId: string,
      feature: PlanFeature,
      enabled: boolean | null,
      trx: Database = db,
    ): Promise<boolean> =>
      enabled === null
        ? deleteAccountSwitch(trx, accountId, feature)
        : saveAccountSwitch(trx, accountId, { feature, enabled }),

    /**
     * S109: switches a feature for every account of a plan that has no switch of its own; null: as the plan ships.
     * False where it was so before.
     */
    switchForPlan: (
      plan: Plan['slug'],
      feature: PlanFeature,
      enabled: boolean | null,
      trx: Database = db,
    ): Promise<boolean> =>
      enabled === null ? deletePlanSwitch(trx, plan, feature) : savePlanSwitch(trx, plan, { feature, enabled }),
  };
};
export type AccountOperations = ReturnType<typeof accountOperations>;
