import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { LocalCheckout } from './local-checkout.ts';

export interface NewLocalCheckout extends Omit<LocalCheckout, 'state'> {
  readonly expiresAt: Date;
}

export const insertLocalCheckout = async (db: Database, checkout: NewLocalCheckout): Promise<void> => {
  await db
    .insertInto('local_checkout')
    .values({
      id: checkout.id,
      payment_id: checkout.paymentId,
      name: checkout.name,
      amount_cents: checkout.amountCents,
      currency: checkout.currency,
      paid_url: checkout.paidUrl,
      cancelled_url: checkout.cancelledUrl,
      state: 'open',
      expires_at: checkout.expiresAt,
      ended_at: null,
    })
    .execute();
};

/** Null where there is no such checkout. Whether it has expired is read off the database's clock. */
export const findLocalCheckout = async (db: Database, checkoutId: string): Promise<LocalCheckout | null> => {
  const row = await db
    .selectFrom('local_checkout')
    .selectAll()
    .select(sql<boolean>`state = 'open' and expires_at <= now()`.as('is_expired'))
    .where('id', '=', checkoutId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    paymentId: row.payment_id,
    name: row.name,
    amountCents: row.amount_cents,
    currency: row.currency,
    paidUrl: row.paid_url,
    cancelledUrl: row.cancelled_url,
    state: row.is_expired ? 'expired' : row.state,
  };
};

/** Ends an open checkout; nothing happens where it has ended or expired: the first decision holds. */
export const endLocalCheckout = async (db: Database, checkoutId: string, state: 'paid' | 'declined'): Promise<void> => {
  await db
    .updateTable('local_checkout')
    .set({ state, ended_at: sql<Date>`now()` })
    .where('id', '=', checkoutId)
    .where('state', '=', 'open')
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
};
