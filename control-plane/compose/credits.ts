import { type CreditDeps, type CreditOperations, creditOperations } from '../credits/operations.ts';
import type { CreditMovement } from '../metrics-counted.ts';

export interface CreditsDeps extends CreditDeps {
  /** Told of credits that a transaction moves; one that rolls back was told as well. */
  readonly onMoved: (movement: CreditMovement, credits: number) => void;
}

/**
 * The verbs of money, with what they move told to the metrics. At this edge and not by a look at the ledger, which grows for
 * ever; the exact figures are the ledger's, and the audit's.
 */
export const composeCredits = ({ onMoved, ...deps }: CreditsDeps): CreditOperations => {
  const credits = creditOperations(deps);
  const told = (movement: CreditMovement, moved: number): number => {
    if (moved > 0) onMoved(movement, moved);
    return moved;
  };
  return {
    ...credits,
    async reserve(trx, request) {
      const holds = await credits.reserve(trx, request);
      const held = request.items.filter(({ subject }) => holds.has(subject));
      told(
        'reserved',
        held.reduce((sum, item) => sum + item.credits, 0),
      );
      return holds;
    },
    charge: async (trx, holdId) => told('charged', await credits.charge(trx, holdId)),
    release: async (trx, holdId) => told('released', await credits.release(trx, holdId)),
    refund: async (trx, holdId, reason) => told('refunded', await credits.refund(trx, holdId, reason)),
    async chargeBrowse(trx, bill) {
      const charged = await credits.chargeBrowse(trx, bill);
      told('reserved', charged);
      return told('charged', charged);
    },
    async grant(trx, request) {
      const isNew = await credits.grant(trx, request);
      if (isNew) told(request.kind === 'purchase' ? 'purchased' : 'granted', request.credits);
      return isNew;
    },
  };
};
