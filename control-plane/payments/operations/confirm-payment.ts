import { type Database, inTransaction } from '../../database/connection.ts';
import type { Caller } from '../../http/authenticate.ts';
import { notFound } from '../../http/refusal.ts';
import type { Payment, Settlement } from '../payment.ts';
import { notConfigured } from '../payment-refusal.ts';
import type { PaymentProvider } from '../provider.ts';
import { findPaymentOfAccount } from '../store/payments.ts';
import type { SettleOperations } from './settle.ts';

export interface ConfirmDeps {
  readonly db: Database;
  readonly provider: PaymentProvider | null;
  readonly settling: SettleOperations;
  readonly onSettled: (payment: Payment, settlement: Settlement) => void;
}

export interface Confirmed {
  readonly payment: Payment;
  /** False where this very call handed over what was bought. */
  readonly alreadyConfirmed: boolean;
}

/**
 * S94: what became of a checkout. Asks the provider itself, so that the buyer who comes back need not wait for the
 * webhook. Throws the 404 of a payment that is not the caller's.
 */
export const confirmPayment =
  ({ db, provider, settling, onSettled }: ConfirmDeps) =>
  async ({ accountId }: Caller, sessionId: string): Promise<Confirmed> => {
    const find = async (): Promise<Payment> => {
      const payment = await findPaymentOfAccount(db, accountId, sessionId);
      if (payment === null) throw notFound('checkout session');
      return payment;
    };
    const payment = await find();
    const { providerSessionId, state } = payment;
    if (state !== 'pending') return { payment, alreadyConfirmed: state === 'paid' };
    if (provider === null || provider.name !== payment.provider) throw notConfigured();
    // The checkout was never opened: nothing can have been paid.
    if (providerSessionId === null) return { payment, alreadyConfirmed: false };
    const report = await provider.readCheckout(providerSessionId);
    const settlement = await inTransaction(db, (trx) => settling.settle(trx, payment, { providerSessionId, report }));
    onSettled(payment, settlement);
    const after = await find();
    return { payment: after, alreadyConfirmed: after.state === 'paid' && settlement.kind !== 'paid' };
  };
