import { failureStageSchema } from '@reelyard/shared/contracts/job-failure.ts';
import { containerSchema, qualitySchema } from '@reelyard/shared/contracts/render-format.ts';
import { z } from 'zod';
import { callbackSchema } from '../callbacks/callback-view.ts';
import { sceneErrorText } from '../credits/refund.ts';
import { exportStatusSchema } from '../exports/export-view.ts';
import { waitingSchema } from '../narration/waiting.ts';
import { publishPhases } from '../projects/project-status.ts';
import { scenePercent, sceneRenderState } from './progress.ts';
import { musicSchema, type PublishScene } from './snapshot.ts';

/** N27. */
export const publishSchema = z
  .object({
    requestId: z.string(),
    projectId: z.string(),
    phase: z.enum(publishPhases),
    quality: qualitySchema,
    requestedQuality: qualitySchema,
    format: containerSchema,
    sandbox: z.boolean(),
    music: musicSchema,
    voice: z.object({ voiceId: z.string(), name: z.string() }).nullable(),
    credits: z.object({
      reserved: z.int(),
      breakdown: z.array(z.object({ action: z.string(), units: z.int(), credits: z.int() })),
    }),
    scenes: z.array(z.object({ sceneId: z.string(), plan: z.enum(['render', 'reuse']) })),
    statusUrl: z.string(),
    eventsUrl: z.string(),
    nextStep: z.string(),
  })
  .meta({ id: 'Publish' });
export type PublishView = z.infer<typeof publishSchema>;

const renderStateSchema = z.enum(['idle', 'queued', 'rendering', 'done', 'failed', 'cancelled']);
const sceneStateSchema = z.enum(['pending', 'blocked', 'queued', 'rendering', 'done', 'failed', 'cancelled']);

const sceneStatusSchema = z.object({
  sceneId: z.string(),
  position: z.int(),
  state: sceneStateSchema,
  progress: z.int().min(0).max(100),
  reused: z.boolean(),
  creditCharged: z.boolean(),
  renderMs: z.number().nullable(),
  previewUrl: z.string().nullable(),
  error: z.string().nullable(),
});
export type SceneStatus = z.infer<typeof sceneStatusSchema>;

const sceneFailureSchema = z.object({
  sceneId: z.string(),
  position: z.int(),
  code: z.string(),
  message: z.string(),
  layer: z.string().optional(),
  stage: failureStageSchema,
  retryable: z.boolean(),
  creditRefunded: z.boolean(),
  attempts: z.int(),
  nodeId: z.string().nullable(),
});
export type SceneFailure = z.infer<typeof sceneFailureSchema>;

/** S61. */
export const renderStatusSchema = z.object({
  state: renderStateSchema,
  sceneCount: z.int(),
  doneScenes: z.int(),
  failedScenes: z.int(),
  progressPercent: z.int().min(0).max(100),
  failures: z.array(sceneFailureSchema),
  scenes: z.array(sceneStatusSchema),
});
export type RenderStatus = z.infer<typeof renderStatusSchema>;

export const publishStatusSchema = z
  .object({
    requestId: z.string().nullable().describe('Of the publish that this tells of; null before the first'),
    phase: z.enum(publishPhases),
    message: z.string(),
    waiting: waitingSchema.nullable().describe('Why nothing moves yet; null where something does, or nothing has to'),
    sandbox: z.boolean(),
    etaSeconds: z.int().nullable(),
    render: renderStatusSchema,
    export: z
      .object({
        id: z.string(),
        status: exportStatusSchema,
        progress: z.int().min(0).max(100),
        quality: qualitySchema,
        durationSeconds: z.number().nullable(),
        errorMessage: z.string().optional(),
      })
      .nullable(),
    videoUrl: z.string().nullable(),
    thumbnailUrl: z.string().nullable(),
    callback: callbackSchema.optional().describe('Where one was asked for'),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'PublishStatus' });
export type PublishStatus = z.infer<typeof publishStatusSchema>;

/** One scene of a publish as its status shows it (S61, N31). */
export const sceneStatus = (scene: PublishScene, previewUrl: string | null): SceneStatus => ({
  sceneId: scene.sceneId,
  position: scene.position,
  state: sceneRenderState(scene),
  progress: scenePercent(scene),
  reused: scene.reused,
  creditCharged: scene.holdId !== null && !scene.creditRefunded && (scene.state === 'done' || scene.state === 'failed'),
  renderMs: scene.reused ? null : (scene.rendition?.renderMs ?? null),
  previewUrl,
  error: scene.failure ? sceneErrorText(scene.failure.message, scene.creditRefunded) : null,
});

/** N31. */
export const sceneFailures = (scenes: readonly PublishScene[]): SceneFailure[] =>
  scenes.flatMap((scene) => {
    const { failure } = scene;
    if (scene.state !== 'failed' || !failure) return [];
    return [
      {
        sceneId: scene.sceneId,
        position: scene.position,
        code: failure.code,
        message: sceneErrorText(failure.message, scene.creditRefunded),
        ...(failure.layer === undefined ? {} : { layer: failure.layer }),
        stage: failure.stage,
        retryable: failure.retryable,
        creditRefunded: scene.creditRefunded,
        attempts: scene.attemptCount,
        nodeId: scene.nodeId,
      },
    ];
  });
