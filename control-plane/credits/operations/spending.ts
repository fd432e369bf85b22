import type { Database, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/new-id.ts';
import { Refusal } from '../../http/refusal.ts';
import { plans } from '../../plans/plan.ts';
import { affordableSeconds, browsePrice } from '../browse-billing.ts';
import { expiryAfterReturn, refundEntries } from '../ledger-entry.ts';
import { creditsOwed, insufficientCredits, keyCapReached } from '../payment-required.ts';
import { startOfNextMonth } from '../plan-period.ts';
import type { CreditAction } from '../price-list.ts';
import { spendable } from '../spendable.ts';
import {
  chargeHold,
  findHold,
  findKeyUse,
  lockAccount,
  postEntries,
  type ReserveRefusal,
  releaseHold,
  reserveItems,
} from '../store.ts';
import { currentBalance, openRunningPeriod } from './periods.ts';

export interface ReserveItem {
  /** What the credits are for; a subject is charged at most once (I04). */
  readonly subject: string;
  readonly action: CreditAction;
  /** A whole number; nothing is set aside for 0. */
  readonly credits: number;
}

export interface ReserveRequest {
  readonly accountId: string;
  /** The key that spends; its cap counts. */
  readonly keyId: string;
  /** The project that it is for, by which the ledger can be filtered (N38). */
  readonly projectId?: string;
  readonly items: readonly ReserveItem[];
}

export interface BrowseBill {
  readonly accountId: string;
  readonly keyId: string;
  readonly sessionId: string;
  /** From the opening of the session to its last use. */
  readonly seconds: number;
  readonly projectId?: string;
}

/** Spends what a hold set aside. @returns credits charged; 0 where it was settled before */
export const charge = async (trx: Transaction, holdId: string): Promise<number> => (await chargeHold(trx, holdId)) ?? 0;

/**
 * Gives back what a hold set aside, before it was charged; what comes back after its period is over follows N50.
 *
 * @returns credits released; 0 where it was settled before
 */
export const release = async (trx: Transaction, holdId: string): Promise<number> => {
  const released = await releaseHold(trx, holdId);
  if (released === null) return 0;
  const { hold, account } = released;
  const expiry = expiryAfterReturn(hold, account);
  if (expiry !== null) await postEntries(trx, hold.accountId, [expiry]);
  return hold.from.plan + hold.from.purchased;
};

/**
 * Gives a charge back to the buckets that it came from, once (A5, N50). What came from a period that is over comes
 * into the one that is open, up to its allowance. The key's use of the month of the charge falls with it.
 *
 * @returns credits refunded
 */
export const refund = async (trx: Transaction, holdId: string, reason: string): Promise<number> => {
  const owner = await findHold(trx, holdId);
  if (!owner) throw new Error(`there is no hold ${holdId}`);
  const { accountId } = owner.hold;
  await lockAccount(trx, accountId);
  const found = await findHold(trx, holdId);
  if (found?.state !== 'charged' || found.isRefunded) return 0;
  const entries = refundEntries(found.hold, reason, found.charges);
  const account = await postEntries(trx, accountId, entries);
  const expiry = expiryAfterReturn(found.hold, account);
  if (expiry !== null) await postEntries(trx, accountId, [expiry]);
  return entries.reduce((sum, { dAvailable }) => sum + dAvailable, 0);
};

type Reserved =
  | { readonly holds: ReadonlyMap<string, string> }
  | { readonly refusal: Refusal; readonly found: ReserveRefusal };

/** What sets credits aside. */
export const spendingOperations = ({ topUpUrl }: { topUpUrl: string }) => {
  const refusalOf = ({ outcome, account, keyCap, keyUsed, now }: ReserveRefusal, creditsRequired: number): Refusal => {
    if (outcome === 'capped' && keyCap !== null) {
      const resetsAt = startOfNextMonth(now);
      return keyCapReached({ monthlyCreditCap: keyCap, usedThisMonth: keyUsed, creditsRequired, resetsAt });
    }
    if (outcome === 'key_ended') {
      return new Refusal('unauthorized', {
        code: 'API_KEY_REVOKED',
        message: 'This API key was revoked or has expired while the request was under way.',
      });
    }
    if (outcome === 'debt') {
      return creditsOwed(creditsRequired, { planRemaining: account.available.plan, debt: account.debt }, topUpUrl);
    }
    return insufficientCredits(creditsRequired, account.available, topUpUrl);
  };

  const tryReserve = async (trx: Transaction, request: ReserveRequest): Promise<Reserved> => {
    const { accountId, keyId, projectId = null } = request;
    const items = request.items.filter(({ credits }) => credits > 0);
    if (items.length === 0) return { holds: new Map() };
    const needed = items.reduce((sum, { credits }) => sum + credits, 0);
    const take = () => reserveItems(trx, { accountId, keyId, projectId, items });
    let found = await take();
    if (found?.outcome === 'not_open') {
      await openRunningPeriod(trx, accountId, found);
      found = await take();
    }
    if (found?.outcome === 'short' && plans[found.plan].resetMode === 'unlimited') {
      // S122: given at the moment it is needed, so that every credit of an unlimited plan is on the ledger too.
      const dAvailable = needed - found.account.available.plan;
      const opKey = `unlimited:${newId('led')}`;
      await postEntries(trx, accountId, [
        { bucket: 'plan', kind: 'grant', dAvailable, opKey, reason: 'unlimited plan' },
      ]);
      found = await take();
    }
    return found === null
      ? { holds: new Map(items.map(({ subject }) => [subject, subject])) }
      : { refusal: refusalOf(found, needed), found };
  };

  return {
    /**
     * Sets credits aside for every item or for none (N52): plan allowance first, then purchased (S122).
     *
     * @returns the hold of each subject
     * @throws Refusal 402: the key's cap is checked before the balance (N47). 401 where the key ended meanwhile (G3)
     */
    async reserve(trx: Transaction, request: ReserveRequest): Promise<ReadonlyMap<string, string>> {
      const reserved = await tryReserve(trx, request);
      if ('refusal' in reserved) throw reserved.refusal;
      return reserved.holds;
    },

    /**
     * Charges the time of a browse session (N49), once per session: a second bill of one throws. N53: where balance
     * or cap cover less, what they cover is charged.
     *
     * @returns credits charged
     */
    async chargeBrowse(trx: Transaction, bill: BrowseBill): Promise<number> {
      const { sessionId, seconds, ...of } = bill;
      const price = browsePrice(seconds);
      const subject = `browse:${sessionId}`;
      const reserveSome = (credits: number) =>
        tryReserve(trx, { ...of, items: [{ subject, action: 'BROWSE_SESSION', credits }] });
      let reserved = await reserveSome(price);
      if ('refusal' in reserved) reserved = await reserveSome(Math.min(price, spendable(reserved.found)));
      const holdId = 'holds' in reserved ? reserved.holds.get(subject) : undefined;
      return holdId === undefined ? 0 : charge(trx, holdId);
    },

    /** N53: how long a browse session of this key can go on before a block begins that could not be paid. */
    async affordableBrowseSeconds(
      db: Database,
      { accountId, keyId }: { accountId: string; keyId: string },
    ): Promise<number> {
      const { plan, purchased, debt } = await currentBalance(db, accountId);
      const use = await findKeyUse(db, keyId);
      const account = { available: { plan, purchased }, debt, allowance: plan };
      return affordableSeconds(spendable({ account, keyCap: use?.cap ?? null, keyUsed: use?.used ?? 0 }));
    },
  };
};
