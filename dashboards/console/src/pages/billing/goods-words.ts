import type { OneTimeGoods, PassRedemption, PaymentConfirmation } from '@reelyard/shared/sdk/operations.gen.ts';
import { counted, many } from '../../words.ts';
import { dayText } from './balance-words.ts';

type TopUp = OneTimeGoods['topUps'][number];

/** `$9.00`. */
export const priceText = (amountCents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(amountCents / 100);

const unitNames: Readonly<Record<TopUp['feature'], readonly [one: string, more: string]>> = {
  scene_render: ['scene render', 'scene renders'],
  scene_render_revision: ['scene render revision', 'scene render revisions'],
};
const unitsText = (units: number, feature: TopUp['feature']): string => counted(units, ...unitNames[feature]);

/** How much of a top-up is left. */
export const topUpText = ({ feature, units, remaining, expiresAt }: TopUp, timeZone: string): string =>
  `${many(remaining)} of ${unitsText(units, feature)} left, until ${dayText(expiresAt, timeZone)}`;

export const passesText = (available: number): string =>
  available === 0 ? 'You have no unused pass.' : `You have ${counted(available, 'unused pass', 'unused passes')}.`;

/** What a pass does for the project that it was used on (S95). */
export const redeemedText = (
  { scenesToRender, alreadyRedeemed }: Pick<PassRedemption, 'scenesToRender' | 'alreadyRedeemed'>,
  title: string,
): string => {
  const scenes =
    scenesToRender === 0
      ? 'its scenes are ready'
      : `${counted(scenesToRender, 'scene renders', 'scenes render')} for it at no cost`;
  const start = alreadyRedeemed
    ? `“${title}” has a pass already: no other was used.`
    : `The pass is used for “${title}”.`;
  return `${start} Publish it again for a video in 1080p without watermark; ${scenes}.`;
};

export interface OutcomeWords {
  readonly tone: 'good' | 'bad' | 'plain';
  readonly text: string;
  /** Asking again may tell more. */
  readonly isOpen: boolean;
}

const grantedText = ({ credits, exportPasses, topUp }: PaymentConfirmation['granted']): string => {
  if (credits !== undefined) return `${counted(credits, 'credit was', 'credits were')} added to your account.`;
  if (exportPasses !== undefined)
    return `${counted(exportPasses, 'export pass was', 'export passes were')} added to your account.`;
  if (topUp !== undefined) return `Your limit was raised by ${unitsText(topUp.units, topUp.feature)}.`;
  return 'Your purchase was added to your account.';
};

export type CheckoutEnd = 'paid' | 'cancelled';

/** The checkout that somebody comes back from, by the address; null where they come from none. */
export const checkoutOf = (
  search: URLSearchParams,
): { readonly sessionId: string; readonly end: CheckoutEnd } | null => {
  const sessionId = search.get('sessionId');
  const end = search.get('checkout');
  return sessionId !== null && sessionId !== '' && (end === 'paid' || end === 'cancelled') ? { sessionId, end } : null;
};

/**
 * What became of a checkout that somebody comes back from. The answer of the API counts, not the address: an address
 * that says `paid` proves nothing, and one that says `cancelled` may be older than a payment.
 */
export const outcomeWords = (
  { status, granted }: Pick<PaymentConfirmation, 'status' | 'granted'>,
  end: CheckoutEnd,
): OutcomeWords => {
  if (status === 'paid') return { tone: 'good', text: `Paid. ${grantedText(granted)}`, isOpen: false };
  if (status === 'expired')
    return { tone: 'bad', text: 'This checkout ran out before it was paid. Nothing was charged.', isOpen: false };
  if (end === 'cancelled') return { tone: 'plain', text: 'Cancelled. Nothing was charged.', isOpen: false };
  if (status === 'failed') {
    const text = 'The payment did not go through. Nothing was bought; you can start again below.';
    return { tone: 'bad', text, isOpen: false };
  }
  const text = 'The payment is not confirmed yet. You can close this page: what you bought is added as soon as it is.';
  return { tone: 'plain', text, isOpen: true };
};

/** What to do about a checkout that the account does not have; null where the API's own words are enough. */
export const missingCheckoutText = (code: string): string | null =>
  code === 'CHECKOUT_SESSION_NOT_FOUND'
    ? 'There is no such purchase on this account. If you bought it in another account, sign in there.'
    : null;

/** Most payments are known at once; the page looks again by itself for a quarter of a minute, then asks for a press. */
const pausesMs = [1_000, 2_000, 4_000, 8_000];
export const nextLookMs = (looks: number): number | null => pausesMs[looks - 1] ?? null;

/** Where nobody takes the money (PAYMENTS_NOT_CONFIGURED). */
export const noProviderText =
  'This farm takes no payments yet: its operator sets STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or FARM_LOCAL_CHECKOUT=on for test money.';
