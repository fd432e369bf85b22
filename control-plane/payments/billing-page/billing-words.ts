import type { z } from 'zod';
import type { CreditsView, LedgerView } from '../../credits/credits-view.ts';
import type { UsageView } from '../../usage/usage-view.ts';
import type { TopUpFeature } from '../catalog.ts';
import type { confirmationSchema, oneTimeSchema } from '../payment-view.ts';

/*
 * What the billing page says, from the answers of the API. The browser gets this very file with its types taken away:
 * it has to stay without imports that exist at run time.
 */

type Entry = LedgerView['entries'][number];
type Confirmation = z.infer<typeof confirmationSchema>;
type Goods = z.infer<typeof oneTimeSchema>;

const many = (count: number): string => new Intl.NumberFormat('en-US').format(count);
const counted = (count: number, one: string, more = `${one}s`): string => `${many(count)} ${count === 1 ? one : more}`;
const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** `1 December 2026` where the reader is. */
export const dayText = (time: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date(time));

/** `1 Dec 2026, 14:05` where the reader is. */
export const momentText = (time: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(time));

export interface BalanceWords {
  readonly total: string;
  readonly plan: string;
  /** When the allowance comes back. */
  readonly planReset: string;
  /** Filled part of the bar; null where the plan has no end. */
  readonly planShare: number | null;
  readonly purchased: string;
  readonly debt: string | null;
}

const resetText = ({ resetMode, periodEnd }: CreditsView['plan'], timeZone: string): string => {
  if (resetMode === 'unlimited') return 'This plan has no limit.';
  if (periodEnd === null) return 'Given once with the plan: what is used does not come back.';
  return `Starts over on ${dayText(periodEnd, timeZone)}.`;
};

export const balanceWords = (credits: CreditsView, timeZone: string): BalanceWords => {
  const { plan, purchased, totalAvailable, debt } = credits;
  return {
    total: plan.unlimited && debt === 0 ? 'Unlimited' : many(totalAvailable),
    plan: plan.unlimited
      ? `${many(plan.used)} used this month`
      : `${many(plan.remaining)} of ${many(plan.allowance)} left, ${many(plan.used)} used`,
    planReset: resetText(plan, timeZone),
    planShare: plan.unlimited || plan.allowance === 0 ? null : Math.min(1, plan.remaining / plan.allowance),
    purchased: many(purchased.balance),
    debt:
      debt === 0
        ? null
        : `${counted(debt, 'credit is', 'credits are')} owed: a purchase was refunded after its credits had been spent. ` +
          'Until that is settled nothing can be spent; the credits that you buy next settle it first.',
  };
};

/** What credits buy, in one line. */
export const costsText = ({ costs }: CreditsView): string =>
  `${counted(costs.SCENE_RENDER, 'credit')} for a scene that is rendered; ${many(costs.EXPORT_720P)} for a video in 720p, ` +
  `${many(costs.EXPORT_1080P)} in 1080p, ${many(costs.EXPORT_4K)} in 4K. Credits that you buy never expire.`;

const featureNames: Readonly<Record<TopUpFeature, readonly [one: string, more: string]>> = {
  scene_render: ['scene render', 'scene renders'],
  scene_render_revision: ['scene render revision', 'scene render revisions'],
};
const unitsText = (units: number, feature: TopUpFeature): string => counted(units, ...featureNames[feature]);

const isTopUpFeature = (feature: string): feature is TopUpFeature => Object.hasOwn(featureNames, feature);

/** N40: how far the monthly limits are used that a top-up raises. */
export const limitTexts = ({ features }: Pick<UsageView, 'features'>): string[] =>
  features.flatMap(({ feature, used, limit }) => {
    if (!isTopUpFeature(feature)) return [];
    const name = capitalized(featureNames[feature][1]);
    return limit === null
      ? [`${name}: ${many(used)} this month, and no limit`]
      : [`${name}: ${many(used)} this month; the plan's limit is ${many(limit)}`];
  });

/** How much of a top-up is left. */
export const topUpText = (topUp: Goods['topUps'][number], timeZone: string): string => {
  const { feature, units, remaining, expiresAt } = topUp;
  return `${many(remaining)} of ${unitsText(units, feature)} left, until ${dayText(expiresAt, timeZone)}`;
};

export const passesText = (available: number): string => {
  if (available === 0) return 'You have no unused pass.';
  return `You have ${counted(available, 'unused pass', 'unused passes')}.`;
};

/** What a pass does for the project that it was used on (S95). */
export const redeemedText = (
  { scenesToRender, alreadyRedeemed }: { readonly scenesToRender: number; readonly alreadyRedeemed: boolean },
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

const actionNames: Readonly<Record<string, string>> = {
  SCENE_RENDER: 'scene render',
  EXPORT_720P: '720p export',
  EXPORT_1080P: '1080p export',
  EXPORT_4K: '4K export',
  STORYBOARD_DRAFT: 'storyboard draft',
  UI_CAPTURE: 'page capture',
  BROWSE_SESSION: 'browser session',
};

export interface EntryWords {
  readonly what: string;
  readonly detail: string;
  readonly change: string;
  /** Of the credits that it moved: a plan's allowance is on the ledger from its first use on only. */
  readonly left: string;
}

const bucketNames = { plan: 'Plan', purchased: 'Bought' } as const;
const isoTime = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** What an entry was and why: N38 in the words of somebody who never read it. */
type Wording = (of: {
  /** `: scene render`, or nothing. */
  readonly subject: string;
  readonly because: string;
  readonly isByOperator: boolean;
}) => readonly [what: string, detail: string];

const wordings: Readonly<Record<Entry['type'], Wording>> = {
  reserve: ({ subject }) => [`Set aside${subject}`, ''],
  spend: ({ subject }) => [`Spent${subject}`, 'Out of what was set aside'],
  release: ({ subject }) => [`Given back${subject}`, 'Set aside and not needed'],
  refund: ({ subject, because }) => [`Refunded${subject}`, because],
  purchase: ({ because }) => [because === '' ? 'Bought' : because, ''],
  grant: ({ because }) => ['Given', because],
  reset: ({ because }) => ['Plan allowance', because],
  expiry: ({ because }) => ['Expired', because],
  adjustment: ({ because, isByOperator }) => (isByOperator || because === '' ? ['Corrected', because] : [because, '']),
};

/** `+500`, `−1`, `0`. */
const changeText = (amount: number): string =>
  new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero' }).format(amount).replace('-', '\u2212');

export const entryWords = (entry: Entry, timeZone: string): EntryWords => {
  const { type, action, reason, actor } = entry;
  const [what, detail] = wordings[type]({
    subject: action === null ? '' : `: ${actionNames[action] ?? action}`,
    because: capitalized(reason ?? ''),
    isByOperator: actor.type === 'user',
  });
  return {
    what,
    detail: detail.replaceAll(isoTime, (time) => dayText(time, timeZone)),
    change: changeText(entry.amount),
    left: `${bucketNames[entry.source]}: ${many(entry.balanceAfter[entry.source])} left`,
  };
};

export interface OutcomeWords {
  readonly tone: 'good' | 'bad' | 'plain';
  readonly text: string;
  /** Asking again may tell more. */
  readonly isOpen: boolean;
}

const grantedText = ({ credits, exportPasses, topUp }: Confirmation['granted']): string => {
  if (credits !== undefined) return `${counted(credits, 'credit was', 'credits were')} added to your account.`;
  if (exportPasses !== undefined)
    return `${counted(exportPasses, 'export pass was', 'export passes were')} added to your account.`;
  if (topUp !== undefined) return `Your limit was raised by ${unitsText(topUp.units, topUp.feature)}.`;
  return 'Your purchase was added to your account.';
};

/**
 * What became of a checkout that somebody comes back from. The answer of the API counts, not the address: an address
 * that says `paid` proves nothing, and one that says `cancelled` may be older than a payment.
 */
export const outcomeWords = (
  { status, granted }: Pick<Confirmation, 'status' | 'granted'>,
  checkout: 'paid' | 'cancelled',
): OutcomeWords => {
  if (status === 'paid') return { tone: 'good', text: `Paid. ${grantedText(granted)}`, isOpen: false };
  if (status === 'expired')
    return { tone: 'bad', text: 'This checkout ran out before it was paid. Nothing was charged.', isOpen: false };
  if (checkout === 'cancelled') return { tone: 'plain', text: 'Cancelled. Nothing was charged.', isOpen: false };
  if (status === 'failed')
    return {
      tone: 'bad',
      text: 'The payment did not go through. Nothing was bought; you can start again below.',
      isOpen: false,
    };
  return {
    tone: 'plain',
    text: 'The payment is not confirmed yet. You can close this page: what you bought is added as soon as it is.',
    isOpen: true,
  };
};

/** Where nobody takes the money (PAYMENTS_NOT_CONFIGURED). */
export const noProviderText =
  'This farm takes no payments yet: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or FARM_LOCAL_CHECKOUT=on for test money.';

/** What went wrong, from an error of the API; null where there was no answer at all. */
export const failureText = (error: { readonly code?: unknown; readonly message?: unknown } | null): string => {
  if (error === null) return 'The farm does not answer. Look whether it runs and you are online, then try again.';
  if (error.code === 'CHECKOUT_SESSION_NOT_FOUND')
    return 'There is no such purchase on this account. If you bought it in another account, sign in there.';
  return typeof error.message === 'string' && error.message !== ''
    ? error.message
    : 'The farm answered with something unexpected. Try again; its log says more.';
};
