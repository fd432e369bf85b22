import type { Database } from '../../database/connection.ts';
import { type Caller, keyIdOf } from '../../http/authenticate.ts';
import { plans } from '../../plans/plan.ts';
import { type CreditPackView, type CreditsView, creditsView, type LedgerView, ledgerView } from '../credits-view.ts';
import type { LedgerQuery } from '../ledger-query.ts';
import { startOfNextMonth } from '../plan-period.ts';
import { accountUseThisMonth, listEntries } from '../store/ledger.ts';
import { findKeyUse } from '../store.ts';
import { currentBalance } from './periods.ts';

export interface ReadCreditsDeps {
  readonly db: Database;
  /** What is on sale now (S22). */
  readonly packs: () => readonly CreditPackView[];
  readonly topUpUrl: string;
}

/** What callers see of their credits. */
export const readCredits = ({ db, packs, topUpUrl }: ReadCreditsDeps) => ({
  /** S22, N14; `key` only for a key. */
  async overview(caller: Caller): Promise<CreditsView> {
    const { accountId } = caller;
    const balance = await currentBalance(db, accountId);
    const { planSlug, plan: planRemaining, purchased, debt, period, now } = balance;
    const keyId = keyIdOf(caller);
    const key = keyId === null ? null : await findKeyUse(db, keyId);
    const { allowanceCredits, resetMode } = plans[planSlug];
    const planUsed =
      resetMode === 'unlimited'
        ? await accountUseThisMonth(db, accountId)
        : Math.max(0, allowanceCredits - planRemaining);
    return creditsView({
      plan: planSlug,
      planRemaining,
      planUsed,
      periodEnd: period.end,
      purchased,
      debt,
      packs: packs(),
      topUpUrl,
      key: key === null ? null : { ...key, resetsAt: startOfNextMonth(now) },
    });
  },

  /** N38. */
  ledger: async ({ accountId }: Caller, query: LedgerQuery): Promise<LedgerView> =>
    ledgerView(await listEntries(db, accountId, query), query.limit),
});
export type ReadCredits = ReturnType<typeof readCredits>;
