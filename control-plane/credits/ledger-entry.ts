import type { BucketCredits } from './payment-required.ts';

export type Bucket = keyof BucketCredits;
export const buckets: readonly Bucket[] = ['plan', 'purchased'];

export const entryKinds = [
  'grant',
  'purchase',
  'reserve',
  'charge',
  'release',
  'refund',
  'reset',
  'expiry',
  'adjustment',
  'takeback',
  'repay',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** One line of the ledger as it is decided; deltas are signed and their sums are the balance (I01). */
export interface LedgerEntry {
  readonly bucket: Bucket;
  readonly kind: EntryKind;
  readonly dAvailable: number;
  readonly dDebt?: number;
  /** Every movement happens once, however often it is asked for (A2, A5, A8). One name space with the subjects of holds. */
  readonly opKey: string;
  readonly hold?: Hold;
  readonly reason?: string;
  readonly actorId?: string;
  readonly reversesId?: string;
}

/** Credits that were set aside for one thing. */
export interface Hold {
  readonly id: string;
  readonly accountId: string;
  readonly keyId: string | null;
  readonly projectId: string | null;
  readonly subject: string;
  readonly action: string;
  readonly from: BucketCredits;
  /** The plan's period that the plan part was taken from. */
  readonly period: string | null;
}

/** What an account has, and the allowance that is open. */
export interface CreditAccount {
  readonly available: BucketCredits;
  readonly held: BucketCredits;
  readonly debt: number;
  readonly plan: string | null;
  readonly period: string | null;
  readonly allowance: number;
}

/**
 * N50: plan credits that come back after their period is over are a grant of the period that is open now, and its
 * allowance is the most that it can hold. What is beyond it expires; null where nothing is.
 *
 * @param account as it is with the credits given back
 */
export const expiryAfterReturn = (hold: Hold, account: CreditAccount): LedgerEntry | null => {
  const isOwnPeriod = hold.period === account.period || hold.period === null || account.period === null;
  const excess = Math.min(hold.from.plan, account.available.plan - account.allowance);
  if (isOwnPeriod || excess <= 0) return null;
  return {
    bucket: 'plan',
    kind: 'expiry',
    dAvailable: -excess,
    opKey: `expiry:${hold.id}`,
    reason: 'came back after its period was over, beyond the allowance of this one',
  };
};

/** Gives a charge back to the buckets that it came from (N50), once for each. */
export const refundEntries = (
  hold: Hold,
  reason: string,
  charges: ReadonlyMap<Bucket, string>,
): (LedgerEntry & { readonly hold: Hold })[] =>
  buckets.flatMap((bucket) => {
    const credits = hold.from[bucket];
    if (credits === 0) return [];
    const reversesId = charges.get(bucket);
    return [
      {
        bucket,
        kind: 'refund' as const,
        dAvailable: credits,
        opKey: `refund:${hold.id}:${bucket}`,
        hold,
        reason,
        ...(reversesId === undefined ? {} : { reversesId }),
      },
    ];
  });

/** A10: what is there is taken, what was spent meanwhile is owed: a balance is never negative. */
export const takeBackEntry = (
  { credits, opKey, reason }: { credits: number; opKey: string; reason: string },
  { available }: CreditAccount,
): LedgerEntry => {
  const taken = Math.min(credits, available.purchased);
  return { bucket: 'purchased', kind: 'takeback', dAvailable: -taken, dDebt: credits - taken, opKey, reason };
};
