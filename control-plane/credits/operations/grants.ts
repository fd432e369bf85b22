import type { Transaction } from '../../database/connection.ts';
import { Refusal } from '../../http/refusal.ts';
import { creditsProblem, maxBalance } from '../credit-amount.ts';
import { type Bucket, type CreditAccount, type LedgerEntry, takeBackEntry } from '../ledger-entry.ts';
import { findAccount, hasMovement, lockAccount, lockPlan, postEntries } from '../store.ts';
import { openIfClosed } from './periods.ts';

export interface GrantRequest {
  readonly accountId: string;
  readonly bucket: Bucket;
  readonly credits: number;
  /** Given once under this key, however often and at once it is asked for (A8). */
  readonly opKey: string;
  readonly reason: string;
  /** purchase: somebody paid for them (purchased bucket only). Default: grant. */
  readonly kind?: 'grant' | 'purchase';
}

export interface TakeBackRequest {
  readonly accountId: string;
  readonly credits: number;
  readonly opKey: string;
  readonly reason: string;
}

export interface AdjustRequest {
  readonly accountId: string;
  readonly bucket: Bucket;
  /** Signed; never zero. */
  readonly credits: number;
  /** Of whoever asks: the same one again does nothing. */
  readonly opKey: string;
  readonly reason: string;
  /** The operator. */
  readonly actorId: string;
}

const badAmount = (message: string): Refusal => new Refusal('bad_request', { code: 'CREDITS_INVALID', message });

const check = (credits: number): void => {
  const problem = creditsProblem(credits);
  if (problem !== null) throw badAmount(problem);
};

const post = (trx: Transaction, accountId: string, before: CreditAccount, entry: LedgerEntry) => {
  if (before.available[entry.bucket] + entry.dAvailable > maxBalance) {
    throw badAmount(`An account holds at most ${maxBalance} credits in a bucket.`);
  }
  return postEntries(trx, accountId, [entry]);
};

/**
 * Gives credits once per `opKey`; false where they were given before. Purchased ones pay a debt first (A10).
 *
 * @throws Refusal 400 where the amount is no positive whole number or more than an account can hold (A14)
 */
export const grant = async (trx: Transaction, request: GrantRequest): Promise<boolean> => {
  const { accountId, bucket, credits, opKey, reason, kind = 'grant' } = request;
  check(credits);
  const before = await lockAccount(trx, accountId);
  if (await hasMovement(trx, opKey)) return false;
  await post(trx, accountId, before, { bucket, kind, dAvailable: credits, opKey, reason });
  return true;
};

/**
 * Takes purchased credits back whose payment was refunded or disputed (A10), once per `opKey`. What was spent
 * meanwhile becomes a debt: no balance is ever negative, nothing can be reserved until it is paid, and whatever comes
 * into the purchased bucket pays it first.
 *
 * @returns the credits that are owed now; null where they were taken back before
 */
export const takeBack = async (trx: Transaction, request: TakeBackRequest): Promise<{ debt: number } | null> => {
  check(request.credits);
  const before = await lockAccount(trx, request.accountId);
  if (await hasMovement(trx, request.opKey)) return null;
  const { debt } = await postEntries(trx, request.accountId, [takeBackEntry(request, before)]);
  return { debt };
};

/**
 * An operator's correction: `credits` may be negative, but never takes more than is there. Once per `opKey`.
 *
 * @throws Refusal 400 for an amount that is none, 409 ADJUSTMENT_TOO_LARGE with what is available
 */
export const adjust = async (trx: Transaction, request: AdjustRequest): Promise<boolean> => {
  const { accountId, bucket, credits, opKey, reason, actorId } = request;
  check(Math.abs(credits));
  if (bucket === 'plan') {
    // What is put into an allowance before it is open would be gone when it opens, and what is in it not be there yet.
    await lockPlan(trx, accountId);
    await openIfClosed(trx, accountId, await findAccount(trx, accountId));
  }
  const before = await lockAccount(trx, accountId);
  if (await hasMovement(trx, opKey)) return false;
  const available = before.available[bucket];
  if (available + credits < 0) {
    throw new Refusal('conflict', {
      code: 'ADJUSTMENT_TOO_LARGE',
      message: `${-credits} credits cannot be taken: ${available} are available in the ${bucket} bucket.`,
      body: { available },
    });
  }
  await post(trx, accountId, before, { bucket, kind: 'adjustment', dAvailable: credits, opKey, reason, actorId });
  return true;
};
