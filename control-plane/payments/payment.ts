import type { Purchase } from './catalog.ts';
import type { CheckoutReport } from './provider.ts';

export type PaymentProviderName = 'stripe' | 'local';

/** pending -> paid | failed | expired. Money that did arrive counts whatever was believed before; paid is the end. */
export type PaymentState = 'pending' | 'paid' | 'failed' | 'expired';

/** One checkout and what became of it. */
export interface Payment extends Purchase {
  readonly id: string;
  readonly accountId: string;
  readonly provider: PaymentProviderName;
  readonly state: PaymentState;
  readonly providerSessionId: string | null;
  readonly expiresAt: Date;
  readonly refundedCents: number;
  readonly dispute: 'none' | 'open' | 'won' | 'lost';
  readonly unitsTakenBack: number;
  readonly reversalCount: number;
}

export type Settlement =
  /** Nothing changes. */
  | { readonly kind: 'none' }
  /** What was bought is handed over. */
  | { readonly kind: 'paid' }
  | { readonly kind: 'ended'; readonly state: 'failed' | 'expired' }
  /** Money moved that is not what was asked for: nothing is handed over, and somebody has to look. */
  | { readonly kind: 'differs'; readonly message: string };

const amountOf = (amountCents: number | null, currency: string | null): string =>
  `${amountCents ?? 'no'} cents of ${currency ?? 'no currency'}`;

/**
 * What a provider's report means for a payment (A8, A9). Reports come twice, late and in any order: a paid one counts
 * in every state but paid, every other one only while nothing is known.
 */
export const settlementOf = (
  payment: Pick<Payment, 'state' | 'amountCents' | 'currency'>,
  { status, amountCents, currency }: CheckoutReport,
): Settlement => {
  if (payment.state === 'paid' || status === 'pending') return { kind: 'none' };
  if (status !== 'paid') return payment.state === 'pending' ? { kind: 'ended', state: status } : { kind: 'none' };
  if (amountCents === payment.amountCents && currency === payment.currency) return { kind: 'paid' };
  const asked = amountOf(payment.amountCents, payment.currency);
  return { kind: 'differs', message: `${amountOf(amountCents, currency)} were paid where ${asked} were asked for` };
};

/**
 * How many of the units that a payment gave are taken back by now (A10): all of them while the money is disputed or
 * lost, else the part that was refunded, rounded down, since half a credit is nobody's.
 */
export const unitsToTakeBack = ({
  state,
  dispute,
  units,
  refundedCents,
  amountCents,
}: Pick<Payment, 'state' | 'dispute' | 'units' | 'refundedCents' | 'amountCents'>): number => {
  if (state !== 'paid') return 0;
  if (dispute === 'open' || dispute === 'lost') return units;
  // Whole numbers below 2^31 each: the product may leave the range that a double counts exactly.
  return Number((BigInt(units) * BigInt(refundedCents)) / BigInt(amountCents));
};
