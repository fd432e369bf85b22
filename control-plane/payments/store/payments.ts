import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../database/connection.ts';
import type { PaymentTable } from '../../database/schema.gen.ts';
import { type Currency, currency, type Purchase } from '../catalog.ts';
import type { Payment, PaymentProviderName } from '../payment.ts';

const currencyOf = (stored: string): Currency => {
  if (stored !== currency) throw new Error(`a payment is in ${stored}`);
  return stored;
};

const paymentOf = (row: Selectable<PaymentTable>): Payment => ({
  id: row.id,
  accountId: row.account_id,
  provider: row.provider,
  kind: row.kind,
  packId: row.pack_id,
  name: row.name,
  units: row.units,
  feature: row.feature,
  amountCents: row.amount_cents,
  currency: currencyOf(row.currency),
  state: row.state,
  providerSessionId: row.provider_session_id,
  expiresAt: row.expires_at,
  refundedCents: row.refunded_cents,
  dispute: row.dispute,
  unitsTakenBack: row.units_taken_back,
  reversalCount: row.reversal_count,
});

export interface NewPayment {
  readonly id: string;
  readonly accountId: string;
  readonly userId: string;
  readonly provider: PaymentProviderName;
  readonly purchase: Purchase;
  readonly expiresAt: Date;
}

/** How long the provider is not asked for news that a webhook should bring. */
const checkAfterSeconds = 600;

export const insertPayment = async (trx: Transaction, payment: NewPayment): Promise<void> => {
  const { kind, packId, name, units, feature, amountCents, currency: ofPrice } = payment.purchase;
  await trx
    .insertInto('payment')
    .values({
      id: payment.id,
      account_id: payment.accountId,
      web_user_id: payment.userId,
      provider: payment.provider,
      kind,
      pack_id: packId,
      name,
      units,
      feature,
      amount_cents: amountCents,
      currency: ofPrice,
      state: 'pending',
      provider_session_id: null,
      provider_payment_id: null,
      expires_at: payment.expiresAt,
      paid_at: null,
      next_check_at: sql<Date>`now() + make_interval(secs => ${checkAfterSeconds})`,
    })
    .execute();
};

/** Checkouts of an account that could still be paid; its row is held, so that two cannot both be the last one. */
export const countOpenPayments = async (trx: Transaction, accountId: string): Promise<number> => {
  await trx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirstOrThrow();
  const { open } = await trx
    .selectFrom('payment')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return open;
};

/** Keeps the provider's name for a checkout; one that is known already (a webhook was faster) stays. */
export const saveProviderSession = async (
  db: Database,
  paymentId: string,
  { providerSessionId, expiresAt }: { providerSessionId: string; expiresAt: Date },
): Promise<void> => {
  await db
    .updateTable('payment')
    .set({ provider_session_id: providerSessionId, expires_at: expiresAt })
    .where('id', '=', paymentId)
    .where('provider_session_id', 'is', null)
    .execute();
};

export const findPaymentOfAccount = async (
  db: Database,
  accountId: string,
  paymentId: string,
): Promise<Payment | null> => {
  const row = await db
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', paymentId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row === undefined ? null : paymentOf(row);
};

/** What identifies a payment in the words of its provider: any of the names that are given. */
export interface ProviderNames {
  readonly provider: PaymentProviderName;
  readonly paymentId: string | null;
  readonly providerSessionId?: string;
  readonly providerPaymentId?: string;
}

/** The provider's own name outweighs ours: ours is a note that the provider only carries. */
export const findPaymentOfProvider = async (db: Database, names: ProviderNames): Promise<Payment | null> => {
  const { paymentId, providerSessionId, providerPaymentId } = names;
  const rows = await db
    .selectFrom('payment')
    .selectAll()
    .where('provider', '=', names.provider)
    .where((row) =>
      row.or([
        ...(providerSessionId === undefined ? [] : [row('provider_session_id', '=', providerSessionId)]),
        ...(providerPaymentId === undefined ? [] : [row('provider_payment_id', '=', providerPaymentId)]),
        ...(paymentId === null
          ? []
          : [
              row.and([
                row('id', '=', paymentId),
                ...(providerSessionId === undefined ? [] : [row('provider_session_id', 'is', null)]),
                ...(providerPaymentId === undefined ? [] : [row('provider_payment_id', 'is', null)]),
              ]),
            ]),
      ]),
    )
    .execute();
  const [row] = rows;
  if (rows.length > 1) throw new Error(`${rows.length} payments have the names of one`);
  return row === undefined ? null : paymentOf(row);
};

/** False where the event was taken before: what it says took effect then. */
export const takeEvent = async (
  trx: Transaction,
  event: { provider: PaymentProviderName; eventId: string; type: string; paymentId: string },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('payment_event')
    .values({ provider: event.provider, event_id: event.eventId, type: event.type, payment_id: event.paymentId })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/**
 * The one statement that makes a payment paid: null where somebody else did it before, or is doing it (the row lock
 * waits for that one to commit). Whoever gets the row hands over what was bought, in the same transaction (A8).
 */
export const markPaid = async (
  trx: Transaction,
  paymentId: string,
  names: { providerSessionId: string; providerPaymentId: string | null },
): Promise<Payment | null> => {
  const row = await trx
    .updateTable('payment')
    .set({
      state: 'paid',
      paid_at: sql<Date>`now()`,
      next_check_at: null,
      provider_session_id: names.providerSessionId,
      ...(names.providerPaymentId === null ? {} : { provider_payment_id: names.providerPaymentId }),
    })
    .where('id', '=', paymentId)
    .where('state', 'in', ['pending', 'failed', 'expired'])
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : paymentOf(row);
};

/** False where the payment is no longer pending: it never goes back from paid (A9). */
export const markEnded = async (db: Database, paymentId: string, state: 'failed' | 'expired'): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('payment')
    .set({ state, next_check_at: null })
    .where('id', '=', paymentId)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** Refunds come in any order: the largest sum is the newest. More than was paid is not believed. */
export const saveRefund = async (
  trx: Transaction,
  paymentId: string,
  { refundedCents, providerPaymentId }: { refundedCents: number; providerPaymentId: string },
): Promise<void> => {
  await trx
    .updateTable('payment')
    .set({
      refunded_cents: sql`greatest(refunded_cents, least(amount_cents, ${refundedCents}::int))`,
      provider_payment_id: sql`coalesce(provider_payment_id, ${providerPaymentId})`,
    })
    .where('id', '=', paymentId)
    .execute();
};

/** A dispute that has ended is not opened again by an older event. */
export const saveDispute = async (
  trx: Transaction,
  paymentId: string,
  { dispute, providerPaymentId }: { dispute: 'open' | 'won' | 'lost'; providerPaymentId: string },
): Promise<void> => {
  await trx
    .updateTable('payment')
    .set({ dispute, provider_payment_id: sql`coalesce(provider_payment_id, ${providerPaymentId})` })
    .where('id', '=', paymentId)
    .where('dispute', 'in', dispute === 'open' ? ['none'] : ['none', 'open'])
    .execute();
};

/** Holds the payment until the transaction ends: what is taken back of it is decided by one at a time. */
export const lockPayment = async (trx: Transaction, paymentId: string): Promise<Payment> =>
  paymentOf(
    await trx.selectFrom('payment').selectAll().where('id', '=', paymentId).forUpdate().executeTakeFirstOrThrow(),
  );

/** Compare-and-set: throws where the payment is not as it was locked. */
export const saveTakenBack = async (
  trx: Transaction,
  { id, reversalCount }: Payment,
  unitsTakenBack: number,
): Promise<void> => {
  const { numUpdatedRows } = await trx
    .updateTable('payment')
    .set({ units_taken_back: unitsTakenBack, reversal_count: reversalCount + 1 })
    .where('id', '=', id)
    .where('reversal_count', '=', reversalCount)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Error(`payment ${id} changed under its own lock`);
};

/**
 * Pending payments whose webhook is overdue, by database time: every ten minutes while the checkout is open, every six
 * hours for two weeks after (a bank transfer takes days). Each is given to one control plane. Index payment_to_check.
 */
export const claimOverdue = async (
  db: Database,
  provider: PaymentProviderName,
  limit: number,
): Promise<{ payment: Payment; isOver: boolean }[]> => {
  const { rows } = await sql<Selectable<PaymentTable> & { is_over: boolean }>`
    with due as (
      select id from payment where next_check_at <= now() and provider = ${provider}
       order by next_check_at limit ${limit} for update skip locked
    )
    update payment
       set next_check_at = case when expires_at > now() - interval '1 hour' then now() + interval '10 minutes'
                                when expires_at > now() - interval '14 days' then now() + interval '6 hours' end
      from due where payment.id = due.id
    returning payment.*, payment.expires_at <= now() - interval '1 hour' as is_over`.execute(db);
  return rows.map((row) => ({ payment: paymentOf(row), isOver: row.is_over }));
};
