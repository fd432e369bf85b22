import { z } from 'zod';

/** A picture that the farm took in: upright, sRGB, PNG or JPEG, in object storage under the hash of its own bytes. */
export const storedImageSchema = z.strictObject({
  storageKey: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  mimeType: z.enum(['image/png', 'image/jpeg']),
  widthPx: z.int().positive(),
  heightPx: z.int().positive(),
});
export type StoredImage = z.infer<typeof storedImageSchema>;
