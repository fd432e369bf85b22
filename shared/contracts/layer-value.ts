import { z } from 'zod';

/**
 * A layer's value after the control plane resolved it (parameter, else brand, else fallback text, else default) and
 * stored every image. It crosses the wire to the node and is part of the input hash.
 */
export const layerValueSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('number'), number: z.number() }),
  z.strictObject({ type: z.literal('boolean'), boolean: z.boolean() }),
  z.strictObject({ type: z.literal('color'), hex: z.string().regex(/^#[0-9a-f]{6}$/) }),
  z.strictObject({ type: z.literal('option'), value: z.string() }),
  z.strictObject({ type: z.literal('font'), family: z.string() }),
  z.strictObject({
    type: z.literal('image'),
    /** Where the re-encoded picture (PNG or JPEG, sRGB, upright) lies in object storage. */
    storageKey: z.string(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    mimeType: z.enum(['image/png', 'image/jpeg']),
    widthPx: z.int().positive(),
    heightPx: z.int().positive(),
  }),
]);
export type LayerValue = z.infer<typeof layerValueSchema>;
export const layerValuesSchema = z.record(z.string(), layerValueSchema);
export type LayerValues = z.infer<typeof layerValuesSchema>;
