import type { CreditOperations } from '../../credits/operations.ts';
import { prices } from '../../credits/price-list.ts';
import { type Database, inTransaction, type Transaction } from '../../database/connection.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { UsageOperations } from '../../usage/operations.ts';

export interface PayDraftDeps {
  readonly credits: Pick<CreditOperations, 'reserve' | 'charge'>;
  readonly usage: Pick<UsageOperations, 'count'>;
}

/** Rolls a rehearsal back. */
class Rehearsed extends Error {}

/** What a draft costs (S121): a credit on a live key, one of the plan's month in the web app (S106), nothing on a test key. */
export const draftPayment = ({ credits, usage }: PayDraftDeps) => {
  /**
   * Takes the price, in the transaction that keeps the draft: nothing is held while a draft is written, so that a
   * control plane that is killed meanwhile leaves nothing open.
   *
   * @returns credits charged
   * @throws Refusal 402, or 429 over the plan's month
   */
  const take = async (trx: Transaction, caller: Caller, draftId: string): Promise<number> => {
    const { accountId } = caller;
    if (caller.kind === 'web') await usage.count(trx, { accountId, feature: 'storyboard_draft', units: 1 });
    if (caller.kind === 'web' || caller.environment === 'test') return 0;
    const subject = `storyboard:${draftId}`;
    const item = { subject, action: 'STORYBOARD_DRAFT', credits: prices.STORYBOARD_DRAFT } as const;
    const holds = await credits.reserve(trx, { accountId, keyId: caller.keyId, items: [item] });
    const holdId = holds.get(subject);
    return holdId === undefined ? 0 : credits.charge(trx, holdId);
  };

  return {
    take,

    /** Refuses now who could not pay in the end; nothing of it is kept. */
    async rehearse(db: Database, caller: Caller, draftId: string): Promise<void> {
      try {
        await inTransaction(db, async (trx) => {
          await take(trx, caller, draftId);
          throw new Rehearsed('taken back');
        });
      } catch (error) {
        if (!(error instanceof Rehearsed)) throw error;
      }
    },
  };
};
