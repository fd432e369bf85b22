import { Refusal } from '../http/refusal.ts';

/** Credits by the bucket that they come from. */
export interface BucketCredits {
  readonly plan: number;
  readonly purchased: number;
}

export interface KeyCap {
  readonly monthlyCreditCap: number;
  readonly usedThisMonth: number;
  readonly creditsRequired: number;
  readonly resetsAt: Date;
}

/** S117: 402 where the balance does not cover what is needed. */
export const insufficientCredits = (creditsRequired: number, available: BucketCredits, topUpUrl: string): Refusal => {
  const creditsAvailable = available.plan + available.purchased;
  return new Refusal('payment_required', {
    code: 'INSUFFICIENT_CREDITS',
    message: `This needs ${creditsRequired} credits and ${creditsAvailable} are left. Buy more at ${topUpUrl}.`,
    body: {
      creditsRequired,
      creditsAvailable,
      planRemaining: available.plan,
      purchasedBalance: available.purchased,
      topUpUrl,
    },
  });
};

/** 402 where credits were taken back after they had been spent: nothing is available until that is made good (A10). */
export const creditsOwed = (
  creditsRequired: number,
  owing: { readonly planRemaining: number; readonly debt: number },
  topUpUrl: string,
): Refusal =>
  new Refusal('payment_required', {
    code: 'CREDITS_OWED',
    message: `A refunded purchase left ${owing.debt} credits owing. Buy at least as many at ${topUpUrl} to go on.`,
    body: {
      creditsRequired,
      creditsAvailable: 0,
      planRemaining: owing.planRemaining,
      purchasedBalance: 0,
      debt: owing.debt,
      topUpUrl,
    },
  });

/** S118, N47: 402 where a key has reached its monthly cap; other keys and the balance are not affected. */
export const keyCapReached = ({ monthlyCreditCap, usedThisMonth, creditsRequired, resetsAt }: KeyCap): Refusal =>
  new Refusal('payment_required', {
    code: 'KEY_MONTHLY_CAP',
    message: `This key may spend ${monthlyCreditCap} credits a month; it has used ${usedThisMonth} and needs ${creditsRequired}. The month ends at ${resetsAt.toISOString()}.`,
    body: { monthlyCreditCap, usedThisMonth, creditsRequired, resetsAt: resetsAt.toISOString() },
  });
