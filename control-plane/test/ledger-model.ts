/**
 * What the ledger must do, in as few words as that can be said: no database, no SQL, no entries, one account at a time.
 * A run of the real one is replayed here in the order of its locks, and every outcome must be the same.
 */

export interface Buckets {
  readonly plan: number;
  readonly purchased: number;
}

export type Act =
  | { readonly kind: 'buy'; readonly opKey: string; readonly credits: number }
  | { readonly kind: 'adjust'; readonly bucket: keyof Buckets; readonly credits: number }
  | { readonly kind: 'takeBack'; readonly credits: number }
  | {
      readonly kind: 'reserve';
      readonly keyId: string;
      readonly items: readonly { subject: string; credits: number }[];
    }
  | { readonly kind: 'charge' | 'release' | 'refund'; readonly subject: string }
  /** The plan's period ends: the next one opens when somebody draws on it. One credit is given too, as a mark in the ledger. */
  | { readonly kind: 'expire'; readonly opKey: string };

/** What an act came to: a refusal's code, or the credits that it moved (1 and 0 stand for done and done before). */
export type Outcome = number | string;

interface ModelHold {
  readonly from: Buckets;
  readonly keyId: string;
  readonly period: number;
  state: 'open' | 'charged' | 'released' | 'refunded';
}

export interface ModelState {
  readonly planAvailable: number;
  readonly planHeld: number;
  readonly purchasedAvailable: number;
  readonly purchasedHeld: number;
  readonly debt: number;
}

/** One account of a plan with a monthly allowance, and its keys with their caps. */
export const ledgerModel = (allowance: number, caps: Readonly<Record<string, number | null>>) => {
  const available = { plan: 0, purchased: 0 };
  const held = { plan: 0, purchased: 0 };
  let debt = 0;
  /** 0: none was opened yet. */
  let period = 0;
  let isOver = true;
  const used = new Map<string, number>();
  const holds = new Map<string, ModelHold>();
  const done = new Set<string>();

  const payDebt = (): void => {
    const paid = Math.min(debt, available.purchased);
    debt -= paid;
    available.purchased -= paid;
  };

  const openPeriod = (): void => {
    if (!isOver) return;
    period += 1;
    isOver = false;
    available.plan = allowance;
  };

  /** N50: what comes back from a period that is over fills this one up to its allowance and no further. */
  const giveBack = (hold: ModelHold): void => {
    available.purchased += hold.from.purchased;
    payDebt();
    available.plan += hold.from.plan;
    if (hold.period !== period && available.plan > allowance) {
      available.plan -= Math.min(hold.from.plan, available.plan - allowance);
    }
    used.set(hold.keyId, (used.get(hold.keyId) ?? 0) - hold.from.plan - hold.from.purchased);
  };

  const refusalOf = (keyId: string, items: readonly { credits: number }[]): string | null => {
    const needed = items.reduce((sum, { credits }) => sum + credits, 0);
    const cap = caps[keyId] ?? null;
    if (cap !== null && (used.get(keyId) ?? 0) + needed > cap) return 'KEY_MONTHLY_CAP';
    if (debt > 0) return 'CREDITS_OWED';
    return available.plan + available.purchased < needed ? 'INSUFFICIENT_CREDITS' : null;
  };

  /** A refusal leaves everything as it was, a period that was not opened before included. */
  const reserve = ({ keyId, items }: Extract<Act, { kind: 'reserve' }>): Outcome => {
    const before = { plan: available.plan, period, isOver };
    openPeriod();
    const refusal = refusalOf(keyId, items);
    if (refusal !== null) {
      available.plan = before.plan;
      ({ period, isOver } = before);
      return refusal;
    }
    const needed = items.reduce((sum, { credits }) => sum + credits, 0);
    for (const { subject, credits } of items) {
      const plan = Math.min(available.plan, credits);
      const from = { plan, purchased: credits - plan };
      for (const bucket of ['plan', 'purchased'] as const) {
        available[bucket] -= from[bucket];
        held[bucket] += from[bucket];
      }
      holds.set(subject, { from, keyId, period, state: 'open' });
    }
    used.set(keyId, (used.get(keyId) ?? 0) + needed);
    return needed;
  };

  const end = (subject: string, kind: 'charge' | 'release' | 'refund'): Outcome => {
    const hold = holds.get(subject);
    if (hold?.state !== (kind === 'refund' ? 'charged' : 'open')) return 0;
    if (kind !== 'refund') {
      held.plan -= hold.from.plan;
      held.purchased -= hold.from.purchased;
    }
    hold.state = kind === 'charge' ? 'charged' : kind === 'release' ? 'released' : 'refunded';
    if (kind !== 'charge') giveBack(hold);
    return hold.from.plan + hold.from.purchased;
  };

  const buy = (opKey: string, credits: number): Outcome => {
    if (done.has(opKey)) return 0;
    done.add(opKey);
    available.purchased += credits;
    payDebt();
    return 1;
  };

  /** An allowance is corrected in the period that runs. */
  const adjust = (bucket: keyof Buckets, credits: number): Outcome => {
    const before = { plan: available.plan, period, isOver };
    if (bucket === 'plan') openPeriod();
    if (available[bucket] + credits < 0) {
      available.plan = before.plan;
      ({ period, isOver } = before);
      return 'ADJUSTMENT_TOO_LARGE';
    }
    available[bucket] += credits;
    payDebt();
    return 1;
  };

  const takeBack = (credits: number): Outcome => {
    const taken = Math.min(credits, available.purchased);
    available.purchased -= taken;
    debt += credits - taken;
    return debt;
  };

  return {
    do(act: Act): Outcome {
      switch (act.kind) {
        case 'buy':
          return buy(act.opKey, act.credits);
        case 'adjust':
          return adjust(act.bucket, act.credits);
        case 'takeBack':
          return takeBack(act.credits);
        case 'reserve':
          return reserve(act);
        case 'expire':
          isOver = true;
          return buy(act.opKey, 1);
        default:
          return end(act.subject, act.kind);
      }
    },
    state: (): ModelState => ({
      planAvailable: available.plan,
      planHeld: held.plan,
      purchasedAvailable: available.purchased,
      purchasedHeld: held.purchased,
      debt,
    }),
  };
};
