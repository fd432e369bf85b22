import { narrationBudget } from '@reelyard/shared/contracts/narration-budget.ts';
import { aspectRatioSchema, compositionSize } from '@reelyard/shared/contracts/render-format.ts';
import {
  beatSchema,
  layerMetaSchema,
  type TemplateManifest,
  templateIdOf,
} from '@reelyard/shared/contracts/template.ts';
import { z } from 'zod';

/** A template in a list (S8–S13, N5, N7). */
export const templateSchema = z
  .object({
    id: z.string(),
    slug: z.string(),
    version: z.int(),
    name: z.string(),
    description: z.string(),
    category: z.string(),
    tags: z.array(z.string()),
    aspectRatio: aspectRatioSchema,
    durationSeconds: z.number(),
    fps: z.int(),
    width: z.int(),
    height: z.int(),
    thumbnailUrl: z.string().describe('A still of the template, 480 px wide; shows without a key'),
    previewVideoUrl: z.string().describe('A silent MP4 of the template, 640 px wide; plays without a key'),
    locales: z.array(z.string()).describe('Languages of the sample texts; every script can be set'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    engine: z.literal('lottie'),
    status: z.literal('published'),
    active: z.literal(true),
    storyboard: z.object({ bestUsedAs: z.string(), fitsBeats: z.array(beatSchema) }),
    voiceover: z.object({ seconds: z.number(), maxChars: z.int(), maxWords: z.int() }),
    requiresUiCapture: z.boolean(),
    uiCaptureSlots: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        kind: z.enum(['page', 'components']),
        minComponents: z.int(),
        maxComponents: z.int(),
        width: z.int().describe('Width of the browser window that the slot shows, in CSS pixels'),
        height: z.int(),
        wholePageBackground: z.boolean().describe('Whether a still image may stand for the page'),
        scrolls: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Template' });
export type TemplateView = z.infer<typeof templateSchema>;

/** The single-template answer: `data` IS the template, with its layers (S14). */
export const templateDetailSchema = templateSchema
  .extend({ layerMeta: z.record(z.string(), layerMetaSchema) })
  .meta({ id: 'TemplateDetail' });
export type TemplateDetail = z.infer<typeof templateDetailSchema>;

/** Addresses of what shows a template before it is used. */
export interface TemplateFiles {
  readonly thumbnailUrl: string;
  readonly previewVideoUrl: string;
}

/** A day as a point in time (N4). */
const startOf = (day: string): string => `${day}T00:00:00.000Z`;

/** What the API shows of a manifest; the scene graph and the bindings stay the engine's business. */
export const templateView = (manifest: TemplateManifest, files: TemplateFiles): TemplateView => {
  const { widthPx, heightPx } = compositionSize(manifest.aspectRatio);
  return {
    id: templateIdOf(manifest.slug),
    slug: manifest.slug,
    version: manifest.version,
    name: manifest.name,
    description: manifest.description,
    category: manifest.category,
    tags: manifest.tags,
    aspectRatio: manifest.aspectRatio,
    durationSeconds: manifest.durationSeconds,
    fps: manifest.fps,
    width: widthPx,
    height: heightPx,
    ...files,
    locales: manifest.locales,
    createdAt: startOf(manifest.createdAt),
    updatedAt: startOf(manifest.updatedAt),
    engine: 'lottie',
    status: 'published',
    active: true,
    storyboard: manifest.storyboard,
    voiceover: narrationBudget(manifest.durationSeconds),
    requiresUiCapture: manifest.captureSlots.length > 0,
    uiCaptureSlots: manifest.captureSlots.map(({ widthPx, heightPx, ...slot }) => ({
      ...slot,
      width: widthPx,
      height: heightPx,
    })),
  };
};

export const templateDetail = (manifest: TemplateManifest, files: TemplateFiles): TemplateDetail => ({
  ...templateView(manifest, files),
  layerMeta: manifest.layers,
});
