/** Everything is sold in one currency; the smallest unit of it is a cent. */
export const currency = 'usd';
export type Currency = typeof currency;

/** S22: credits that never reset. */
export interface CreditPack {
  readonly id: string;
  readonly name: string;
  readonly credits: number;
  readonly priceCents: number;
}

/** S97: what a top-up raises; the names are those of the usage report (N40). */
export const topUpFeatures = ['scene_render', 'scene_render_revision'] as const;
export type TopUpFeature = (typeof topUpFeatures)[number];

/** N39: raises the plan's monthly limit of one feature. */
export interface TopUpPack {
  readonly id: string;
  readonly name: string;
  readonly feature: TopUpFeature;
  readonly units: number;
  readonly priceCents: number;
}

/** One project without watermark and up to 1080p (S95). */
export interface ExportPassOffer {
  readonly name: string;
  readonly priceCents: number;
}

export interface PaymentCatalog {
  readonly creditPacks: readonly CreditPack[];
  readonly topUpPacks: readonly TopUpPack[];
  readonly exportPass: ExportPassOffer;
}

/**
 * What is on sale now. Prices live here and nowhere else: a caller names a pack, never an amount (A14). A pack may
 * change or go at any time: a payment keeps what it was opened for.
 */
export const paymentCatalog: PaymentCatalog = {
  creditPacks: [
    { id: 'credits-100', name: '100 credits', credits: 100, priceCents: 900 },
    { id: 'credits-500', name: '500 credits', credits: 500, priceCents: 3_900 },
    { id: 'credits-2000', name: '2,000 credits', credits: 2_000, priceCents: 12_900 },
  ],
  topUpPacks: [
    { id: 'renders-100', name: '100 scene renders', feature: 'scene_render', units: 100, priceCents: 700 },
    { id: 'renders-500', name: '500 scene renders', feature: 'scene_render', units: 500, priceCents: 2_900 },
    {
      id: 'revisions-50',
      name: '50 scene render revisions',
      feature: 'scene_render_revision',
      units: 50,
      priceCents: 400,
    },
    {
      id: 'revisions-250',
      name: '250 scene render revisions',
      feature: 'scene_render_revision',
      units: 250,
      priceCents: 1_500,
    },
  ],
  exportPass: { name: 'Watermark-free export', priceCents: 500 },
};

/** What a checkout is opened for; stored with the payment, so that it outlives the catalog. */
export interface Purchase {
  readonly kind: 'credits' | 'export_pass' | 'top_up';
  /** Null for the export pass, of which there is one. */
  readonly packId: string | null;
  readonly name: string;
  /** Credits, renders or passes. */
  readonly units: number;
  readonly feature: TopUpFeature | null;
  readonly amountCents: number;
  readonly currency: Currency;
}

/** Null where there is no such pack (any more). */
export const creditPurchase = ({ creditPacks }: PaymentCatalog, packId: string): Purchase | null => {
  const pack = creditPacks.find(({ id }) => id === packId);
  if (pack === undefined) return null;
  const { name, credits, priceCents } = pack;
  return { kind: 'credits', packId, name, units: credits, feature: null, amountCents: priceCents, currency };
};

/** Null where there is no such pack (any more). */
export const topUpPurchase = ({ topUpPacks }: PaymentCatalog, packId: string): Purchase | null => {
  const pack = topUpPacks.find(({ id }) => id === packId);
  if (pack === undefined) return null;
  const { name, units, feature, priceCents } = pack;
  return { kind: 'top_up', packId, name, units, feature, amountCents: priceCents, currency };
};

export const exportPassPurchase = ({ exportPass: { name, priceCents } }: PaymentCatalog): Purchase => ({
  kind: 'export_pass',
  packId: null,
  name,
  units: 1,
  feature: null,
  amountCents: priceCents,
  currency,
});
