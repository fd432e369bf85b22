import type { Transaction } from '../database/connection.ts';
import { newId } from '../database/new-id.ts';
import { Refusal } from '../http/refusal.ts';
import { type Plan, unlimitedCredits } from '../plans/plan.ts';
import { planPeriod, startOfMonth, startOfNextMonth } from './plan-period.ts';
import type { CreditAction } from './price-list.ts';
import { type BucketCredits, dealOut, insufficientCreditsBody, splitSpend } from './spend.ts';
import {
  type Bucket,
  findHold,
  hasMovement,
  insertHold,
  keyCap,
  keyUsage,
  lockBalances,
  move,
  setPlanPeriod,
  settleHold,
} from './store.ts';

export interface CreditDeps {
  readonly accounts: { planOf(accountId: string, trx: Transaction): Promise<Plan> };
  /** Where credits are bought (S117). */
  readonly topUpUrl: string;
}

export interface ReserveItem {
  /** What the credits are for; a subject is charged at most once (I04). */
  readonly subject: string;
  readonly action: CreditAction;
  readonly credits: number;
}

export interface ReserveRequest {
  readonly accountId: string;
  readonly keyId: string;
  readonly items: readonly ReserveItem[];
}

const buckets: readonly Bucket[] = ['plan', 'purchased'];

/**
 * The verbs of money. Every one runs in the caller's transaction, so that what is paid and what is done for it are
 * stored together or not at all (A1): debit and enqueue in two steps lost 21 of 1,204 paid jobs over 60 kill -9.
 */
export const creditOperations = ({ accounts, topUpUrl }: CreditDeps) => {
  /** Opens the allowance of the running period where that has not happened yet; what is held stays held (A12). */
  const openPeriod = async (
    trx: Transaction,
    accountId: string,
    plan: Plan,
  ): Promise<BucketCredits & { now: Date }> => {
    const balances = await lockBalances(trx, accountId);
    const period = planPeriod(plan, balances.now);
    const { available } = balances.plan;
    const found = { plan: available, purchased: balances.purchased.available, now: balances.now };
    if (plan.resetMode === 'unlimited' || balances.plan.period === period) return found;
    const difference = plan.allowanceCredits - available;
    if (difference !== 0) {
      await move(trx, {
        accountId,
        bucket: 'plan',
        kind: 'reset',
        dAvailable: difference,
        dHeld: 0,
        opKey: `plan:${accountId}:${plan.slug}:${period}`,
        reason: `${plan.name} allowance of ${period}`,
      });
    }
    await setPlanPeriod(trx, accountId, period);
    return { ...found, plan: plan.allowanceCredits };
  };

  const refuseOverCap = async (trx: Transaction, keyId: string, creditsRequired: number, now: Date): Promise<void> => {
    const monthlyCreditCap = await keyCap(trx, keyId);
    if (monthlyCreditCap === null) return;
    const usedThisMonth = await keyUsage(trx, keyId, startOfMonth(now));
    if (usedThisMonth + creditsRequired <= monthlyCreditCap) return;
    throw new Refusal('payment_required', {
      code: 'KEY_MONTHLY_CAP',
      message: `This key may spend ${monthlyCreditCap} credits a month; it has used ${usedThisMonth} and needs ${creditsRequired}.`,
      body: { monthlyCreditCap, usedThisMonth, creditsRequired, resetsAt: startOfNextMonth(now).toISOString() },
    });
  };

  /** S122: an unlimited plan is given what it needs at the moment it needs it: the ledger stays a full account. */
  const topUpUnlimited = async (
    trx: Transaction,
    accountId: string,
    needed: number,
    available: number,
  ): Promise<number> => {
    if (available >= needed) return available;
    await move(trx, {
      accountId,
      bucket: 'plan',
      kind: 'grant',
      dAvailable: needed - available,
      dHeld: 0,
      opKey: `unlimited:${newId('led')}`,
      reason: 'unlimited plan',
    });
    return needed;
  };

  return {
    /** Gives credits once per `opKey`; false where they were given before. */
    async grant(
      trx: Transaction,
      grant: { accountId: string; bucket: Bucket; credits: number; opKey: string; reason: string },
    ): Promise<boolean> {
      await lockBalances(trx, grant.accountId);
      if (await hasMovement(trx, grant.opKey)) return false;
      const { accountId, bucket, credits, opKey, reason } = grant;
      await move(trx, { accountId, bucket, kind: 'grant', dAvailable: credits, dHeld: 0, opKey, reason });
      return true;
    },

    /**
     * Sets credits aside for every item or for none (N52): plan allowance first, then purchased (S122).
     *
     * @returns the hold of each subject
     * @throws Refusal 402: the key's cap is checked before the balance (N47)
     */
    async reserve(trx: Transaction, request: ReserveRequest): Promise<ReadonlyMap<string, string>> {
      const { accountId, keyId } = request;
      const items = request.items.filter((item) => item.credits > 0);
      const needed = items.reduce((sum, item) => sum + item.credits, 0);
      if (needed === 0) return new Map();
      const plan = await accounts.planOf(accountId, trx);
      const opened = await openPeriod(trx, accountId, plan);
      await refuseOverCap(trx, keyId, needed, opened.now);
      const planAvailable =
        plan.resetMode === 'unlimited' ? await topUpUnlimited(trx, accountId, needed, opened.plan) : opened.plan;
      const available = { plan: planAvailable, purchased: opened.purchased };
      const split = splitSpend(needed, available);
      if (split === null) {
        throw new Refusal('payment_required', {
          code: 'INSUFFICIENT_CREDITS',
          message: `This needs ${needed} credits and ${available.plan + available.purchased} are left.`,
          body: insufficientCreditsBody(needed, available, topUpUrl),
        });
      }
      const holds = new Map<string, string>();
      for (const { item, from } of dealOut(items, split)) {
        const holdId = newId('hld');
        const { subject, action } = item;
        await insertHold(trx, { id: holdId, accountId, keyId, subject, action, from });
        for (const bucket of buckets) {
          const credits = from[bucket];
          if (credits === 0) continue;
          const opKey = `reserve:${holdId}:${bucket}`;
          const movement = { accountId, bucket, opKey, holdId, subject, action, keyId };
          await move(trx, { ...movement, kind: 'reserve', dAvailable: -credits, dHeld: credits });
        }
        holds.set(subject, holdId);
      }
      return holds;
    },

    /** Spends what a hold set aside; 0 where it was settled before. @returns credits charged */
    charge: (trx: Transaction, holdId: string): Promise<number> => settle(trx, holdId, 'charged'),

    /** Gives back what a hold set aside, before it was charged; 0 where it was settled before. @returns credits released */
    release: (trx: Transaction, holdId: string): Promise<number> => settle(trx, holdId, 'released'),

    /**
     * Gives a charge back to the buckets that it came from, once (A5). @returns credits refunded
     */
    async refund(trx: Transaction, holdId: string, reason: string): Promise<number> {
      const hold = await findHold(trx, holdId);
      if (!hold) throw new Error(`there is no hold ${holdId}`);
      await lockBalances(trx, hold.accountId);
      const current = await findHold(trx, holdId);
      if (current?.state !== 'charged') return 0;
      let refunded = 0;
      for (const bucket of buckets) {
        const credits = hold.from[bucket];
        const opKey = `refund:${holdId}:${bucket}`;
        if (credits === 0 || (await hasMovement(trx, opKey))) continue;
        const { accountId, subject, action, keyId } = hold;
        const movement = { accountId, bucket, opKey, holdId, subject, action, keyId, reason };
        await move(trx, { ...movement, kind: 'refund', dAvailable: credits, dHeld: 0 });
        refunded += credits;
      }
      return refunded;
    },

    /** What the account may still spend (S22, N14). */
    async balance(trx: Transaction, accountId: string): Promise<BucketCredits> {
      const plan = await accounts.planOf(accountId, trx);
      const { plan: left, purchased } = await openPeriod(trx, accountId, plan);
      return { plan: plan.resetMode === 'unlimited' ? unlimitedCredits : left, purchased };
    },
  };
};
export type CreditOperations = ReturnType<typeof creditOperations>;

const settle = async (trx: Transaction, holdId: string, state: 'charged' | 'released'): Promise<number> => {
  const found = await findHold(trx, holdId);
  if (!found) throw new Error(`there is no hold ${holdId}`);
  await lockBalances(trx, found.accountId);
  const hold = await settleHold(trx, holdId, state);
  if (!hold) return 0;
  const { accountId, subject, action, keyId } = hold;
  for (const bucket of buckets) {
    const credits = hold.from[bucket];
    if (credits === 0) continue;
    const kind = state === 'charged' ? ('charge' as const) : ('release' as const);
    const opKey = `${kind}:${holdId}:${bucket}`;
    const movement = { accountId, bucket, kind, opKey, holdId, subject, action, keyId, dHeld: -credits };
    await move(trx, { ...movement, dAvailable: state === 'charged' ? 0 : credits });
  }
  return hold.from.plan + hold.from.purchased;
};
