import { z } from 'zod';
import { defineTool, reads } from '../tool.ts';

const allowance = z.object({ used: z.int(), limit: z.int(), resetsAt: z.string() });

const account = defineTool({
  name: 'video_account',
  title: 'Account, credits, limits',
  description: 'Who this key acts for: plan, credits, prices, its monthly cap, its scopes, sandbox allowances. Free.',
  hints: reads,
  input: z.strictObject({}),
  output: z.object({
    account: z.string(),
    plan: z.string(),
    environment: z.string().describe('test: sandbox, no credits are spent'),
    scopes: z.array(z.string()),
    totalAvailable: z.int().describe('2147483647: unlimited'),
    planRemaining: z.int(),
    purchased: z.int(),
    periodEnd: z.string().nullable(),
    costs: z.record(z.string(), z.int()),
    key: z.object({
      monthlyCreditCap: z.int().nullable(),
      usedThisMonth: z.int(),
      remaining: z.int().nullable(),
      resetsAt: z.string(),
    }),
    sandbox: z.object({ sceneRenders: allowance, exports: allowance }),
    topUpUrl: z.string(),
  }),
  async run(_input, { api }) {
    const [{ data: who }, { data: credits }, { data: usage }] = await Promise.all([
      api.getAccount(),
      api.listBillingCredits(),
      api.getBillingUsage(),
    ]);
    const { monthlyCreditCap = null, usedThisMonth = 0, remaining = null, resetsAt = '' } = credits.key ?? {};
    const { plan, purchased, totalAvailable, costs, topUpUrl } = credits;
    const structured = {
      account: who.name,
      plan: plan.slug,
      environment: who.environment,
      scopes: [...(who.key?.scopes ?? [])],
      totalAvailable,
      planRemaining: plan.remaining,
      purchased: purchased.balance,
      periodEnd: plan.periodEnd,
      costs: { ...costs },
      key: { monthlyCreditCap, usedThisMonth, remaining, resetsAt },
      sandbox: usage.sandbox,
      topUpUrl,
    };
    const left = plan.unlimited ? 'unlimited' : totalAvailable;
    const cap = monthlyCreditCap === null ? 'no monthly cap' : `${remaining} left below its monthly cap`;
    const { sceneRenders, exports } = usage.sandbox;
    const summary =
      who.environment === 'test'
        ? `Sandbox of ${who.name}: today ${sceneRenders.used} of ${sceneRenders.limit} scene renders and ${exports.used} of ${exports.limit} exports are used. Nothing costs credits.`
        : `${who.name}, plan ${plan.name}: ${left} credits can be spent; this key has ${cap}. Top up: ${topUpUrl}`;
    return { structured, summary };
  },
});

export const accountTools = [account];
