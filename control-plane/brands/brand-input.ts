import { toneSchema } from '@reelyard/shared/contracts/music.ts';
import { z } from 'zod';

const hexPattern = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** `#rgb` or `#rrggbb` as `#rrggbb` in small letters. */
const colorSchema = z
  .string()
  .trim()
  .regex(hexPattern, 'Write the colour as #rrggbb, for example #1d4ed8.')
  .transform((text) => {
    const digits = text.slice(1).toLowerCase();
    return `#${digits.length === 6 ? digits : Array.from(digits, (digit) => digit + digit).join('')}`;
  })
  .meta({ description: '#rrggbb', example: '#1d4ed8' });

const fontSchema = z.string().trim().min(1).max(100).meta({ description: 'A font family, as the templates name it' });

/** S20: what a caller says about a brand. Longer logo texts are data URIs; whether they lead to a picture shows later. */
export const brandInputSchema = z.strictObject({
  websiteUrl: z
    .string()
    .trim()
    .min(1)
    .max(2_048)
    .optional()
    .meta({ description: 'The public https address of a site; what it shows fills what is not given here' }),
  logoUrl: z.string().min(1).optional(),
  name: z.string().trim().min(1).max(100).optional(),
  primaryColor: colorSchema.optional(),
  secondaryColor: colorSchema.optional(),
  fonts: z.strictObject({ heading: fontSchema.optional(), body: fontSchema.optional() }).optional(),
  tone: toneSchema.optional(),
});
export type BrandInput = z.infer<typeof brandInputSchema>;

/** PATCH: what is absent stays, null takes away. */
export const brandPatchSchema = z.strictObject({
  logoUrl: z.string().min(1).nullable().optional(),
  name: z.string().trim().min(1).max(100).nullable().optional(),
  primaryColor: colorSchema.nullable().optional(),
  secondaryColor: colorSchema.nullable().optional(),
  fonts: z
    .strictObject({ heading: fontSchema.nullable().optional(), body: fontSchema.nullable().optional() })
    .optional(),
  tone: toneSchema.nullable().optional().meta({ description: 'null: guessed from the name and the colours again' }),
});
export type BrandPatch = z.infer<typeof brandPatchSchema>;
