import { canonicalJson, layerContent } from '@reelyard/shared/contracts/input-hash.ts';
import type { LayerValue, LayerValues } from '@reelyard/shared/contracts/layer-value.ts';
import { z } from 'zod';
import type { ScenePlan } from './changed-scenes.ts';
import type { Publish, PublishScene, SceneSnapshot } from './snapshot.ts';

export const sceneReasonSchema = z.object({
  code: z.enum([
    'NEW_SCENE',
    'NOT_READY',
    'TEMPLATE_SWITCHED',
    'TEMPLATE_UPDATED',
    'LAYERS_CHANGED',
    'BRAND_CHANGED',
    'WATERMARK_CHANGED',
    'QUALITY_CHANGED',
    'FORMAT_CHANGED',
    'FRAME_RATE_CHANGED',
    'FAILED_BEFORE',
    'NOT_DRAWN_BEFORE',
    'ENGINE_CHANGED',
    'UNCHANGED',
    'DRAWN_BEFORE',
    'SAME_AS_SCENE',
  ]),
  message: z.string(),
  layers: z.array(z.string()).optional().describe('The layers that look different now'),
});
export type SceneReason = z.infer<typeof sceneReasonSchema>;

type Shape = Pick<Publish, 'quality' | 'format' | 'watermark'>;

/** A scene as it would be published now. */
export interface SceneNow {
  readonly snapshot: SceneSnapshot;
  readonly publish: Shape;
  readonly plan: ScenePlan;
  /** Layers that the brand fills. */
  readonly autoFilled: readonly string[];
  readonly isReady: boolean;
}

/** The same scene in the project's newest publish. */
export interface SceneBefore {
  readonly scene: Pick<
    PublishScene,
    'templateSlug' | 'templateVersion' | 'values' | 'fps' | 'renditionHash' | 'state' | 'failure'
  >;
  readonly publish: Shape;
}

const quoted = (keys: readonly string[]): string => keys.map((key) => `"${key}"`).join(', ');

const seen = (value: LayerValue | undefined): string => canonicalJson(value ? layerContent(value) : null);

const changedLayers = (before: LayerValues, now: LayerValues): string[] =>
  [...new Set([...Object.keys(now), ...Object.keys(before)])].filter((key) => seen(before[key]) !== seen(now[key]));

const layerReasons = ({ snapshot, autoFilled }: SceneNow, before: SceneBefore['scene']): SceneReason[] => {
  const changed = changedLayers(before.values, snapshot.values);
  const byBrand = changed.filter((key) => autoFilled.includes(key));
  const own = changed.filter((key) => !autoFilled.includes(key));
  return [
    ...(own.length > 0
      ? [{ code: 'LAYERS_CHANGED' as const, message: `Changed since the last publish: ${quoted(own)}.`, layers: own }]
      : []),
    ...(byBrand.length > 0
      ? [
          {
            code: 'BRAND_CHANGED' as const,
            message: `The brand fills these layers differently now: ${quoted(byBrand)}.`,
            layers: byBrand,
          },
        ]
      : []),
  ];
};

/** What the picture is made of: template, layers, watermark. */
const inputReasons = (now: SceneNow, { scene: before, publish }: SceneBefore): SceneReason[] => {
  const { templateSlug, templateVersion } = now.snapshot;
  const { watermark } = now.publish;
  const watermarkReason: SceneReason[] =
    watermark === publish.watermark
      ? []
      : [{ code: 'WATERMARK_CHANGED', message: `Drawn ${watermark ? 'with a' : 'without the'} watermark now.` }];
  if (templateSlug !== before.templateSlug) {
    const message = `The template is "${templateSlug}" now; it was "${before.templateSlug}".`;
    return [{ code: 'TEMPLATE_SWITCHED', message }, ...watermarkReason];
  }
  const version: SceneReason[] =
    templateVersion === before.templateVersion
      ? []
      : [{ code: 'TEMPLATE_UPDATED', message: `The template is at version ${templateVersion} now.` }];
  return [...version, ...layerReasons(now, before), ...watermarkReason];
};

/** What the file is like: size, codec, rate. */
const shapeReasons = ({ snapshot, publish }: SceneNow, before: SceneBefore): SceneReason[] => {
  const reasons: (SceneReason | null)[] = [
    publish.quality === before.publish.quality
      ? null
      : { code: 'QUALITY_CHANGED', message: `Made at ${publish.quality} now; it was ${before.publish.quality}.` },
    publish.format === before.publish.format
      ? null
      : { code: 'FORMAT_CHANGED', message: `Made for ${publish.format} now; it was ${before.publish.format}.` },
    snapshot.fps === before.scene.fps
      ? null
      : { code: 'FRAME_RATE_CHANGED', message: `The video has ${snapshot.fps} frames a second now.` },
  ];
  return reasons.filter((reason) => reason !== null);
};

const historyReason = ({ scene }: SceneBefore, isSame: boolean): SceneReason => {
  if (scene.state === 'failed') {
    return { code: 'FAILED_BEFORE', message: `It failed last time: ${scene.failure?.message ?? 'no cause is known.'}` };
  }
  return isSame
    ? { code: 'NOT_DRAWN_BEFORE', message: 'The last publish did not come to draw it.' }
    : { code: 'ENGINE_CHANGED', message: 'The engine draws it differently now.' };
};

/** In words, why a scene is drawn again or not: compared with the newest publish of its project, null where it was not in it. */
export const sceneReasons = (now: SceneNow, before: SceneBefore | null): SceneReason[] => {
  const { plan, snapshot, isReady } = now;
  if (!isReady) return [{ code: 'NOT_READY', message: 'It cannot be drawn as it is: see problems.' }];
  const isSame = before?.scene.renditionHash === snapshot.renditionHash;
  if (plan.kind === 'reuse') {
    return isSame
      ? [{ code: 'UNCHANGED', message: 'Nothing that is drawn changed since the last publish.' }]
      : [{ code: 'DRAWN_BEFORE', message: 'It was drawn before exactly like this.' }];
  }
  if (plan.kind === 'share') {
    return [
      { code: 'SAME_AS_SCENE', message: `It looks exactly like scene ${plan.withSceneId}, drawn once for both.` },
    ];
  }
  if (before === null) return [{ code: 'NEW_SCENE', message: 'It was not part of the last publish.' }];
  const changes = [...inputReasons(now, before), ...shapeReasons(now, before)];
  return changes.length > 0 && before.scene.state !== 'failed' ? changes : [...changes, historyReason(before, isSame)];
};
