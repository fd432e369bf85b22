import { Refusal } from '../http/refusal.ts';

/** No provider is set up: what to set, said to whoever meets it. */
export const notConfigured = (): Refusal =>
  new Refusal('unavailable', {
    code: 'PAYMENTS_NOT_CONFIGURED',
    message:
      'This farm takes no payments yet: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or FARM_LOCAL_CHECKOUT=on for test money.',
    body: { settings: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'FARM_LOCAL_CHECKOUT'] },
  });

/** The provider did not answer, or not as it should: nothing was bought, the same request may be sent again. */
export const providerUnavailable = (): Refusal =>
  new Refusal('unavailable', {
    code: 'PAYMENT_PROVIDER_UNAVAILABLE',
    message: 'The payment provider cannot be reached. Nothing was charged; try again in a minute.',
    headers: { 'retry-after': '60' },
  });

/** S90, S93: a pack that is not on sale (any more). */
export const packProblem = (packId: string, onSale: readonly string[]) => ({
  path: 'packId',
  code: 'PACK_NOT_ON_SALE',
  message: `There is no pack "${packId.slice(0, 60)}" on sale.`,
  allowed: onSale,
});
