import { qualitySchema } from '@reelyard/shared/contracts/render-format.ts';
import { z } from 'zod';
import { unlimitedCredits } from '../plans/plan.ts';
import type { PlanTerms } from './plan-terms.ts';
import type { PricedItem } from './publish-price.ts';
import { publishSchema } from './publish-view.ts';
import { sceneReasonSchema } from './scene-reasons.ts';

const { projectId, quality, requestedQuality, format, sandbox, music, voice, credits } = publishSchema.shape;

/** An error as the publish would answer it, without what belongs to one request: fields of its own stand beside these. */
const publishProblemSchema = z.looseObject({
  statusCode: z.int(),
  error: z.string().describe('The name of the status'),
  message: z.string(),
  code: z.string(),
  details: z.array(z.looseObject({ path: z.string(), code: z.string(), message: z.string() })).optional(),
});

/** What a publish costs, and what pays it. */
const priceSchema = z.object({
  credits: z.int().describe('The price: what is charged, less what comes back for what cannot be made'),
  scenes: z
    .object({ rendered: z.int(), credits: z.int() })
    .describe('Scenes that are drawn; unchanged inputs cost nothing'),
  reused: z.int().describe('Scenes that are there already'),
  export: z.object({ quality: qualitySchema, credits: z.int() }),
  pass: z
    .object({ redeemed: z.boolean(), creditsSaved: z.int() })
    .describe('What the export pass of the project pays in place of credits'),
  source: z
    .object({ plan: z.int(), purchased: z.int() })
    .nullable()
    .describe('Plan allowance first; null where the credits do not reach'),
  remaining: z
    .object({ plan: z.int(), purchased: z.int(), total: z.int() })
    .nullable()
    .describe('What would be left; null where the credits do not reach'),
});

/** What a publish would do, and what would refuse it. */
export const publishPlanSchema = z
  .object({
    projectId,
    canPublish: z.boolean().describe('Whether this publish would be taken now'),
    existing: z
      .object({ requestId: z.string(), state: z.enum(['running', 'completed']) })
      .nullable()
      .describe('The publish that would be answered instead of a new one: it runs already, or its file is there'),
    quality: quality.describe('What is made; lower than requestedQuality where the plan has no more'),
    requestedQuality,
    format,
    sandbox,
    watermark: z.boolean(),
    music,
    voice,
    planId: z
      .string()
      .nullable()
      .describe('Publish with it to pay exactly this, or to hear what changed (409); null where it would be refused'),
    expiresAt: z.iso.datetime().nullable().describe('Until when the price binds: 15 minutes'),
    credits: credits.describe('What would be set aside'),
    price: priceSchema,
    etaSeconds: z
      .int()
      .nullable()
      .describe(
        'From start to video, the queue before it included; null where nothing was measured yet, or one runs already',
      ),
    scenes: z.array(
      z.object({
        sceneId: z.string(),
        position: z.int(),
        plan: z.enum(['render', 'reuse']),
        reasons: z.array(sceneReasonSchema).describe('Why, compared with the newest publish of the project'),
      }),
    ),
    problems: z.array(publishProblemSchema).describe('The errors that the publish would answer, the first one first'),
  })
  .meta({ id: 'PublishPlan' });
export type PublishPlanView = z.infer<typeof publishPlanSchema>;

/** N27: what is set aside, by what it is for. */
export const creditsOf = (items: readonly PricedItem[]): PublishPlanView['credits'] => {
  const actions = [...new Set(items.map(({ action }) => action))].toSorted().toReversed();
  const breakdown = actions.map((action) => {
    const own = items.filter((item) => item.action === action);
    return { action, units: own.length, credits: own.reduce((sum, item) => sum + item.credits, 0) };
  });
  return { reserved: breakdown.reduce((sum, entry) => sum + entry.credits, 0), breakdown };
};

export interface PriceParts {
  readonly terms: PlanTerms;
  readonly hasPass: boolean;
  readonly creditsSavedByPass: number;
  readonly source: { readonly plan: number; readonly purchased: number } | null;
  readonly balanceAfter: { readonly plan: number; readonly purchased: number };
}

/** The price with what it is made of and what pays it. */
export const priceView = (parts: PriceParts): PublishPlanView['price'] => {
  const { terms, hasPass, creditsSavedByPass, source, balanceAfter } = parts;
  const { credits, exportCredits, quality, scenes, existingId } = terms;
  const rendered = existingId === null ? scenes.filter(({ isDrawn }) => isDrawn).length : 0;
  const { plan, purchased } = balanceAfter;
  return {
    credits,
    scenes: { rendered, credits: credits - exportCredits },
    reused: scenes.length - rendered,
    export: { quality, credits: exportCredits },
    pass: { redeemed: hasPass, creditsSaved: creditsSavedByPass },
    source: source && { ...source },
    // N14: an unlimited plan is the largest int4, and so is the sum with it.
    remaining: source && { plan, purchased, total: Math.min(plan + purchased, unlimitedCredits) },
  };
};
