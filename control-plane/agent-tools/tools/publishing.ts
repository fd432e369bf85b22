import { ApiError } from '@reelyard/shared/sdk/api-error.ts';
import type { Operations, PublishPlan } from '@reelyard/shared/sdk/operations.gen.ts';
import type { ReelyardClient } from '@reelyard/shared/sdk/reelyard-client.ts';
import { z } from 'zod';
import { prices } from '../../credits/price-list.ts';
import { Refusal } from '../../http/refusal.ts';
import { clipped, fitting } from '../fitting.ts';
import { keyed } from '../in-process-fetch.ts';
import { changes, defineTool, ownIdempotencyKey, reads, recordId } from '../tool.ts';
import { publishKey } from './publish-key.ts';
import { waitForEnd } from './wait-for-end.ts';

const projectId = recordId;
const options = {
  quality: z.enum(['720p', '1080p', '4K']).optional().describe('Default 1080p'),
  format: z.enum(['mp4', 'webm']).optional(),
  includeMusic: z.boolean().optional(),
  musicTrackId: z.string().optional(),
  includeVoiceover: z.boolean().optional(),
  voiceId: z.string().optional(),
};
const price =
  `${prices.SCENE_RENDER} credit for each new or changed scene, plus the export: 720p ${prices.EXPORT_720P}, ` +
  `1080p ${prices.EXPORT_1080P}, 4K ${prices.EXPORT_4K}; test keys: none`;

const planPublish = defineTool({
  name: 'video_plan_publish',
  title: 'Plan a publish',
  description: `What video_publish would do, cost and be refused for; nothing starts. Its planId binds the price for 15 minutes. Free.`,
  hints: reads,
  input: z.strictObject({ projectId, ...options }),
  output: z.object({
    canPublish: z.boolean(),
    planId: z.string().nullable(),
    expiresAt: z.string().nullable(),
    credits: z.int(),
    exportCredits: z.int(),
    balanceAfter: z.int().nullable(),
    quality: z.string(),
    format: z.string(),
    watermark: z.boolean(),
    sandbox: z.boolean(),
    etaSeconds: z.int().nullable(),
    existing: z
      .object({ requestId: z.string(), state: z.string() })
      .nullable()
      .describe('Answered instead of a new one'),
    scenes: z.array(z.object({ sceneId: z.string(), plan: z.string(), why: z.string() })),
    problems: z.array(z.object({ code: z.string(), message: z.string(), details: z.array(z.unknown()) })),
    more: z.string().nullable(),
  }),
  async run({ projectId: id, ...body }, { api }) {
    const { data } = await api.planPublish({ projectId: id, body });
    const problems = fitting(
      data.problems.map(({ code, message, details = [] }) => ({
        code,
        message: clipped(message, 500),
        details: details.slice(0, 10),
      })),
      2_500,
    );
    const scenes = fitting(
      data.scenes.map(({ sceneId, plan, reasons }) => ({
        sceneId,
        plan,
        why: clipped(reasons.map(({ code }) => code).join(', '), 100),
      })),
      3_000,
    );
    const { canPublish, planId, expiresAt, quality, format, watermark, sandbox, etaSeconds, existing } = data;
    const { credits, reused } = data.price;
    const { rendered } = data.price.scenes;
    const refusal = problems.map(({ code, message }) => `${code}: ${message}`).join(' ');
    const isCut = scenes.length < data.scenes.length || problems.length < data.problems.length;
    return {
      structured: {
        canPublish,
        planId,
        expiresAt,
        credits,
        exportCredits: data.price.export.credits,
        balanceAfter: data.price.remaining?.total ?? null,
        quality,
        format,
        watermark,
        sandbox,
        etaSeconds,
        existing,
        scenes,
        problems,
        more: isCut ? `Cut to what fits, of ${data.scenes.length} scenes and ${data.problems.length} problems.` : null,
      },
      summary: canPublish
        ? `planId ${planId}: ${credits} credits at ${quality}, ${rendered} scenes rendered, ${reused} reused. Next: video_publish with this planId.`
        : `It would be refused. ${refusal}`,
    };
  },
});

/** Two ways of agreeing to a price; together they could contradict each other. */
const priceTwice = (): Refusal =>
  new Refusal('bad_request', {
    code: 'PRICE_BOUND_TWICE',
    message:
      'planId already binds the price, and maxCredits makes a plan of its own. Send planId, or maxCredits without planId and idempotencyKey.',
  });

const tooExpensive = (credits: number, maxCredits: number): Refusal =>
  new Refusal('payment_required', {
    code: 'MAX_CREDITS_EXCEEDED',
    message: `This publish costs ${credits} credits; maxCredits is ${maxCredits}. Nothing was started or spent.`,
    body: { creditsRequired: credits, maxCredits },
  });

/** The error that the publish would be answered with. */
const refusedPlan = ([problem]: PublishPlan['problems']): ApiError =>
  new ApiError({
    method: 'POST',
    path: '/projects/{projectId}/publish',
    statusCode: problem?.statusCode ?? 400,
    body: problem,
    retryAfterSeconds: null,
  });

type Order = Omit<NonNullable<Operations['publishProject']['input']['body']>, 'callbackSecret'>;

/** The key where the caller gives none; a caller that may not read the project has no key. */
const ownKey = async (api: ReelyardClient, projectId: string, body: Order): Promise<string | undefined> => {
  try {
    return publishKey(body, (await api.getProject({ projectId })).data);
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 403) return undefined;
    throw error;
  }
};

const order = async (api: ReelyardClient, projectId: string, body: Order, idempotencyKey: string | undefined) =>
  api.publishProject({ projectId, body }, keyed(idempotencyKey ?? (await ownKey(api, projectId, body))));

/** Publishes with a plan that costs no more than `maxCredits`: what was compared is what is paid. */
const orderBelow = async (api: ReelyardClient, projectId: string, body: Order, maxCredits: number) => {
  const { callbackUrl: _callbackUrl, planId: _planId, ...planned } = body;
  const once = async () => {
    const { data } = await api.planPublish({ projectId, body: planned });
    const {
      planId,
      price: { credits },
      problems,
    } = data;
    if (planId === null) throw refusedPlan(problems);
    if (credits > maxCredits) throw tooExpensive(credits, maxCredits);
    return api.publishProject({ projectId, body: { ...body, planId } });
  };
  try {
    return await once();
  } catch (error) {
    // Somebody published or edited in between: it is another price, or there is a publish already.
    if (error instanceof ApiError && error.code === 'PLAN_CHANGED') return once();
    throw error;
  }
};

const publish = defineTool({
  name: 'video_publish',
  title: 'Publish: render and export',
  description: `Starts making the video; then call video_wait. Costs ${price}. Called again while it runs, or unchanged after it, it answers the same publish and costs nothing.`,
  hints: changes({ openWorldHint: true, idempotentHint: true }),
  input: z.strictObject({
    projectId,
    planId: z.string().optional().describe('Of video_plan_publish: pays exactly its price and uses its options'),
    maxCredits: z.int().min(0).optional().describe('Refuses above this before anything is spent; not with planId'),
    ...options,
    callbackUrl: z.string().optional().describe('Public https address that is told of the end'),
    idempotencyKey: ownIdempotencyKey.describe('Default: made of the arguments and the revision of the project'),
  }),
  output: z.object({
    requestId: z.string(),
    phase: z.string(),
    creditsReserved: z.int(),
    quality: z.string(),
    sandbox: z.boolean(),
    alreadyDone: z.boolean().describe('Answered by a publish that was there'),
    music: z.string().nullable(),
    warnings: z.array(z.string()),
    nextStep: z.string(),
  }),
  async run({ projectId: id, maxCredits, idempotencyKey, ...body }, { api }) {
    if (maxCredits !== undefined && (body.planId !== undefined || idempotencyKey !== undefined)) throw priceTwice();
    const { data, meta } =
      maxCredits === undefined
        ? await order(api, id, body, idempotencyKey)
        : await orderBelow(api, id, body, maxCredits);
    const alreadyDone = meta.idempotentReplay === true;
    const nextStep = `video_wait {"projectId":"${id}","requestId":"${data.requestId}"}`;
    return {
      structured: {
        requestId: data.requestId,
        phase: data.phase,
        creditsReserved: data.credits.reserved,
        quality: data.quality,
        sandbox: data.sandbox,
        alreadyDone,
        music: data.music.title,
        warnings: (meta.warnings ?? []).map(({ message }) => clipped(message, 300)).slice(0, 10),
        nextStep,
      },
      summary: `${alreadyDone ? 'This publish is there already' : 'Publishing'}: ${data.requestId}, ${data.phase}, ${data.quality}, ${data.credits.reserved} credits set aside. Next: ${nextStep}`,
    };
  },
});

const wait = defineTool({
  name: 'video_wait',
  title: 'Wait for a publish',
  description:
    'Answers when the newest publish of the project has ended, or after timeoutSeconds with how far it is: call again until settled is true. Then videoUrl, or what failed. Free.',
  hints: reads,
  input: z.strictObject({
    projectId,
    requestId: z.string().optional().describe('Of video_publish: told where it is no longer the newest'),
    timeoutSeconds: z.int().min(0).max(50).default(45),
  }),
  output: z.object({
    requestId: z.string().nullable(),
    isNewest: z.boolean().describe('false: this is not the publish of requestId but a later one'),
    settled: z.boolean(),
    phase: z.string(),
    message: z.string(),
    progressPercent: z.int(),
    etaSeconds: z.int().nullable(),
    doneScenes: z.int(),
    sceneCount: z.int(),
    failures: z.array(
      z.object({
        sceneId: z.string(),
        code: z.string(),
        message: z.string(),
        retryable: z.boolean(),
        refunded: z.boolean(),
      }),
    ),
    exportError: z.string().nullable(),
    videoUrl: z.string().nullable(),
    thumbnailUrl: z.string().nullable(),
    durationSeconds: z.number().nullable(),
    captions: z.array(z.object({ format: z.string(), url: z.string() })),
  }),
  run: ({ projectId: id, requestId, timeoutSeconds }, context) =>
    waitForEnd({ projectId: id, requestId, timeoutSeconds }, context),
});

const cancel = defineTool({
  name: 'video_cancel_publish',
  title: 'Cancel a publish',
  description: 'Ends the publish that runs; what was not made yet is not paid for.',
  hints: changes({ destructiveHint: true }),
  input: z.strictObject({ projectId }),
  output: z.object({ requestId: z.string(), creditsReleased: z.int() }),
  async run({ projectId: id }, { api }) {
    const { data } = await api.cancelPublish({ projectId: id });
    return {
      structured: data,
      summary: `Cancelled ${data.requestId}: ${data.creditsReleased} credits came back.`,
    };
  },
});

export const publishingTools = [planPublish, publish, wait, cancel];
