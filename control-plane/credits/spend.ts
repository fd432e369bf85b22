/** Credits by the bucket that they come from. */
export interface BucketCredits {
  readonly plan: number;
  readonly purchased: number;
}

/** S122: how `needed` credits are taken, plan allowance first; null where both together are too few. */
export const splitSpend = (needed: number, available: BucketCredits): BucketCredits | null => {
  if (needed > available.plan + available.purchased) return null;
  const plan = Math.min(needed, available.plan);
  return { plan, purchased: needed - plan };
};

export interface SpendItem {
  readonly subject: string;
  readonly credits: number;
}

/** Deals one split out to its items in order: plan credits are used up before an item takes a purchased one (I08). */
export const dealOut = <Item extends SpendItem>(
  items: readonly Item[],
  split: BucketCredits,
): { item: Item; from: BucketCredits }[] => {
  let planLeft = split.plan;
  return items.map((item) => {
    const plan = Math.min(planLeft, item.credits);
    planLeft -= plan;
    return { item, from: { plan, purchased: item.credits - plan } };
  });
};

/** S117: the members of the 402 body that stand beside statusCode, error and message. */
export const insufficientCreditsBody = (
  creditsRequired: number,
  available: BucketCredits,
  topUpUrl: string,
): Record<string, unknown> => ({
  creditsRequired,
  creditsAvailable: available.plan + available.purchased,
  planRemaining: available.plan,
  purchasedBalance: available.purchased,
  topUpUrl,
});
