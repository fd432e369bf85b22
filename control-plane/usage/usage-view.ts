import { z } from 'zod';
import { type LimitedFeature, limitedFeatures } from '../plans/feature-limits.ts';

const time = z.iso.datetime();
const date = z.iso.date();

const featureSchema = z.object({
  feature: z.enum(limitedFeatures),
  used: z.int(),
  limit: z.int().nullable().describe("The plan's; null where there is none"),
  topUp: z.int().describe('What top-ups add to the limit'),
  remaining: z.int().nullable(),
  resetsAt: time,
});

const allowanceSchema = z.object({ used: z.int(), limit: z.int(), resetsAt: time });

/** N40. */
export const usageSchema = z
  .object({
    period: z.object({ start: time, end: time }).describe('The UTC calendar month'),
    features: z
      .array(featureSchema)
      .describe('What people made in the web app, which the plan limits; API keys spend credits instead'),
    credits: z.object({
      spent: z.int(),
      refunded: z.int(),
      byAction: z.record(z.string(), z.int()).describe('Action of the price list -> credits spent'),
      byKey: z.array(z.object({ keyId: z.string(), name: z.string(), spent: z.int() })),
      byDay: z.array(z.object({ date, spent: z.int() })).describe('Days without a movement are left out'),
    }),
    sandbox: z.object({ sceneRenders: allowanceSchema, exports: allowanceSchema }).describe('Of today, UTC'),
  })
  .meta({ id: 'Usage' });
export type UsageView = z.infer<typeof usageSchema>;

export interface FeatureUse {
  readonly feature: LimitedFeature;
  readonly used: number;
  readonly limit: number | null;
  readonly topUp: number;
  readonly resetsAt: Date;
}

/** Credits of one key, action and day. */
export interface Spending {
  readonly day: string;
  readonly action: string;
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly spent: number;
  readonly refunded: number;
}

export interface UsageFacts {
  readonly period: { readonly start: Date; readonly end: Date };
  readonly features: readonly FeatureUse[];
  readonly spending: readonly Spending[];
  readonly sandbox: Readonly<
    Record<'sceneRenders' | 'exports', { readonly used: number; readonly limit: number; readonly resetsAt: Date }>
  >;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Groups of `spending` with what each spent, those that spent nothing left out. */
const spentBy = (spending: readonly Spending[], name: (each: Spending) => string | null): [string, Spending[]][] =>
  [...Map.groupBy(spending, name)].flatMap(([key, own]) =>
    key === null || sum(own.map(({ spent }) => spent)) === 0 ? [] : [[key, own] as [string, Spending[]]],
  );

const spentOf = (own: readonly Spending[]): number => sum(own.map(({ spent }) => spent));

const allowanceView = ({ used, limit, resetsAt }: UsageFacts['sandbox']['exports']) => ({
  used,
  limit,
  resetsAt: resetsAt.toISOString(),
});

/** N40: the report. Spent is what was charged, refunds stand beside it and are not taken off. */
export const usageView = ({ period, features, spending, sandbox }: UsageFacts): UsageView => ({
  period: { start: period.start.toISOString(), end: period.end.toISOString() },
  features: features.map(({ feature, used, limit, topUp, resetsAt }) => ({
    feature,
    used,
    limit,
    topUp,
    remaining: limit === null ? null : Math.max(0, limit + topUp - used),
    resetsAt: resetsAt.toISOString(),
  })),
  credits: {
    spent: spentOf(spending),
    refunded: sum(spending.map(({ refunded }) => refunded)),
    byAction: Object.fromEntries(spentBy(spending, ({ action }) => action).map(([name, own]) => [name, spentOf(own)])),
    byKey: spentBy(spending, ({ keyId }) => keyId)
      .map(([keyId, own]) => ({ keyId, name: own[0]?.keyName ?? '', spent: spentOf(own) }))
      .toSorted((a, b) => b.spent - a.spent || (a.keyId < b.keyId ? -1 : 1)),
    byDay: spentBy(spending, ({ day }) => day)
      .map(([day, own]) => ({ date: day, spent: spentOf(own) }))
      .toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  },
  sandbox: { sceneRenders: allowanceView(sandbox.sceneRenders), exports: allowanceView(sandbox.exports) },
});
