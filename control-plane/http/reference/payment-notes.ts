import type { ErrorExample } from './error-examples.ts';
import { exampleUuid } from './example-words.ts';
import type { OperationNotes } from './operation-notes.ts';

const webSessionRequired: ErrorExample = {
  summary: 'A key, not a person',
  code: 'WEB_SESSION_REQUIRED',
  message: 'Only a person who is signed in to the web app may do this; an API key may not.',
};
const returnPathNotLocal: ErrorExample = {
  summary: 'A path that leads elsewhere',
  code: 'RETURN_PATH_NOT_LOCAL',
  message:
    'returnPath: Give a path of this web app: it begins with one slash, and has no host, backslash, "//", "..", blank or control character.',
};
const notConfigured: ErrorExample = {
  summary: 'This farm takes no payments',
  code: 'PAYMENTS_NOT_CONFIGURED',
  message:
    'This farm takes no payments yet: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or FARM_LOCAL_CHECKOUT=on for test money.',
  body: { settings: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'FARM_LOCAL_CHECKOUT'] },
};
const providerUnavailable: ErrorExample = {
  summary: 'The payment provider cannot be reached',
  code: 'PAYMENT_PROVIDER_UNAVAILABLE',
  message: 'The payment provider cannot be reached. Nothing was charged; try again in a minute.',
};
const packNotOnSale = (packId: string, allowed: readonly string[]): ErrorExample => ({
  summary: 'A pack that is gone',
  code: 'PACK_NOT_ON_SALE',
  message: `packId: There is no pack "${packId}" on sale.`,
  details: [{ path: 'packId', code: 'PACK_NOT_ON_SALE', message: `There is no pack "${packId}" on sale.`, allowed }],
});

const sessionId = `pay_${exampleUuid}`;
const opened = { sessionId, checkoutUrl: 'https://checkout.stripe.com/c/pay/cs_live_a1B2c3' };

const unavailable = [notConfigured, providerUnavailable];
const checkoutErrors = { 400: [returnPathNotLocal], 403: [webSessionRequired], 503: unavailable };
const hosted =
  'Opens a checkout at the payment provider: send the buyer to `checkoutUrl`. What is bought is given when the provider says that it was paid, whether or not the buyer comes back.';

/** What the reference says of the operations that are paid with money. */
export const paymentNotes: Readonly<Record<string, OperationNotes>> = {
  'POST /billing/credits/checkout': {
    operationId: 'checkoutCredits',
    description: `${hosted} The packs are in GET /billing/credits. For people who are signed in.`,
    requestExample: { packId: 'credits-500', returnPath: '/billing?tab=credits' },
    answer: opened,
    errors: {
      ...checkoutErrors,
      400: [packNotOnSale('credits-5', ['credits-100', 'credits-500', 'credits-2000']), returnPathNotLocal],
    },
  },
  'GET /billing/one-time': {
    operationId: 'getOneTimeGoods',
    description:
      'Export passes and render top-ups: what the account has, what it has used, and what is on sale. Answers also where the farm takes no payments.',
    answer: {
      topUps: [{ feature: 'scene_render_revision', units: 50, remaining: 38, expiresAt: '2027-05-04T09:30:00.000Z' }],
      catalog: {
        exportPass: { priceCents: 500, currency: 'usd', name: 'Watermark-free export' },
        topUpPacks: [
          {
            id: 'revisions-50',
            name: '50 scene render revisions',
            feature: 'scene_render_revision',
            units: 50,
            priceCents: 400,
            currency: 'usd',
          },
        ],
      },
      checkout: { available: true, provider: 'stripe', testMoney: false },
    },
  },
  'POST /billing/one-time/export-pass/checkout': {
    operationId: 'checkoutExportPass',
    description: `${hosted} A pass makes one project without watermark, at up to 1080p. For people who are signed in.`,
    requestExample: { returnPath: '/projects' },
    answer: opened,
    errors: checkoutErrors,
  },
  'POST /billing/one-time/top-up/checkout': {
    operationId: 'checkoutTopUp',
    description: `${hosted} A top-up raises the plan’s monthly limit of a feature for a year, or until it is used up. For people who are signed in.`,
    requestExample: { packId: 'revisions-50' },
    answer: opened,
    errors: {
      ...checkoutErrors,
      400: [packNotOnSale('revisions-5', ['renders-100', 'revisions-50']), returnPathNotLocal],
    },
  },
  'POST /billing/one-time/confirm': {
    operationId: 'confirmPurchase',
    description:
      'What became of a checkout: asks the provider where that is not known yet. Gives what was bought once, together with the provider’s own message; ask as often as you like.',
    requestExample: { sessionId },
    answer: { kind: 'credits', granted: { credits: 500 }, alreadyConfirmed: false },
    errors: { 503: unavailable },
  },
  'POST /billing/one-time/export-pass/redeem': {
    operationId: 'redeemExportPass',
    description:
      'Spends one pass on one project: its scenes render again without watermark and it can be exported at 1080p. The pass pays for that. A project that has a pass keeps it, and asking again spends none.',
    answer: { passesRemaining: 0, scenesToRender: 3, alreadyRedeemed: false },
    errors: {
      400: [
        {
          summary: 'A project of a test key',
          code: 'SANDBOX_PROJECT',
          message: 'A sandbox project keeps its watermark. Make the project again with a live key or in the web app.',
        },
        {
          summary: 'The plan needs no pass',
          code: 'EXPORT_PASS_NOT_NEEDED',
          message: 'The Pro plan makes videos up to 4K without watermark: keep the pass.',
        },
      ],
      402: [
        {
          summary: 'No pass is left',
          code: 'EXPORT_PASS_REQUIRED',
          message: 'There is no export pass left. Buy one, then redeem it.',
          body: { passesRemaining: 0, priceCents: 500, topUpUrl: 'http://127.0.0.1:8080/billing' },
        },
      ],
    },
  },
};
