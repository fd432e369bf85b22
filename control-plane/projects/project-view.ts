import { sceneInputHash } from '@reelyard/shared/contracts/input-hash.ts';
import { narrationBudget } from '@reelyard/shared/contracts/narration-budget.ts';
import { aspectRatioSchema } from '@reelyard/shared/contracts/render-format.ts';
import { parameterValueSchema, type TemplateManifest, templateIdOf } from '@reelyard/shared/contracts/template.ts';
import { z } from 'zod';
import { type MetaPart, warningSchema } from '../http/envelope.ts';
import type { BrandValues } from './brand-fill.ts';
import { drawnTitle, type Project, type ProjectWithScenes, type Scene, untitled } from './project.ts';
import { isBusy, projectStatuses, publishPhases } from './project-status.ts';
import { resolveLayers } from './resolve-layers.ts';
import { captureStateOf, type PendingCapture, pendingCapturesOf, type SceneCapture } from './scene-capture.ts';

/** N17: the state of a scene in the newest publish; `pending` where its inputs changed since, or it never was in one. */
export const sceneStates = ['pending', 'blocked', 'queued', 'rendering', 'done', 'failed', 'cancelled'] as const;
export const sceneStateSchema = z.enum(sceneStates);
export type SceneState = z.infer<typeof sceneStateSchema>;

/** What a capture slot of a scene shows. */
const captureSummarySchema = z
  .object({
    slotKey: z.string(),
    captureId: z.string().nullable().describe('null: a still image stands for the page'),
    screenshotUrl: z.string().describe('The captured page; the address is valid for an hour'),
    host: z.string().describe('Host of the page; empty for a still image'),
    title: z.string(),
    selected: z.array(z.object({ id: z.string(), label: z.string() })),
    capturedAt: z.iso.datetime(),
  })
  .meta({ id: 'SceneCapture' });

/** S19, N11. */
export const sceneSchema = z
  .object({
    id: z.string(),
    position: z.int().describe('0-based and contiguous'),
    templateId: z.string(),
    templateVersion: z.int(),
    title: z.string().nullable(),
    voiceoverText: z.string().nullable(),
    voiceoverCharLimit: z.int(),
    parameters: z.record(z.string(), parameterValueSchema),
    autoFilled: z.array(z.string()).describe('Layer keys filled from the brand'),
    state: sceneStateSchema,
    captureState: z.enum(['none', 'pending', 'ready']),
    captures: z.array(captureSummarySchema).describe('What the capture slots of the scene show'),
    durationSeconds: z.number(),
    inputHash: z.string(),
    previewUrl: z.string().nullable(),
    warnings: z.array(warningSchema),
  })
  .meta({ id: 'Scene' });
export type SceneView = z.infer<typeof sceneSchema>;

const lastPublishSchema = z.object({
  requestId: z.string(),
  phase: z.enum(publishPhases),
  videoUrl: z.string().nullable(),
});

/** A project in a list: everything but its scenes. */
export const projectSummarySchema = z
  .object({
    id: z.string(),
    title: z.string(),
    status: z.enum(projectStatuses),
    aspectRatio: aspectRatioSchema,
    sandbox: z.boolean(),
    sceneCount: z.int(),
    brandId: z.string().nullable(),
    musicTrackId: z.string().nullable(),
    voiceId: z.string().nullable(),
    revision: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'ProjectSummary' });
export type ProjectSummary = z.infer<typeof projectSummarySchema>;

/** S16, N10. */
export const projectSchema = projectSummarySchema
  .extend({
    scenes: z.array(sceneSchema),
    nextStep: z.string(),
    publishCount: z.int(),
    lastPublish: lastPublishSchema.nullable(),
  })
  .meta({ id: 'Project' });
export type ProjectView = z.infer<typeof projectSchema>;

/** What the newest publish says about a project; the publishing feature supplies it. */
export interface PublishOverview {
  readonly publishCount: number;
  readonly lastPublish: z.infer<typeof lastPublishSchema> | null;
  /** Scene id -> its state and the inputs that the state is about. */
  readonly scenes: ReadonlyMap<
    string,
    { readonly state: SceneState; readonly previewUrl: string | null; readonly inputHash: string }
  >;
}

/** The overview of a project that was never published. */
export const noPublishes: PublishOverview = { publishCount: 0, lastPublish: null, scenes: new Map() };

export interface ViewContext {
  readonly brand: BrandValues | null;
  readonly watermark: boolean;
  readonly fontFamilies: readonly string[];
  readonly manifestOf: (scene: Scene) => TemplateManifest;
  readonly overview: PublishOverview;
}

/** The layers of a stored scene, resolved as a publish would now. */
export const resolvedScene = (
  scene: Scene,
  project: Pick<Project, 'title'>,
  { brand, fontFamilies, manifestOf }: Pick<ViewContext, 'brand' | 'fontFamilies' | 'manifestOf'>,
) =>
  resolveLayers({
    manifest: manifestOf(scene),
    parameters: scene.parameters,
    images: scene.images,
    captures: scene.captures,
    brand,
    texts: {
      sceneTitle: scene.title,
      narration: scene.voiceoverText,
      projectTitle: drawnTitle(project.title, brand?.name ?? null),
    },
    fontFamilies,
  });

export const inputHashOf = (
  scene: Scene,
  project: Pick<Project, 'title'>,
  context: Pick<ViewContext, 'brand' | 'fontFamilies' | 'manifestOf' | 'watermark'>,
): string =>
  sceneInputHash({
    templateSlug: scene.templateSlug,
    templateVersion: scene.templateVersion,
    values: resolvedScene(scene, project, context).values,
    watermark: context.watermark,
  });

/** What a view needs besides: addresses of stored pictures, which take a moment to sign. */
export interface ShownContext extends ViewContext {
  /** Storage key of a captured page -> the address that shows it. */
  readonly captureUrls: ReadonlyMap<string, string>;
}

const captureSummary = (
  slotKey: string,
  { captureId, selectedIds, value, capturedAt }: SceneCapture,
  captureUrls: ShownContext['captureUrls'],
): z.infer<typeof captureSummarySchema> => ({
  slotKey,
  captureId,
  screenshotUrl: captureUrls.get(value.page.storageKey) ?? '',
  host: value.address.split('/')[0] ?? '',
  title: value.title,
  selected: selectedIds.map((id, index) => ({ id, label: value.components[index]?.label ?? '' })),
  capturedAt,
});

export const sceneView = (scene: Scene, project: Pick<Project, 'title'>, context: ShownContext): SceneView => {
  const manifest = context.manifestOf(scene);
  const { autoFilled, shortened } = resolvedScene(scene, project, context);
  const inputHash = inputHashOf(scene, project, context);
  const published = context.overview.scenes.get(scene.id);
  const current = published?.inputHash === inputHash ? published : null;
  const captureState = captureStateOf(manifest, scene.captures);
  return {
    id: scene.id,
    position: scene.position,
    templateId: templateIdOf(scene.templateSlug),
    templateVersion: scene.templateVersion,
    title: scene.title,
    voiceoverText: scene.voiceoverText,
    voiceoverCharLimit: narrationBudget(manifest.durationSeconds).maxChars,
    parameters: scene.parameters,
    autoFilled: [...autoFilled],
    state: current?.state ?? (captureState === 'pending' ? 'blocked' : 'pending'),
    captureState,
    captures: Object.entries(scene.captures).map(([slotKey, capture]) =>
      captureSummary(slotKey, capture, context.captureUrls),
    ),
    durationSeconds: manifest.durationSeconds,
    inputHash,
    previewUrl: current?.previewUrl ?? null,
    warnings: shortened.map((key) => ({
      code: 'TEXT_SHORTENED',
      message: `The layer "${key}" was not set; the text that fills it was cut to what the layer takes.`,
      path: `parameters.${key}`,
    })),
  };
};

export const projectSummary = (project: Project, sceneCount: number, brandName: string | null): ProjectSummary => ({
  id: project.id,
  title: drawnTitle(project.title, brandName) ?? untitled,
  status: project.status,
  aspectRatio: project.aspectRatio,
  sandbox: project.environment === 'test',
  sceneCount,
  brandId: project.brandId,
  musicTrackId: project.musicTrackId,
  voiceId: project.voiceId,
  revision: project.revision,
  createdAt: project.createdAt.toISOString(),
  updatedAt: project.updatedAt.toISOString(),
});

/** N10: what to do next, for people and (in meta) for programs. */
export const nextStepOf = (
  project: Project,
  [pending]: readonly PendingCapture[],
): { sentence: string; meta: MetaPart } => {
  const publish = { action: 'publish', method: 'POST', path: `/projects/${project.id}/publish` } as const;
  if (isBusy(project.status)) {
    return { sentence: `Wait for the publish: poll GET /projects/${project.id}/publish/status.`, meta: {} };
  }
  if (project.status === 'COMPLETED') {
    return { sentence: 'The video is ready; change a scene and publish again to make another one.', meta: {} };
  }
  if (pending !== undefined) {
    const path = `/projects/${project.id}/scenes/${pending.sceneId}/auto-capture`;
    return {
      sentence: `Capture a page for scene ${pending.position} with POST ${path}.`,
      meta: { nextStep: { action: 'capture', method: 'POST', path } },
    };
  }
  if (project.status === 'RENDER_FAILED') {
    const scenes = { action: 'fix', method: 'PATCH', path: `/projects/${project.id}/scenes/{sceneId}` } as const;
    return { sentence: 'Change the scenes that failed and publish again.', meta: { nextStep: scenes } };
  }
  return { sentence: `Publish the project with POST ${publish.path}.`, meta: { nextStep: publish } };
};

export const projectView = ({ project, scenes }: ProjectWithScenes, context: ShownContext): ProjectView => ({
  ...projectSummary(project, scenes.length, context.brand?.name ?? null),
  scenes: scenes.map((scene) => sceneView(scene, project, context)),
  nextStep: nextStepOf(project, pendingCapturesOf(scenes, context.manifestOf)).sentence,
  publishCount: context.overview.publishCount,
  lastPublish: context.overview.lastPublish,
});
