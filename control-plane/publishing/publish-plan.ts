import { z } from 'zod';
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
    credits: credits.describe('What would be set aside'),
    etaSeconds: z
      .int()
      .nullable()
      .describe('From start to video on an idle farm; null where nothing was measured yet, or one runs already'),
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
