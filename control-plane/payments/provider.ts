import type { PaymentProviderName } from './payment.ts';

/** A checkout that a provider is asked to host. */
export interface CheckoutOrder {
  readonly paymentId: string;
  readonly name: string;
  readonly amountCents: number;
  readonly currency: string;
  /** Where the buyer goes after paying, and after not paying. */
  readonly paidUrl: string;
  readonly cancelledUrl: string;
  readonly expiresAt: Date;
}

export interface HostedCheckout {
  readonly providerSessionId: string;
  readonly checkoutUrl: string;
  readonly expiresAt: Date;
}

/** What a provider says of a checkout. */
export interface CheckoutReport {
  /** pending: open, or paid by a means that takes days. */
  readonly status: 'paid' | 'pending' | 'failed' | 'expired';
  /** What was paid, as the provider counted it. */
  readonly amountCents: number | null;
  readonly currency: string | null;
  readonly providerPaymentId: string | null;
}

interface EventBase {
  /** The provider's own id: an event is taken once. */
  readonly eventId: string;
  readonly type: string;
  /** Our payment, where the event names it. */
  readonly paymentId: string | null;
}

/** News of a provider, in our words. */
export type ProviderEvent =
  | (EventBase & {
      readonly kind: 'checkout';
      readonly providerSessionId: string;
      readonly report: CheckoutReport;
    })
  | (EventBase & {
      readonly kind: 'refund';
      readonly providerPaymentId: string;
      /** Together with earlier refunds. */
      readonly refundedCents: number;
    })
  | (EventBase & {
      readonly kind: 'dispute';
      readonly providerPaymentId: string;
      readonly dispute: 'open' | 'won' | 'lost';
    });

/** Who takes the money. Throws PROVIDER_UNAVAILABLE refusals where it cannot be asked. */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  /** No real money moves. */
  readonly isTestMoney: boolean;
  openCheckout(order: CheckoutOrder): Promise<HostedCheckout>;
  readCheckout(providerSessionId: string): Promise<CheckoutReport>;
  /** Our payment that some money belongs to; null where it is none of ours. */
  findPaymentId(providerPaymentId: string): Promise<string | null>;
}
