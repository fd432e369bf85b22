import type { FastifyPluginAsync } from 'fastify';
import { limitBodyTime } from '../../http/body-deadline.ts';
import { Refusal } from '../../http/refusal.ts';
import type { PaymentOperations } from '../operations.ts';
import { notConfigured } from '../payment-refusal.ts';
import type { StripeProvider } from '../stripe/client.ts';

export interface WebhookDeps {
  /** Null where Stripe is not the farm's provider. */
  readonly stripe: Pick<StripeProvider, 'readEvent'> | null;
  readonly payments: Pick<PaymentOperations, 'receive'>;
}

/** The largest events have some tens of kilobytes. */
const maxEventBytes = 512 * 1_024;
const bodyDeadlineMs = 15_000;

const notGenuine = (): Refusal =>
  new Refusal('bad_request', {
    code: 'SIGNATURE_INVALID',
    message: 'The Stripe-Signature header does not fit the body, or is older than five minutes.',
  });

/**
 * POST /webhooks/stripe: outside the API and its keys, since the signature is what lets an event in. 2xx ends Stripe's
 * tries; a fault of ours is a 5xx, after which the event comes again.
 */
export const stripeWebhookRoutes =
  ({ stripe, payments }: WebhookDeps): FastifyPluginAsync =>
  async (app) => {
    // The signature is over the bytes: a body that was parsed and written again has others.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxEventBytes }, (_request, body, done) =>
      done(null, body),
    );
    limitBodyTime(app, bodyDeadlineMs);

    app.post('/webhooks/stripe', { schema: { hide: true } }, async (request) => {
      if (stripe === null) throw notConfigured();
      const { body } = request;
      const signature = request.headers['stripe-signature'];
      if (!Buffer.isBuffer(body)) throw notGenuine();
      const signed = stripe.readEvent(body, typeof signature === 'string' ? signature : undefined);
      if (signed.kind === 'not_genuine') throw notGenuine();
      if (signed.kind === 'ignored') return { received: true, outcome: 'ignored' };
      return { received: true, outcome: await payments.receive('stripe', signed.event) };
    });
  };
