import { z } from 'zod';
import { brandInputSchema } from '../brands/brand-input.ts';

const title = z.string().trim().min(1).max(200);

/** More than any template has layers. */
const maxParameters = 100;

/**
 * Values of layers. Their types are checked against the template and not here, so that all problems of all scenes are
 * in one answer (N22).
 */
const parameters = z
  .record(z.string(), z.unknown())
  // Every unknown key is answered with the key that was meant: 1 MiB of them would be a day's work.
  .refine((values) => Object.keys(values).length <= maxParameters, `may name ${maxParameters} layers at most`)
  .describe('Layer key -> text, number, true/false, colour, option, font or picture address; null = not set');

const sceneFields = {
  templateId: z.string().min(1).max(200).describe('The id or the slug of a template'),
  voiceoverText: z.string().nullable().optional(),
  parameters: parameters.optional(),
  title: title.nullable().optional(),
};

/** A scene of a new project. */
export const sceneBody = z.strictObject(sceneFields);

/** S34. */
export const createProjectBody = z.strictObject({
  title: title.optional().describe('Default: the name of the brand, else "Untitled video"'),
  brand: brandInputSchema.optional(),
  brandId: z.string().optional(),
  // The upper bound is a rule of its own: it depends on the key, and is told with what was used and asked for.
  scenes: z.array(sceneBody).min(1),
});

/** N25. */
export const patchProjectBody = z.strictObject({
  title: title.optional(),
  brandId: z.string().nullable().optional(),
  musicTrackId: z.string().nullable().optional(),
  voiceId: z.string().nullable().optional(),
});

export const duplicateProjectBody = z.strictObject({ title: title.optional() });

/** S41. */
export const patchSceneBody = z.strictObject({
  parameters: parameters.optional(),
  voiceoverText: z.string().nullable().optional(),
  title: title.nullable().optional(),
});

/** S42. */
export const addSceneBody = z.strictObject({
  ...sceneFields,
  position: z.int().min(0).optional().describe('0-based; past the end, or absent, means the end'),
});

/** S44. */
export const reorderBody = z.strictObject({ sceneIds: z.array(z.string()).min(1).max(200) });

/** S45. */
export const swapTemplateBody = z.strictObject({
  templateId: sceneFields.templateId,
  parameters: parameters.optional(),
});
