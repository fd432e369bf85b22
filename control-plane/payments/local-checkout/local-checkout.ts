import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CheckoutReport } from '../provider.ts';

/** A checkout of the farm's own page. */
export interface LocalCheckout {
  readonly id: string;
  readonly paymentId: string;
  readonly name: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly paidUrl: string;
  readonly cancelledUrl: string;
  /** expired: nobody decided in time. */
  readonly state: 'open' | 'paid' | 'declined' | 'expired';
}

const statuses = { open: 'pending', paid: 'paid', declined: 'failed', expired: 'expired' } as const;

export const localCheckoutPath = (checkoutId: string): string => `/checkout/local/${checkoutId}`;

/** What the page's own side says of a checkout, as any provider would. */
export const localReportOf = ({ id, state, amountCents, currency }: LocalCheckout): CheckoutReport => ({
  status: statuses[state],
  amountCents,
  currency,
  providerPaymentId: state === 'paid' ? `local-money:${id}` : null,
});

/** What the page's form must carry: made for one checkout, of a secret that no other site knows. */
export const formToken = (farmSecret: string, checkoutId: string): string =>
  createHmac('sha256', farmSecret).update(`local checkout form\n${checkoutId}`).digest('base64url');

export const isFormToken = (farmSecret: string, checkoutId: string, given: string): boolean => {
  const expected = Buffer.from(formToken(farmSecret, checkoutId));
  const shown = Buffer.from(given);
  return shown.length === expected.length && timingSafeEqual(shown, expected);
};
