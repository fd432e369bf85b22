import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/connection.ts';
import type { PaymentProvider } from '../provider.ts';
import { localCheckoutPath, localReportOf } from './local-checkout.ts';
import { findLocalCheckout, insertLocalCheckout } from './store.ts';

export interface LocalProviderDeps {
  readonly db: Database;
  /** Where buyers reach the farm, without a slash at the end. */
  readonly publicUrl: string;
}

/** 192 bits: whoever knows the address may pay, as with any hosted checkout. */
const idBytes = 24;

const moneyPrefix = 'local-money:';

/** The farm's own checkout page as a payment provider: everything but the money is as with a real one. */
export const localProvider = ({ db, publicUrl }: LocalProviderDeps): PaymentProvider => {
  const get = async (checkoutId: string) => {
    const checkout = await findLocalCheckout(db, checkoutId);
    if (checkout === null) throw new Error(`there is no local checkout ${checkoutId}`);
    return checkout;
  };
  return {
    name: 'local',
    isTestMoney: true,
    async openCheckout({ expiresAt, ...order }) {
      const id = `lcs_${randomBytes(idBytes).toString('base64url')}`;
      await insertLocalCheckout(db, { id, expiresAt, ...order });
      return { providerSessionId: id, checkoutUrl: `${publicUrl}${localCheckoutPath(id)}`, expiresAt };
    },
    readCheckout: async (providerSessionId) => localReportOf(await get(providerSessionId)),
    findPaymentId: async (providerPaymentId) =>
      providerPaymentId.startsWith(moneyPrefix)
        ? (await get(providerPaymentId.slice(moneyPrefix.length))).paymentId
        : null,
  };
};
