import { z } from 'zod';
import { type PaymentCatalog, currency as sold, topUpFeatures } from './catalog.ts';
import type { Payment } from './payment.ts';
import { maxReturnPathChars } from './return-path.ts';

const packId = z.string().min(1).max(100).describe('A pack of the catalog');
const returnPath = z
  .string()
  .min(1)
  .optional()
  .describe(
    `A path of the web app to come back to, at most ${maxReturnPathChars} characters; \`checkout\` and \`sessionId\` are added to its query. Default: /billing`,
  );

/** S90, S93. */
export const packCheckoutBody = z.strictObject({ packId, returnPath });
/** S92. */
export const passCheckoutBody = z.strictObject({ returnPath });
/** S94. */
export const confirmBody = z.strictObject({ sessionId: z.string().min(1).max(200) });
/** S95. */
export const redeemBody = z.strictObject({ projectId: z.string().min(1).max(200) });

/** N39. */
export const checkoutSchema = z
  .object({
    sessionId: z.string().describe('For POST /billing/one-time/confirm'),
    checkoutUrl: z.url().describe('Send the buyer here'),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Checkout' });

const cents = z.int().positive();
const feature = z.enum(topUpFeatures);

/** S91, N39. */
export const oneTimeSchema = z
  .object({
    exportPasses: z.object({
      available: z.int().nonnegative(),
      redeemed: z.array(z.object({ projectId: z.string(), redeemedAt: z.iso.datetime() })),
    }),
    topUps: z
      .array(z.object({ feature, units: z.int(), remaining: z.int().nonnegative(), expiresAt: z.iso.datetime() }))
      .describe('The one that is used first comes first'),
    catalog: z.object({
      exportPass: z.object({ priceCents: cents, currency: z.string(), name: z.string() }),
      topUpPacks: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          feature,
          units: z.int().positive(),
          priceCents: cents,
          currency: z.string(),
        }),
      ),
    }),
    checkout: z
      .object({
        available: z.boolean().describe('False where the farm takes no payments yet'),
        provider: z.enum(['stripe', 'local']).nullable(),
        testMoney: z.boolean().describe('True where no real money moves'),
      })
      .describe('How this farm is paid'),
  })
  .meta({ id: 'OneTimeGoods' });

/** S94, N39. */
export const confirmationSchema = z
  .object({
    status: z.enum(['paid', 'pending', 'expired', 'failed']),
    kind: z.enum(['export_pass', 'top_up', 'credits']),
    granted: z
      .object({
        credits: z.int().optional(),
        exportPasses: z.int().optional(),
        topUp: z.object({ feature, units: z.int() }).optional(),
      })
      .describe('What the payment gave; empty while it is not paid'),
    alreadyConfirmed: z.boolean().describe('True where the provider or an earlier call was first'),
  })
  .meta({ id: 'PaymentConfirmation' });

/** S95, N39. */
export const redemptionSchema = z
  .object({
    projectId: z.string(),
    passesRemaining: z.int().nonnegative(),
    watermark: z.literal(false),
    maxQuality: z.literal('1080p'),
    scenesToRender: z.int().nonnegative().describe('The pass pays for these: they cost no credits'),
    alreadyRedeemed: z.boolean(),
  })
  .meta({ id: 'PassRedemption' });

/** What a paid payment gave. */
const grantedBy = ({ kind, units, feature: topped }: Payment): z.infer<typeof confirmationSchema>['granted'] => {
  if (kind === 'credits') return { credits: units };
  if (kind === 'export_pass') return { exportPasses: units };
  return topped === null ? {} : { topUp: { feature: topped, units } };
};

export const confirmationView = (payment: Payment, alreadyConfirmed: boolean): z.infer<typeof confirmationSchema> => ({
  status: payment.state,
  kind: payment.kind,
  granted: payment.state === 'paid' ? grantedBy(payment) : {},
  alreadyConfirmed,
});

export const oneTimeView = (goods: {
  readonly passesAvailable: number;
  readonly redeemed: readonly { projectId: string; redeemedAt: Date }[];
  readonly topUps: readonly {
    feature: (typeof topUpFeatures)[number];
    units: number;
    remaining: number;
    expiresAt: Date;
  }[];
  readonly catalog: PaymentCatalog;
  readonly provider: { readonly name: 'stripe' | 'local'; readonly isTestMoney: boolean } | null;
}): z.infer<typeof oneTimeSchema> => ({
  exportPasses: {
    available: goods.passesAvailable,
    redeemed: goods.redeemed.map(({ projectId, redeemedAt }) => ({ projectId, redeemedAt: redeemedAt.toISOString() })),
  },
  topUps: goods.topUps.map(({ expiresAt, feature: topped, units, remaining }) => ({
    feature: topped,
    units,
    remaining,
    expiresAt: expiresAt.toISOString(),
  })),
  catalog: {
    exportPass: { ...goods.catalog.exportPass, currency: sold },
    topUpPacks: goods.catalog.topUpPacks.map((pack) => ({ ...pack, currency: sold })),
  },
  checkout: {
    available: goods.provider !== null,
    provider: goods.provider?.name ?? null,
    testMoney: goods.provider?.isTestMoney ?? false,
  },
});
