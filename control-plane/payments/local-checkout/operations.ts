import type { Database } from '../../database/connection.ts';
import { notFound, Refusal } from '../../http/refusal.ts';
import type { PaymentOperations } from '../operations.ts';
import { formToken, isFormToken, type LocalCheckout, localReportOf } from './local-checkout.ts';
import { endLocalCheckout, findLocalCheckout } from './store.ts';

export interface LocalCheckoutDeps {
  readonly db: Database;
  readonly farmSecret: string;
  readonly payments: Pick<PaymentOperations, 'receive'>;
}

export interface ShownCheckout {
  readonly checkout: LocalCheckout;
  readonly formToken: string;
}

export type CheckoutDecision = 'pay' | 'decline';

/** What the farm's own checkout page does: it shows one checkout and takes one decision. */
export const localCheckoutOperations = ({ db, farmSecret, payments }: LocalCheckoutDeps) => {
  const get = async (checkoutId: string): Promise<LocalCheckout> => {
    const checkout = await findLocalCheckout(db, checkoutId);
    if (checkout === null) throw notFound('checkout');
    return checkout;
  };

  return {
    /** Throws the 404 of a checkout that is not there. */
    show: async (checkoutId: string): Promise<ShownCheckout> => ({
      checkout: await get(checkoutId),
      formToken: formToken(farmSecret, checkoutId),
    }),

    /**
     * Takes the buyer's decision, once, and tells the payment of it as the webhook of a real provider would. A decision
     * that comes after another changes nothing: what was decided is in the answer.
     */
    async decide(checkoutId: string, { decision, token }: { decision: CheckoutDecision; token: string }) {
      await get(checkoutId);
      if (!isFormToken(farmSecret, checkoutId, token)) {
        throw new Refusal('forbidden', {
          code: 'FORM_TOKEN_INVALID',
          message: 'This form was not made by this page. Open the checkout again.',
        });
      }
      await endLocalCheckout(db, checkoutId, decision === 'pay' ? 'paid' : 'declined');
      const checkout = await get(checkoutId);
      if (checkout.state !== 'open') {
        await payments.receive('local', {
          kind: 'checkout',
          eventId: `${checkoutId}:${checkout.state}`,
          type: `local.checkout.${checkout.state}`,
          paymentId: checkout.paymentId,
          providerSessionId: checkoutId,
          report: localReportOf(checkout),
        });
      }
      return checkout;
    },
  };
};
export type LocalCheckoutOperations = ReturnType<typeof localCheckoutOperations>;
