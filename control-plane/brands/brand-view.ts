import { toneSchema } from '@reelyard/shared/contracts/music.ts';
import { z } from 'zod';
import { type Brand, brandStatus } from './brand.ts';

/** N12. What is read from a website is null for a brand that was described by its caller. */
export const brandSchema = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    websiteUrl: z.string().nullable(),
    domain: z.string().nullable(),
    logoUrl: z.string().nullable().describe('The stored copy of the logo; the address is valid for an hour'),
    logoDarkUrl: z.string().nullable(),
    iconUrl: z.string().nullable(),
    primaryColor: z.string().nullable(),
    secondaryColor: z.string().nullable(),
    palette: z.array(z.string()),
    fonts: z.object({ heading: z.string().nullable(), body: z.string().nullable() }),
    tone: toneSchema,
    source: z.enum(['website', 'manual']),
    status: z.enum(['ready', 'partial', 'failed']),
    fetchedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Brand' });

/** A brand as the API shows it. */
export const brandView = (brand: Brand, logoUrl: string | null): z.infer<typeof brandSchema> => ({
  id: brand.id,
  name: brand.name,
  websiteUrl: null,
  domain: null,
  logoUrl,
  logoDarkUrl: null,
  iconUrl: null,
  primaryColor: brand.primaryColor,
  secondaryColor: brand.secondaryColor,
  palette: [...brand.palette],
  fonts: brand.fonts,
  tone: brand.tone,
  source: 'manual',
  status: brandStatus(brand),
  fetchedAt: null,
  createdAt: brand.createdAt.toISOString(),
  updatedAt: brand.updatedAt.toISOString(),
});
