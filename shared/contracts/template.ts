import { z } from 'zod';
import { maxCandidates } from './capture.ts';
import { aspectRatioSchema } from './render-format.ts';

/**
 * A template is data: a public contract (the manifest, S8–S14, N5–N7) and a scene graph (Lottie with slots).
 * Only the manifest is visible through the API; the scene graph and the bindings are the engine's business.
 */

/** S10: the beats of a storyboard. */
export const beats = ['hook', 'problem', 'solution', 'proof', 'cta', 'transition'] as const;
export const beatSchema = z.enum(beats);
export type Beat = z.infer<typeof beatSchema>;

/** N6: the layer types that the engine draws. */
export const layerTypes = [
  'text',
  'longText',
  'number',
  'boolean',
  'color',
  'dropdown',
  'font',
  'image',
  'logo',
  'appLogo',
  'avatar',
  'background',
  // Filled by a capture (S70–S72), never by a parameter: such a layer is locked (S39).
  'uiCapture',
] as const;
export const layerTypeSchema = z.enum(layerTypes);
export type LayerType = z.infer<typeof layerTypeSchema>;

export const isTextLayer = (type: LayerType): boolean => type === 'text' || type === 'longText';
export const isImageLayer = (type: LayerType): boolean =>
  type === 'image' || type === 'logo' || type === 'appLogo' || type === 'avatar' || type === 'background';

/** S37/N6: which part of a brand fills an unset layer. */
export const brandRoles = [
  'logo',
  'appLogo',
  'avatar',
  'background',
  'primaryColor',
  'secondaryColor',
  'headingFont',
  'bodyFont',
] as const;
export const brandRoleSchema = z.enum(brandRoles);
export type BrandRole = z.infer<typeof brandRoleSchema>;

export const layerValidationSchema = z.strictObject({
  minLength: z.int().min(0).optional(),
  maxLength: z.int().min(1).optional(),
  /** A plain RE2-safe pattern; checked at publish of the template. */
  pattern: z.string().optional(),
  maxLines: z.int().min(1).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().positive().optional(),
  mimeTypes: z.array(z.string()).optional(),
  maxBytes: z.int().positive().optional(),
  minWidth: z.int().positive().optional(),
  minHeight: z.int().positive().optional(),
  aspect: z.string().optional(),
});
export type LayerValidation = z.infer<typeof layerValidationSchema>;

/** What a caller may write in `parameters`, before images are fetched and fonts are checked. */
export const parameterValueSchema = z.union([z.string(), z.number(), z.boolean()]);
export type ParameterValue = z.infer<typeof parameterValueSchema>;
export type Parameters = Record<string, ParameterValue>;

export const layerMetaSchema = z.strictObject({
  type: layerTypeSchema,
  label: z.string().min(1),
  description: z.string().min(1),
  defaultValue: parameterValueSchema.nullable(),
  required: z.boolean(),
  locked: z.boolean(),
  group: z.string(),
  order: z.int(),
  brandRole: brandRoleSchema.optional(),
  validation: layerValidationSchema,
  options: z.array(z.strictObject({ value: z.string(), label: z.string() })).optional(),
});
export type LayerMeta = z.infer<typeof layerMetaSchema>;

/** Effects that ship with the farm; a cue answers motion that is seen (motion.md, Sound). */
export const soundEffects = ['whoosh', 'tick', 'pop', 'riser'] as const;
export const soundEffectSchema = z.enum(soundEffects);
export type SoundEffect = z.infer<typeof soundEffectSchema>;

export const soundCueSchema = z.strictObject({ atSeconds: z.number().min(0), effect: soundEffectSchema });
export type SoundCue = z.infer<typeof soundCueSchema>;

/** N7, S13: a captured page or parts of one; the layer of the same key is of type uiCapture. */
export const captureSlotSchema = z
  .strictObject({
    key: z.string().regex(/^[a-z][A-Za-z0-9]*$/),
    label: z.string().min(1),
    /** `page` shows the picture whole; `components` lifts parts of it off the clean plate. */
    kind: z.enum(['page', 'components']),
    minComponents: z.int().min(0),
    maxComponents: z.int().min(0).max(maxCandidates),
    /** The browser window that the slot shows, in CSS pixels. */
    widthPx: z.int().positive(),
    heightPx: z.int().positive(),
    /** S72: whether a still image may stand for the page. */
    wholePageBackground: z.boolean(),
    /** True where the picture goes on below the window (a scroll): the whole page is captured. */
    scrolls: z.boolean(),
  })
  .refine(({ minComponents, maxComponents }) => minComponents <= maxComponents, 'minComponents exceeds maxComponents');
export type CaptureSlot = z.infer<typeof captureSlotSchema>;

export const manifestSchema = z.strictObject({
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  version: z.int().min(1),
  /** The day of the first version, and of the last change of this one. */
  createdAt: z.iso.date(),
  updatedAt: z.iso.date(),
  /** Languages that the sample texts are written in; every script can be set. */
  locales: z.array(z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/)).min(1),
  name: z.string().min(1),
  description: z.string().min(1),
  category: z.string().min(1),
  tags: z.array(z.string()),
  aspectRatio: aspectRatioSchema,
  durationSeconds: z.number().positive(),
  fps: z.int().min(1).max(60),
  storyboard: z.strictObject({ bestUsedAs: z.string().min(1), fitsBeats: z.array(beatSchema).min(1) }),
  layers: z.record(z.string(), layerMetaSchema),
  captureSlots: z.array(captureSlotSchema),
  soundCues: z.array(soundCueSchema),
  posterAtSeconds: z.number().min(0),
  fonts: z.array(z.strictObject({ family: z.string(), weights: z.array(z.int()), licence: z.string() })),
});
export type TemplateManifest = z.infer<typeof manifestSchema>;

/** `tpl_<slug>`: built-in templates have stable ids, so that scripts can name them. */
export const templateIdOf = (slug: string): string => `tpl_${slug}`;
export const frameCountOf = (manifest: Pick<TemplateManifest, 'durationSeconds' | 'fps'>): number =>
  Math.round(manifest.durationSeconds * manifest.fps);
