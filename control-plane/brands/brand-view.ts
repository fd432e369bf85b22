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
    status: z
      .enum(['ready', 'partial', 'failed'])
      .describe('partial: it lacks its logo or its colour; failed: its website could not be read'),
    fetchedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Brand' });

/** Addresses of a brand's pictures; null where it has none. */
export interface BrandUrls {
  readonly logoUrl: string | null;
  readonly logoDarkUrl: string | null;
  readonly iconUrl: string | null;
}

/** A brand as the API shows it. */
export const brandView = (brand: Brand, urls: BrandUrls): z.infer<typeof brandSchema> => ({
  id: brand.id,
  name: brand.name,
  websiteUrl: brand.origin?.websiteUrl ?? null,
  domain: brand.origin?.domain ?? null,
  ...urls,
  primaryColor: brand.primaryColor,
  secondaryColor: brand.secondaryColor,
  palette: [...brand.palette],
  fonts: brand.fonts,
  tone: brand.tone,
  source: brand.origin === null ? 'manual' : 'website',
  status: brandStatus(brand),
  fetchedAt: brand.origin?.fetchedAt?.toISOString() ?? null,
  createdAt: brand.createdAt.toISOString(),
  updatedAt: brand.updatedAt.toISOString(),
});
