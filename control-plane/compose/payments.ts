import type { FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import type { AccountOperations } from '../accounts/operations.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { CreditOperations } from '../credits/operations.ts';
import type { Database } from '../database/connection.ts';
import type { Caller } from '../http/authenticate.ts';
import { paymentCatalog } from '../payments/catalog.ts';
import { localProvider } from '../payments/local-checkout/client.ts';
import { localCheckoutOperations } from '../payments/local-checkout/operations.ts';
import { localCheckoutRoutes } from '../payments/local-checkout/routes.ts';
import { paymentReconciler } from '../payments/operations/reconcile.ts';
import { settleOperations } from '../payments/operations/settle.ts';
import { paymentOperations } from '../payments/operations.ts';
import type { Payment, Settlement } from '../payments/payment.ts';
import { billingPath } from '../payments/return-path.ts';
import { billingAddressRoutes } from '../payments/routes/billing-address.ts';
import { stripeWebhookRoutes } from '../payments/routes/webhook.ts';
import { paymentRoutes } from '../payments/routes.ts';
import { type StripeProvider, stripeClient } from '../payments/stripe/client.ts';
import { passTarget } from '../projects/operations/pass-target.ts';
import type { PublishingOperations } from '../publishing/operations.ts';
import { publishRequestSchema } from '../publishing/publish-request.ts';

export interface PaymentsDeps {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly accounts: Pick<AccountOperations, 'planOf'>;
  readonly credits: Pick<CreditOperations, 'grant' | 'takeBack'>;
  readonly publishing: Pick<PublishingOperations, 'planPublish'>;
  readonly onPayment: (payment: Payment, outcome: 'paid' | 'failed' | 'expired' | 'differs') => void;
  readonly onFault: (error: unknown) => void;
}

export interface Payments {
  /** Below /api/v2. */
  readonly routes: FastifyPluginAsync;
  /** At the root: the billing page, the provider's webhook, and the farm's own checkout page where it is switched on. */
  readonly plugins: readonly FastifyPluginAsync[];
  close(): Promise<void>;
}

/** A minute: what is looked for are payments whose webhook is ten minutes late. */
const reconcileEveryMs = 60_000;

const stripeOf = ({ config, clock, onFault }: PaymentsDeps): StripeProvider | null => {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = config;
  if (secretKey === undefined || webhookSecret === undefined) return null;
  return stripeClient({ secretKey, webhookSecret, apiBase: apiBase ?? null, clock, onProblem: onFault });
};

/** The part of the composition that takes money: Stripe where its keys are set, else test money where that is on. */
export const composePayments = (deps: PaymentsDeps): Payments => {
  const { config, db, clock, logger, accounts, credits, publishing, onPayment, onFault } = deps;
  const publicUrl = config.FARM_PUBLIC_URL;
  const stripe = stripeOf(deps);
  const local = stripe === null && config.FARM_LOCAL_CHECKOUT === 'on' ? localProvider({ db, publicUrl }) : null;
  const provider = stripe ?? local;
  if (local !== null)
    logger.warn('the checkout takes test money: anybody who is signed in can have credits for nothing');

  const settling = settleOperations({ credits });
  const onSettled = (payment: Payment, settlement: Settlement): void => {
    if (settlement.kind === 'none') return;
    if (settlement.kind === 'differs') {
      logger.error({ paymentId: payment.id, provider: payment.provider }, `a payment differs: ${settlement.message}`);
    }
    onPayment(payment, settlement.kind === 'ended' ? settlement.state : settlement.kind);
  };
  const payments = paymentOperations({
    db,
    clock,
    catalog: paymentCatalog,
    provider,
    settling,
    accounts,
    projects: {
      ...passTarget,
      // The very function that plans a publish: what it would draw now, the pass taken into account.
      countScenesToRender: async (caller: Caller, projectId) => {
        const request = publishRequestSchema.parse({ quality: '1080p' });
        const { view } = await publishing.planPublish(caller, projectId, request);
        return view.scenes.filter(({ plan }) => plan === 'render').length;
      },
    },
    publicUrl,
    topUpUrl: `${publicUrl}${billingPath}`,
    onSettled,
  });
  const reconciler = provider && paymentReconciler({ db, provider, settling, onSettled, onFault });
  reconciler?.start(reconcileEveryMs);

  const checkouts = localCheckoutOperations({ db, farmSecret: config.FARM_SIGNING_SECRET, payments });
  return {
    routes: paymentRoutes({ payments }),
    plugins: [
      billingAddressRoutes,
      stripeWebhookRoutes({ stripe, payments }),
      ...(local === null ? [] : [localCheckoutRoutes({ checkouts, publicUrl })]),
    ],
    close: async () => reconciler?.close(),
  };
};
