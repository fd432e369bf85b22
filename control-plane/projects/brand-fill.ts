import type { LayerValue } from '@reelyard/shared/contracts/layer-value.ts';
import type { BrandRole, LayerMeta, LayerType } from '@reelyard/shared/contracts/template.ts';
import type { StoredImage } from '../assets/stored-image.ts';

/** What a brand can fill layers with. */
export interface BrandValues {
  readonly name: string | null;
  readonly logo: StoredImage | null;
  /** `#rrggbb` */
  readonly primaryColor: string | null;
  readonly secondaryColor: string | null;
  readonly fonts: { readonly heading: string | null; readonly body: string | null };
  /** Of a brand that was read from a website: the logo that the site shows on dark grounds, and what callers gave instead. */
  readonly origin: { readonly logoDark: StoredImage | null; readonly given: readonly string[] } | null;
}

/** S37: layers of these types are filled even where the template names no role. */
const roleOfType: Partial<Record<LayerType, BrandRole>> = { logo: 'logo', appLogo: 'appLogo', avatar: 'avatar' };

export const brandRoleOf = (layer: LayerMeta): BrandRole | null => layer.brandRole ?? roleOfType[layer.type] ?? null;

/** The logo, with the variant that stands in where it would vanish; a site's is none of a logo that a caller gave. */
const mark = ({ logo, origin }: BrandValues): LayerValue | null => {
  if (logo === null) return null;
  const variant = origin === null || origin.given.includes('logo') ? null : origin.logoDark;
  return { type: 'image', ...logo, ...(variant === null ? {} : { variant }) };
};
const color = (hex: string | null): LayerValue | null => (hex === null ? null : { type: 'color', hex });
const font = (family: string | null, known: readonly string[]): LayerValue | null =>
  family !== null && known.includes(family) ? { type: 'font', family } : null;

/** A brand has one picture, its logo: it stands for the app logo and the avatar too. It is no background. */
const fills: Readonly<Record<BrandRole, (brand: BrandValues, fontFamilies: readonly string[]) => LayerValue | null>> = {
  logo: mark,
  appLogo: mark,
  avatar: mark,
  background: () => null,
  primaryColor: (brand) => color(brand.primaryColor),
  secondaryColor: (brand) => color(brand.secondaryColor),
  headingFont: (brand, families) => font(brand.fonts.heading, families),
  bodyFont: (brand, families) => font(brand.fonts.body, families),
};

/** S37: what the brand gives an unset layer; null where it has nothing for it. */
export const brandFill = (
  layer: LayerMeta,
  brand: BrandValues | null,
  fontFamilies: readonly string[],
): LayerValue | null => {
  const role = brandRoleOf(layer);
  return brand === null || role === null ? null : fills[role](brand, fontFamilies);
};

/** S38: true where a brand was given, the layer is a logo that nobody set, and the brand has none. */
export const lacksLogo = (layer: LayerMeta, brand: BrandValues | null): boolean =>
  layer.type === 'logo' && brand !== null && brand.logo === null;
