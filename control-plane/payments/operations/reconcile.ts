import { type Database, inTransaction } from '../../database/connection.ts';
import type { Payment, Settlement } from '../payment.ts';
import type { PaymentProvider } from '../provider.ts';
import { claimOverdue, markEnded } from '../store/payments.ts';
import type { SettleOperations } from './settle.ts';

export interface ReconcilerDeps {
  readonly db: Database;
  readonly provider: PaymentProvider;
  readonly settling: SettleOperations;
  readonly onSettled: (payment: Payment, settlement: Settlement) => void;
  readonly onFault: (error: unknown) => void;
}

export interface PaymentReconciler {
  /** Looks for overdue payments every `everyMs` from now on. */
  start(everyMs: number): void;
  /** Asks the provider about what is overdue now. */
  checkOverdue(): Promise<void>;
  /** Ends when the look that is under way has ended. */
  close(): Promise<void>;
}

const maxAtOnce = 20;

/**
 * Asks the provider about payments that no webhook and no buyer brought news of: a buyer who closed the tab on a farm
 * whose webhook address is wrong gets what was paid for all the same.
 */
export const paymentReconciler = (deps: ReconcilerDeps): PaymentReconciler => {
  const { db, provider, settling, onSettled, onFault } = deps;
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> | null = null;

  const check = async (payment: Payment, isOver: boolean): Promise<void> => {
    const { providerSessionId } = payment;
    if (providerSessionId === null) {
      // The provider never answered; should it tell of money later, that counts.
      if (isOver) await markEnded(db, payment.id, 'expired');
      return;
    }
    const report = await provider.readCheckout(providerSessionId);
    const settlement = await inTransaction(db, (trx) => settling.settle(trx, payment, { providerSessionId, report }));
    onSettled(payment, settlement);
  };

  const look = async (): Promise<void> => {
    for (const { payment, isOver } of await claimOverdue(db, provider.name, maxAtOnce)) {
      await check(payment, isOver).catch(onFault);
    }
  };
  const lookOnce = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };

  return {
    start(everyMs) {
      timer = setInterval(() => void lookOnce().catch(onFault), everyMs);
    },
    checkOverdue: lookOnce,
    async close() {
      if (timer !== null) clearInterval(timer);
      await looking?.catch(onFault);
    },
  };
};
