import { sceneInputHash } from '@reelyard/shared/contracts/input-hash.ts';
import { type LayerValues, layerValuesSchema } from '@reelyard/shared/contracts/layer-value.ts';
import { compositionSize } from '@reelyard/shared/contracts/render-format.ts';
import { type TemplateManifest, templateIdOf } from '@reelyard/shared/contracts/template.ts';
import { z } from 'zod';

/** Everything that decides how a scene is drawn: what the render of a publish would be given. */
export const scenePreviewSchema = z
  .object({
    sceneId: z.string(),
    templateId: z.string(),
    templateVersion: z.int(),
    templateUrl: z.string().describe('Scene graph (Lottie with slots), bindings and manifest; never changes'),
    values: layerValuesSchema.describe('What is drawn on every layer, resolved as a publish would now'),
    watermark: z.boolean(),
    widthPx: z.int().describe('Of the composition; a video of another size is this one scaled'),
    heightPx: z.int(),
    fps: z.int(),
    frameCount: z.int(),
    posterAtSeconds: z.number(),
    inputHash: z.string().describe('Equal to the inputHash of a publish that draws the same'),
    problems: z
      .array(z.object({ layer: z.string(), code: z.string(), message: z.string() }))
      .describe('Why the scene could not be published as it is'),
  })
  .meta({ id: 'ScenePreview' });
export type ScenePreview = z.infer<typeof scenePreviewSchema>;

/** A scene as it would be drawn now. */
export interface ScenePreviewed {
  readonly scene: { readonly id: string };
  readonly manifest: TemplateManifest;
  readonly values: LayerValues;
  readonly watermark: boolean;
  readonly fps: number;
  readonly problems: readonly { readonly path: string; readonly code: string; readonly message: string }[];
  readonly pendingCapture: { readonly slots: readonly string[] } | null;
}

export const scenePreview = (previewed: ScenePreviewed, templateUrl: string): ScenePreview => {
  const { scene, manifest, values, watermark, fps, problems, pendingCapture } = previewed;
  const { slug, version } = manifest;
  return {
    sceneId: scene.id,
    templateId: templateIdOf(slug),
    templateVersion: version,
    templateUrl,
    values,
    watermark,
    ...compositionSize(manifest.aspectRatio),
    fps,
    frameCount: Math.round(manifest.durationSeconds * fps),
    posterAtSeconds: manifest.posterAtSeconds,
    inputHash: sceneInputHash({ templateSlug: slug, templateVersion: version, values, watermark }),
    problems: [
      ...problems.map(({ path, code, message }) => ({ layer: path.slice(path.lastIndexOf('.') + 1), code, message })),
      ...(pendingCapture?.slots ?? []).map((layer) => ({
        layer,
        code: 'PENDING_CAPTURE',
        message: `The layer "${layer}" needs a captured page.`,
      })),
    ],
  };
};
