import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/new-id.ts';
import { type Payment, type Settlement, settlementOf, unitsToTakeBack } from '../payment.ts';
import type { CheckoutReport } from '../provider.ts';
import { insertPass, insertTopUp, restorePass, revokePass, takeTopUpBack } from '../store/goods.ts';
import { lockPayment, markEnded, markPaid, saveTakenBack } from '../store/payments.ts';

export interface CreditsOfPayment {
  readonly accountId: string;
  readonly credits: number;
  /** Once per key, however often it is asked for. */
  readonly opKey: string;
  readonly reason: string;
}

export interface SettleDeps {
  readonly credits: {
    /** False where they were given before. */
    grant(
      trx: Transaction,
      grant: CreditsOfPayment & { readonly bucket: 'purchased'; readonly kind: 'purchase' },
    ): Promise<boolean>;
    /** Takes purchased credits back; those that are spent already stay as a debt (A10). */
    takeBack(trx: Transaction, takeBack: CreditsOfPayment): Promise<unknown>;
  };
}

const purchased = { bucket: 'purchased', kind: 'purchase' } as const;

/** How long a top-up may be used. */
const topUpMonths = 12;

/**
 * The one way in which a payment becomes something, for the webhook, the confirmation by the buyer and the look-up of
 * what neither brought: whoever comes first hands over, the others find it done (A8).
 */
export const settleOperations = ({ credits }: SettleDeps) => {
  const handOver = async (trx: Transaction, payment: Payment): Promise<void> => {
    const { id, accountId, kind, units, name, feature } = payment;
    if (kind === 'credits') {
      const opKey = `payment:${id}`;
      const reason = `bought: ${name}`;
      if (!(await credits.grant(trx, { ...purchased, accountId, credits: units, opKey, reason })))
        throw new Error(`payment ${id} was granted before it was paid`);
    }
    if (kind === 'export_pass') await insertPass(trx, { id: newId('pas'), accountId, paymentId: id });
    if (kind === 'top_up') {
      if (feature === null) throw new Error(`top-up ${id} is of no feature`);
      await insertTopUp(trx, { id: newId('top'), accountId, paymentId: id, feature, units, months: topUpMonths });
    }
  };

  const moveBack = async (trx: Transaction, payment: Payment, target: number): Promise<void> => {
    const { id, accountId, kind, unitsTakenBack, reversalCount, name } = payment;
    if (kind === 'credits') {
      const opKey = `payment:${id}:reversal:${reversalCount + 1}`;
      const difference = target - unitsTakenBack;
      if (difference > 0) {
        await credits.takeBack(trx, { accountId, credits: difference, opKey, reason: `money returned: ${name}` });
      } else {
        const reason = `dispute won: ${name}`;
        await credits.grant(trx, { ...purchased, accountId, credits: -difference, opKey, reason });
      }
    }
    if (kind === 'export_pass') await (target > 0 ? revokePass(trx, id) : restorePass(trx, id));
    if (kind === 'top_up') await takeTopUpBack(trx, id, target);
  };

  /** Brings what is taken back in line with the refunds and disputes of a payment (A10). */
  const reverse = async (trx: Transaction, paymentId: string): Promise<void> => {
    const payment = await lockPayment(trx, paymentId);
    const target = unitsToTakeBack(payment);
    if (target === payment.unitsTakenBack) return;
    await saveTakenBack(trx, payment, target);
    await moveBack(trx, payment, target);
  };

  return {
    reverse,

    /** Applies a report; what this call itself brought about is in the answer. */
    async settle(
      trx: Transaction,
      payment: Payment,
      { providerSessionId, report }: { providerSessionId: string; report: CheckoutReport },
    ): Promise<Settlement> {
      const settlement = settlementOf(payment, report);
      if (settlement.kind === 'paid') {
        const { providerPaymentId } = report;
        const paid = await markPaid(trx, payment.id, { providerSessionId, providerPaymentId });
        if (paid === null) return { kind: 'none' };
        await handOver(trx, paid);
        // A refund may have been told of first.
        await reverse(trx, paid.id);
      }
      if (settlement.kind === 'ended' && !(await markEnded(trx, payment.id, settlement.state))) return { kind: 'none' };
      if (settlement.kind === 'differs') await markEnded(trx, payment.id, 'failed');
      return settlement;
    },
  };
};
export type SettleOperations = ReturnType<typeof settleOperations>;
