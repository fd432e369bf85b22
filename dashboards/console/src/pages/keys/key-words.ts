import type { ApiKey, ApiKeyUsage } from '@reelyard/shared/sdk/operations.gen.ts';
import { counted, many, momentText } from '../../words.ts';
import { dayText } from '../billing/balance-words.ts';

export interface KeyWords {
  readonly status: string;
  readonly tone: 'good' | 'bad' | 'plain';
  /** `svc_live_ab12…x9Zk`: enough to tell keys apart, and nothing to use. */
  readonly shown: string;
  readonly lastUsed: string;
  /** When it ends or ended; empty where it does not. */
  readonly end: string;
  readonly use: string;
  /** Of its cap; null without one. */
  readonly capShare: number | null;
  /** The secret before the last rotation, while it is still taken. */
  readonly overlap: string | null;
  readonly canChange: boolean;
}

const statuses = {
  active: { status: 'Active', tone: 'good' },
  revoked: { status: 'Revoked', tone: 'bad' },
  expired: { status: 'Expired', tone: 'plain' },
} as const;

const endText = ({ status, expiresAt, revokedAt }: ApiKey, timeZone: string): string => {
  if (status === 'revoked') return revokedAt === null ? '' : `Revoked on ${dayText(revokedAt, timeZone)}`;
  if (expiresAt === null) return '';
  return `${status === 'expired' ? 'Expired' : 'Expires'} on ${dayText(expiresAt, timeZone)}`;
};

const useText = ({ usedThisMonth, monthlyCreditCap, environment }: ApiKey): string => {
  // S108: a test key spends nothing, so that a figure would only puzzle.
  if (environment === 'test') return 'Spends no credits';
  return monthlyCreditCap === null
    ? `${counted(usedThisMonth, 'credit')} this month, no cap`
    : `${many(usedThisMonth)} of ${counted(monthlyCreditCap, 'credit')} this month`;
};

const shareOf = ({ usedThisMonth, monthlyCreditCap, environment }: ApiKey): number | null => {
  if (environment === 'test' || monthlyCreditCap === null) return null;
  return monthlyCreditCap === 0 ? 1 : Math.min(1, usedThisMonth / monthlyCreditCap);
};

export const keyWords = (key: ApiKey, { now, timeZone }: { now: Date; timeZone: string }): KeyWords => {
  const { prefix, last4, lastUsedAt, replacedSecretEndsAt, status } = key;
  const isReplacedTaken = replacedSecretEndsAt !== null && Date.parse(replacedSecretEndsAt) > now.getTime();
  return {
    ...statuses[status],
    shown: `${prefix}…${last4}`,
    lastUsed: lastUsedAt === null ? 'Never used' : `Last used ${momentText(lastUsedAt, timeZone)}`,
    end: endText(key, timeZone),
    use: useText(key),
    capShare: shareOf(key),
    overlap:
      isReplacedTaken && status === 'active'
        ? `The secret before is taken until ${momentText(replacedSecretEndsAt, timeZone)}`
        : null,
    canChange: status === 'active',
  };
};

/** S104: how many keys of an environment may be active at once. */
const activeLimits: Readonly<Record<ApiKey['environment'], number>> = { live: 10, test: 5 };

/** `2 of 10 live keys, 1 of 5 test keys in use`. */
export const slotsText = (keys: readonly Pick<ApiKey, 'environment' | 'status'>[]): string => {
  const activeOf = (environment: ApiKey['environment']): number =>
    keys.filter((key) => key.environment === environment && key.status === 'active').length;
  return `${activeOf('live')} of ${activeLimits.live} live keys and ${activeOf('test')} of ${activeLimits.test} test keys are active`;
};

/** `November 2026` of `2026-11`. */
const monthText = (month: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

export interface MonthWords {
  readonly month: string;
  readonly name: string;
  readonly credits: string;
  readonly byAction: readonly { readonly action: string; readonly credits: string }[];
}

export const monthWords = ({ months }: Pick<ApiKeyUsage, 'months'>): MonthWords[] =>
  months.map(({ month, credits, byAction }) => ({
    month,
    name: monthText(month),
    credits: counted(credits, 'credit'),
    byAction: Object.entries(byAction)
      .toSorted(([, a], [, b]) => b - a)
      .map(([action, spent]) => ({ action, credits: counted(spent, 'credit') })),
  }));
