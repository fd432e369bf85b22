import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import { type Caller, callerOf } from '../http/authenticate.ts';
import { envelope, ok } from '../http/envelope.ts';
import { errorResponses } from '../http/error-body.ts';
import type { OpenedCheckout } from './operations/open-checkout.ts';
import type { PaymentOperations } from './operations.ts';
import {
  checkoutSchema,
  confirmationSchema,
  confirmationView,
  confirmBody,
  oneTimeSchema,
  oneTimeView,
  packCheckoutBody,
  passCheckoutBody,
  redeemBody,
  redemptionSchema,
} from './payment-view.ts';

const checkoutView = ({ expiresAt, ...checkout }: OpenedCheckout) => ({
  ...checkout,
  expiresAt: expiresAt.toISOString(),
});

const tags = ['Billing'];
const checkoutResponse = { 200: envelope(checkoutSchema), ...errorResponses(503) };

/** What is bought with money: checkouts of a person who is signed in (S106), and what they came to (S90-S95). */
export const paymentRoutes =
  ({ payments }: { payments: PaymentOperations }): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      '/billing/credits/checkout',
      {
        config: { webOnly: true },
        schema: { summary: 'Buy credits', tags, body: packCheckoutBody, response: checkoutResponse },
      },
      async (request) => ok(checkoutView(await payments.checkoutCredits(callerOf(request), request.body))),
    );

    api.get(
      '/billing/one-time',
      {
        config: { scope: 'billing:read' },
        schema: {
          summary: 'List export passes, top-ups and what can be bought',
          tags,
          response: { 200: envelope(oneTimeSchema), ...errorResponses() },
        },
      },
      async (request) => ok(oneTimeView(await payments.oneTimeGoods(callerOf(request)))),
    );

    api.post(
      '/billing/one-time/export-pass/checkout',
      {
        config: { webOnly: true },
        schema: { summary: 'Buy an export pass', tags, body: passCheckoutBody, response: checkoutResponse },
      },
      async (request) => {
        const { checkout, warnings } = await payments.checkoutExportPass(callerOf(request), request.body);
        return ok(checkoutView(checkout), warnings.length > 0 ? { warnings } : {});
      },
    );

    api.post(
      '/billing/one-time/top-up/checkout',
      {
        config: { webOnly: true },
        schema: { summary: 'Buy a render top-up', tags, body: packCheckoutBody, response: checkoutResponse },
      },
      async (request) => ok(checkoutView(await payments.checkoutTopUp(callerOf(request), request.body))),
    );

    const confirm = async (caller: Caller, sessionId: string) => {
      const { payment, alreadyConfirmed } = await payments.confirm(caller, sessionId);
      return ok(confirmationView(payment, alreadyConfirmed));
    };
    api.post(
      '/billing/one-time/confirm',
      {
        config: { scope: 'billing:read' },
        schema: {
          summary: 'Confirm a purchase',
          tags,
          body: confirmBody,
          response: { 200: envelope(confirmationSchema), ...errorResponses(404, 503) },
        },
      },
      (request) => confirm(callerOf(request), request.body.sessionId),
    );

    const redeem = async (caller: Caller, projectId: string) => {
      const redeemed = await payments.redeemPass(caller, projectId);
      return ok({ ...redeemed, watermark: false as const, maxQuality: '1080p' as const });
    };
    api.post(
      '/billing/one-time/export-pass/redeem',
      {
        config: { scope: 'publish' },
        schema: {
          summary: 'Spend an export pass on a project',
          tags,
          body: redeemBody,
          response: { 200: envelope(redemptionSchema), ...errorResponses(402, 404) },
        },
      },
      (request) => redeem(callerOf(request), request.body.projectId),
    );
  };
