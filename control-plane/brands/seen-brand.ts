import type { ResultOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { SeenBrand, TakenLogo } from './brand.ts';
import { nearestFamily } from './site-fonts.ts';
import { siteName } from './site-name.ts';
import { sitePalette } from './site-palette.ts';

/** What stands for families of no kind that the farm has: wide enough for headlines, plain enough for text. */
const fallbackFonts = { heading: 'Inter Tight', body: 'Inter' } as const;

/** S20, N12: what of a site's own words, colours and fonts a brand is made of. */
export const seenBrand = (
  { names, colors, fonts, phrases, description }: ResultOf<'brand.read'>,
  domain: string,
  logo: TakenLogo | null,
  fontFamilies: readonly string[],
): SeenBrand => ({
  name: siteName(names, domain),
  logo,
  colors: sitePalette(colors),
  fonts: {
    heading: nearestFamily(fonts.heading, fontFamilies, fallbackFonts.heading),
    body: nearestFamily(fonts.body, fontFamilies, fallbackFonts.body),
  },
  phrases: description === null ? phrases : [...phrases, description],
});
