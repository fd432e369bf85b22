import { containerSchema, qualitySchema } from '@reelyard/shared/contracts/render-format.ts';
import { z } from 'zod';
import type { ScenePlan } from './changed-scenes.ts';
import type { PricedItem } from './publish-price.ts';
import { sceneSubject } from './publish-price.ts';
import type { Publish, SceneSnapshot } from './snapshot.ts';

const sceneTermsSchema = z.object({
  sceneId: z.string(),
  position: z.int(),
  templateSlug: z.string(),
  templateVersion: z.int(),
  inputHash: z.string(),
  isDrawn: z.boolean(),
  credits: z.int(),
});

/** What a publish comes to: everything that a caller who agreed to a price agreed to. */
export const planTermsSchema = z.object({
  /** The publish that is answered instead of a new one. */
  existingId: z.string().nullable(),
  quality: qualitySchema,
  format: containerSchema,
  watermark: z.boolean(),
  outputHash: z.string(),
  scenes: z.array(sceneTermsSchema),
  exportCredits: z.int(),
  credits: z.int(),
});
export type PlanTerms = z.infer<typeof planTermsSchema>;
type SceneTerms = PlanTerms['scenes'][number];

export const planChangeSchema = z.object({
  code: z.enum([
    'SCENE_ADDED',
    'SCENE_REMOVED',
    'SCENE_MOVED',
    'SCENE_EDITED',
    'TEMPLATE_CHANGED',
    'SCENE_REUSED_NOW',
    'SCENE_RENDERED_NOW',
    'SCENE_PRICE_CHANGED',
    'QUALITY_CHANGED',
    'FORMAT_CHANGED',
    'WATERMARK_CHANGED',
    'EXPORT_PRICE_CHANGED',
    'EXISTING_CHANGED',
    'VIDEO_CHANGED',
  ]),
  message: z.string(),
  sceneId: z.string().optional(),
});
export type PlanChange = z.infer<typeof planChangeSchema>;

export interface Weighing {
  readonly publish: Pick<Publish, 'id' | 'quality' | 'format' | 'watermark' | 'outputHash'>;
  readonly snapshots: readonly SceneSnapshot[];
  readonly scenePlans: readonly ScenePlan[];
  /** What is paid in credits; empty where nothing is. */
  readonly items: readonly PricedItem[];
  readonly existingId: string | null;
}

export const planTerms = ({ publish, snapshots, scenePlans, items, existingId }: Weighing): PlanTerms => {
  const creditsOf = new Map(items.map(({ subject, credits }) => [subject, credits]));
  const scenes = snapshots.map(
    ({ sceneId, position, templateSlug, templateVersion, inputHash }, index): SceneTerms => ({
      sceneId,
      position,
      templateSlug,
      templateVersion,
      inputHash,
      // Of a video that is there, or being made, nothing is drawn for this one.
      isDrawn: existingId === null && scenePlans[index]?.kind === 'render',
      credits: creditsOf.get(sceneSubject(publish.id, sceneId)) ?? 0,
    }),
  );
  const credits = items.reduce((sum, item) => sum + item.credits, 0);
  const exportCredits = credits - scenes.reduce((sum, scene) => sum + scene.credits, 0);
  const { quality, format, watermark, outputHash } = publish;
  return { existingId, quality, format, watermark, outputHash, scenes, exportCredits, credits };
};

const sceneChange = (
  before: SceneTerms,
  now: SceneTerms,
  isComparable: boolean,
): Omit<PlanChange, 'sceneId'> | null => {
  if (before.templateSlug !== now.templateSlug || before.templateVersion !== now.templateVersion) {
    const message = `Its template is ${now.templateSlug} version ${now.templateVersion} now.`;
    return { code: 'TEMPLATE_CHANGED', message };
  }
  if (isComparable && before.inputHash !== now.inputHash) {
    return { code: 'SCENE_EDITED', message: 'What it shows was edited.' };
  }
  if (before.isDrawn !== now.isDrawn) {
    return now.isDrawn
      ? { code: 'SCENE_RENDERED_NOW', message: 'It has to be rendered now; it was reused.' }
      : { code: 'SCENE_REUSED_NOW', message: 'It is rendered already and would be reused.' };
  }
  return before.credits === now.credits
    ? null
    : { code: 'SCENE_PRICE_CHANGED', message: `It costs ${now.credits} now; it was ${before.credits}.` };
};

/** Scenes that stand elsewhere among those that are still there: one that was removed before them moves none. */
const movedScenes = (before: readonly SceneTerms[], now: readonly SceneTerms[]): PlanChange[] => {
  const stays = before.filter(({ sceneId }) => now.some((scene) => scene.sceneId === sceneId));
  const stayed = now.filter(({ sceneId }) => stays.some((scene) => scene.sceneId === sceneId));
  return stayed.flatMap(({ sceneId, position }, index): PlanChange[] =>
    stays[index]?.sceneId === sceneId
      ? []
      : [{ code: 'SCENE_MOVED', sceneId, message: `It stands at another place now: position ${position}.` }],
  );
};

const sceneChanges = (before: PlanTerms, now: PlanTerms): PlanChange[] => {
  const had = new Map(before.scenes.map((scene) => [scene.sceneId, scene]));
  const has = new Set(now.scenes.map(({ sceneId }) => sceneId));
  // The watermark is part of what a scene shows: where it changed, nothing is told from the hashes.
  const isComparable = before.watermark === now.watermark;
  const removed = before.scenes
    .filter(({ sceneId }) => !has.has(sceneId))
    .map(({ sceneId }): PlanChange => ({ code: 'SCENE_REMOVED', sceneId, message: 'The project has it no more.' }));
  const others = now.scenes.flatMap((scene): PlanChange[] => {
    const { sceneId } = scene;
    const own = had.get(sceneId);
    if (!own) return [{ code: 'SCENE_ADDED', sceneId, message: 'It was added since.' }];
    const change = sceneChange(own, scene, isComparable);
    return change ? [{ ...change, sceneId }] : [];
  });
  return [...removed, ...others, ...movedScenes(before.scenes, now.scenes)];
};

const wholeChanges = (before: PlanTerms, now: PlanTerms): PlanChange[] => {
  const changes: (PlanChange | null)[] = [
    before.existingId === now.existingId
      ? null
      : {
          code: 'EXISTING_CHANGED',
          message: now.existingId === null ? 'A new video would be made now.' : 'That very video is there already.',
        },
    before.quality === now.quality
      ? null
      : { code: 'QUALITY_CHANGED', message: `It would be made at ${now.quality}; ${before.quality} was planned.` },
    before.format === now.format
      ? null
      : { code: 'FORMAT_CHANGED', message: `It would be ${now.format}; ${before.format} was planned.` },
    before.watermark === now.watermark
      ? null
      : {
          code: 'WATERMARK_CHANGED',
          message: `It would be made ${now.watermark ? 'with a' : 'without the'} watermark.`,
        },
  ];
  return changes.filter((change) => change !== null);
};

/** What is different from what was planned, in the order in which a caller wants to know it; empty where nothing is. */
export const planChanges = (before: PlanTerms, now: PlanTerms): PlanChange[] => {
  const changes = [...wholeChanges(before, now), ...sceneChanges(before, now)];
  if (changes.length > 0) return changes;
  if (before.exportCredits !== now.exportCredits) {
    const message = `The export costs ${now.exportCredits} now; it was ${before.exportCredits}.`;
    return [{ code: 'EXPORT_PRICE_CHANGED', message }];
  }
  return before.outputHash === now.outputHash
    ? []
    : [{ code: 'VIDEO_CHANGED', message: 'The title, the music, the narration or the sound is another one now.' }];
};
