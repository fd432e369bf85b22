import Stripe from 'stripe';
import type { Clock } from '../../clock.ts';
import { providerUnavailable } from '../payment-refusal.ts';
import type { PaymentProvider, ProviderEvent } from '../provider.ts';
import { isSignatureHeader } from './signature-header.ts';
import { checkoutReportOf, metadataKey, paymentIdOf, readStripeEvent } from './stripe-event.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Another server than Stripe's own; null for that one. */
  readonly apiBase: string | null;
  readonly clock: Clock;
  /** Told of what Stripe refused or did not answer. */
  readonly onProblem: (error: unknown) => void;
}

/** What a signed request of Stripe came to. */
export type SignedEvent =
  | { readonly kind: 'event'; readonly event: ProviderEvent }
  /** Genuine, and nothing that concerns this farm. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'not_genuine' };

export interface StripeProvider extends PaymentProvider {
  /** Checks the signature over the very bytes that came (A9). Throws where a genuine event is not as it should be. */
  readEvent(body: Buffer, signature: string | undefined): SignedEvent;
}

/** Stripe's own number: an older event was recorded and is played again. */
const toleranceSeconds = 300;
/** A checkout is opened while a person waits. */
const timeoutMs = 10_000;

const hostOf = (apiBase: string | null) => {
  if (apiBase === null) return {};
  const { hostname, port, protocol } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  };
};

/** Hosted checkouts at Stripe. No card ever passes through the farm. */
export const stripeClient = ({
  secretKey,
  webhookSecret,
  apiBase,
  clock,
  onProblem,
}: StripeSettings): StripeProvider => {
  const stripe = new Stripe(secretKey, {
    ...hostOf(apiBase),
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: 'Reelyard' },
  });

  /** Whatever Stripe says no with is for the operator: the buyer learns that it did not work. */
  const ask = async <T>(request: Promise<T>): Promise<T> => {
    try {
      return await request;
    } catch (error) {
      onProblem(new Error('asking Stripe', { cause: error }));
      throw providerUnavailable();
    }
  };

  return {
    name: 'stripe',
    isTestMoney: /^[sr]k_test_/.test(secretKey),

    async openCheckout({ paymentId, name, amountCents, currency, paidUrl, cancelledUrl, expiresAt }) {
      const metadata = { [metadataKey]: paymentId };
      const session = await ask(
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: paymentId,
            metadata,
            // Charges inherit it, so that a refund that overtakes the checkout's own event finds its payment.
            payment_intent_data: { metadata },
            line_items: [{ quantity: 1, price_data: { currency, unit_amount: amountCents, product_data: { name } } }],
            // The amount that is checked on arrival is the one that was asked for, in the currency of the catalog.
            adaptive_pricing: { enabled: false },
            success_url: paidUrl,
            cancel_url: cancelledUrl,
            expires_at: Math.floor(expiresAt.getTime() / 1_000),
          },
          { idempotencyKey: paymentId },
        ),
      );
      if (!session.url) throw new Error(`checkout ${session.id} of ${paymentId} has no address`);
      return {
        providerSessionId: session.id,
        checkoutUrl: session.url,
        expiresAt: new Date(session.expires_at * 1_000),
      };
    },

    readCheckout: async (providerSessionId) =>
      checkoutReportOf(await ask(stripe.checkout.sessions.retrieve(providerSessionId))),

    findPaymentId: async (providerPaymentId) =>
      paymentIdOf((await ask(stripe.paymentIntents.retrieve(providerPaymentId))).metadata),

    readEvent(body, signature) {
      const event = genuineEvent(stripe, { body, signature: signature ?? '', webhookSecret, now: clock() });
      if (event === null) return { kind: 'not_genuine' };
      const read = readStripeEvent(event);
      return read === null ? { kind: 'ignored' } : { kind: 'event', event: read };
    },
  };
};

const genuineEvent = (
  stripe: Stripe,
  { body, signature, webhookSecret, now }: { body: Buffer; signature: string; webhookSecret: string; now: Date },
): unknown => {
  if (!isSignatureHeader(signature)) return null;
  try {
    return stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds, undefined, now.getTime());
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    // A signature over something that is no JSON is worth no more than none.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};
