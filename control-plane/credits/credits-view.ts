import { z } from 'zod';
import { type Plan, plans, unlimitedCredits } from '../plans/plan.ts';
import type { Bucket, EntryKind } from './ledger-entry.ts';
import { cursorOf, entryTypes, typeOfKind } from './ledger-query.ts';
import { idsOfSubject } from './ledger-subject.ts';
import { prices } from './price-list.ts';

const time = z.iso.datetime();
const id = z.string().nullable();

const packSchema = z
  .object({ id: z.string(), name: z.string(), credits: z.int(), priceCents: z.int() })
  .meta({ id: 'CreditPack' });
export type CreditPackView = z.infer<typeof packSchema>;

/** N14. */
const keyUseSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    environment: z.enum(['live', 'test']),
    monthlyCreditCap: z.int().nullable(),
    usedThisMonth: z.int().describe('Credits that it holds or has spent in the UTC calendar month'),
    remaining: z.int().nullable().describe('Below its cap; null without one'),
    resetsAt: time,
  })
  .meta({ id: 'CreditKeyUse' });

/** S22, N14. */
export const creditsSchema = z
  .object({
    plan: z.object({
      slug: z.enum(['free', 'pro', 'enterprise']),
      name: z.string(),
      allowance: z.int().describe('2147483647 where the plan is unlimited'),
      used: z.int(),
      remaining: z.int().describe('2147483647 where the plan is unlimited'),
      resetMode: z.enum(['monthly', 'lifetime', 'unlimited']),
      periodEnd: time.nullable().describe('When the allowance starts over; null where it never does'),
      unlimited: z.boolean(),
    }),
    purchased: z.object({ balance: z.int() }),
    totalAvailable: z.int().describe('What can be spent now; 0 while there is a debt'),
    debt: z.int().describe('Credits of a purchase that was refunded after they were spent'),
    costs: z.object({
      SCENE_RENDER: z.int(),
      EXPORT_720P: z.int(),
      EXPORT_1080P: z.int(),
      EXPORT_4K: z.int(),
      STORYBOARD_DRAFT: z.int(),
      UI_CAPTURE: z.int(),
    }),
    packs: z.array(packSchema),
    topUpUrl: z.url(),
    key: keyUseSchema.optional().describe('Only where an API key asks'),
  })
  .meta({ id: 'Credits' });
export type CreditsView = z.infer<typeof creditsSchema>;

export interface KeyUse {
  readonly id: string;
  readonly name: string;
  readonly environment: 'live' | 'test';
  readonly cap: number | null;
  readonly used: number;
  readonly resetsAt: Date;
}

export interface CreditsFacts {
  readonly plan: Plan['slug'];
  readonly planRemaining: number;
  /** Spent of the allowance, or of an unlimited plan in this calendar month. */
  readonly planUsed: number;
  readonly periodEnd: Date | null;
  readonly purchased: number;
  readonly debt: number;
  readonly packs: readonly CreditPackView[];
  readonly topUpUrl: string;
  readonly key: KeyUse | null;
}

const keyUseView = ({ id: keyId, name, environment, cap, used, resetsAt }: KeyUse): z.infer<typeof keyUseSchema> => ({
  id: keyId,
  name,
  environment,
  monthlyCreditCap: cap,
  usedThisMonth: used,
  remaining: cap === null ? null : Math.max(0, cap - used),
  resetsAt: resetsAt.toISOString(),
});

/** S22: the balance document. Every number is an integer, that of an unlimited plan the largest int4 (N14). */
export const creditsView = (facts: CreditsFacts): CreditsView => {
  const { name, allowanceCredits, resetMode } = plans[facts.plan];
  const total = facts.planRemaining + facts.purchased;
  return {
    plan: {
      slug: facts.plan,
      name,
      allowance: allowanceCredits,
      used: facts.planUsed,
      remaining: facts.planRemaining,
      resetMode,
      periodEnd: facts.periodEnd?.toISOString() ?? null,
      unlimited: resetMode === 'unlimited',
    },
    purchased: { balance: facts.purchased },
    totalAvailable: facts.debt > 0 ? 0 : Math.min(unlimitedCredits, total),
    debt: facts.debt,
    costs: prices,
    packs: [...facts.packs],
    topUpUrl: facts.topUpUrl,
    ...(facts.key === null ? {} : { key: keyUseView(facts.key) }),
  };
};

/** N38. */
export const ledgerEntrySchema = z
  .object({
    id: z.string(),
    createdAt: time,
    type: z.enum(entryTypes),
    action: z.string().nullable().describe('What it was for, by the names of the price list and BROWSE_SESSION'),
    amount: z.int().describe('Change of the balance; the sum of all is the balance. 0 for a spend of reserved credits'),
    heldAmount: z.int().describe('Change of what is set aside'),
    source: z.enum(['plan', 'purchased']),
    balanceAfter: z.object({ plan: z.int(), purchased: z.int(), total: z.int() }),
    keyId: id,
    projectId: id,
    sceneId: id,
    exportId: id,
    sessionId: id,
    captureId: id,
    requestId: id.describe('The publish'),
    reversesId: id.describe('The entry that this one takes back'),
    reason: z.string().nullable(),
    actor: z.object({ type: z.enum(['key', 'user', 'system']), id }),
  })
  .meta({ id: 'LedgerEntry' });

export const ledgerSchema = z.object({ entries: z.array(ledgerEntrySchema), nextCursor: z.string().nullable() });
export type LedgerView = z.infer<typeof ledgerSchema>;

/** An entry as it is stored. */
export interface LedgerRecord {
  readonly id: string;
  readonly entryNo: number;
  readonly createdAt: Date;
  readonly kind: EntryKind;
  readonly bucket: Bucket;
  readonly action: string | null;
  readonly dAvailable: number;
  readonly dHeld: number;
  readonly planAfter: number;
  readonly purchasedAfter: number;
  readonly subject: string | null;
  readonly keyId: string | null;
  readonly projectId: string | null;
  readonly exportId: string | null;
  readonly reversesId: string | null;
  readonly reason: string | null;
  readonly actorId: string | null;
}

const actorOf = ({ keyId, actorId }: LedgerRecord): LedgerView['entries'][number]['actor'] => {
  if (actorId !== null) return { type: 'user', id: actorId };
  return keyId === null ? { type: 'system', id: null } : { type: 'key', id: keyId };
};

const entryView = (entry: LedgerRecord): LedgerView['entries'][number] => ({
  id: entry.id,
  createdAt: entry.createdAt.toISOString(),
  type: typeOfKind(entry.kind),
  action: entry.action,
  amount: entry.dAvailable,
  heldAmount: entry.dHeld,
  source: entry.bucket,
  balanceAfter: {
    plan: entry.planAfter,
    purchased: entry.purchasedAfter,
    total: entry.planAfter + entry.purchasedAfter,
  },
  keyId: entry.keyId,
  projectId: entry.projectId,
  exportId: entry.exportId,
  ...idsOfSubject(entry.subject),
  reversesId: entry.reversesId,
  reason: entry.reason,
  actor: actorOf(entry),
});

/** N38: one page. `records` are newest first, one more than the page has where there is another page. */
export const ledgerView = (records: readonly LedgerRecord[], limit: number): LedgerView => {
  const page = records.slice(0, limit);
  const last = page.at(-1);
  const hasMore = records.length > limit;
  return { entries: page.map(entryView), nextCursor: hasMore && last !== undefined ? cursorOf(last.entryNo) : null };
};
