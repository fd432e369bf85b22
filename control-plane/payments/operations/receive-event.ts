import { type Database, inTransaction, type Transaction } from '../../database/connection.ts';
import type { Payment, Settlement } from '../payment.ts';
import type { PaymentProvider, ProviderEvent } from '../provider.ts';
import { findPaymentOfProvider, lockPayment, saveDispute, saveRefund, takeEvent } from '../store/payments.ts';
import type { SettleOperations } from './settle.ts';

export interface ReceiveDeps {
  readonly db: Database;
  readonly provider: PaymentProvider | null;
  readonly settling: SettleOperations;
  /** Told of every payment that changed, after that is stored. */
  readonly onSettled: (payment: Payment, settlement: Settlement) => void;
}

/** repeated: it took effect before. unknown: it is about no payment of this farm. */
export type EventOutcome = 'taken' | 'repeated' | 'unknown';

/**
 * Takes an event that is known to come from the provider. The event and what it brings about are stored together: one
 * that fails is sent again and finds nothing done, one that was taken finds everything done (A9).
 */
export const receiveEvent = ({ db, provider, settling, onSettled }: ReceiveDeps) => {
  const find = async (event: ProviderEvent, name: PaymentProvider['name']): Promise<Payment | null> => {
    const { paymentId } = event;
    if (event.kind === 'checkout') {
      const { providerSessionId } = event;
      return findPaymentOfProvider(db, { provider: name, paymentId, providerSessionId });
    }
    const { providerPaymentId } = event;
    const found = await findPaymentOfProvider(db, { provider: name, paymentId, providerPaymentId });
    if (found !== null || provider === null) return found;
    // A dispute names only the money, and may be told of before the money itself.
    const named = await provider.findPaymentId(providerPaymentId);
    return named === null ? null : findPaymentOfProvider(db, { provider: name, paymentId: named, providerPaymentId });
  };

  const apply = async (trx: Transaction, event: ProviderEvent, payment: Payment): Promise<Settlement> => {
    if (event.kind === 'checkout') return settling.settle(trx, payment, event);
    await (event.kind === 'refund' ? saveRefund(trx, payment.id, event) : saveDispute(trx, payment.id, event));
    await settling.reverse(trx, payment.id);
    return { kind: 'none' };
  };

  return async (name: PaymentProvider['name'], event: ProviderEvent): Promise<EventOutcome> => {
    const found = await find(event, name);
    if (found === null) return 'unknown';
    const settlement = await inTransaction(db, async (trx) => {
      // Before the event, whose reference to the payment is a shared lock: of two events that each hold that one
      // neither could change the payment (200 payments with five events each: 17 deadlocks).
      const payment = await lockPayment(trx, found.id);
      const { eventId, type } = event;
      const isNew = await takeEvent(trx, { provider: name, eventId, type, paymentId: payment.id });
      return isNew ? apply(trx, event, payment) : null;
    });
    if (settlement === null) return 'repeated';
    onSettled(found, settlement);
    return 'taken';
  };
};
