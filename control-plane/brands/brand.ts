import type { Tone } from '@reelyard/shared/contracts/music.ts';
import type { StoredImage } from '../assets/stored-image.ts';
import type { BrandInput, BrandPatch } from './brand-input.ts';
import { guessTone } from './brand-tone.ts';
import type { LogoColors } from './logo-colors.ts';

/** What makes up a brand; colours are `#rrggbb`. */
export interface BrandTraits {
  readonly name: string | null;
  readonly logo: StoredImage | null;
  readonly primaryColor: string | null;
  readonly secondaryColor: string | null;
  /** Every colour of the brand, its own ones first. */
  readonly palette: readonly string[];
  readonly fonts: { readonly heading: string | null; readonly body: string | null };
  readonly tone: Tone;
  readonly toneSource: 'given' | 'guessed';
}

export interface Brand extends BrandTraits {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A brand that can fill every layer is ready; one that lacks its logo or its colour is partial (N12). */
export const brandStatus = ({ logo, primaryColor }: BrandTraits): 'ready' | 'partial' =>
  logo !== null && primaryColor !== null ? 'ready' : 'partial';

/** What was taken in for a brand. Colours of a logo fill colours that nobody gave, and never replace one. */
export interface TakenLogo {
  readonly image: StoredImage;
  readonly colors: LogoColors;
}

const maxPaletteColors = 6;

const paletteOf = (own: readonly (string | null)[], colors: LogoColors): string[] =>
  [...new Set([...own.filter((color) => color !== null), ...colors])].slice(0, maxPaletteColors);

/** N12: the brand that a caller described. */
export const traitsOfInput = (input: BrandInput, logo: TakenLogo | null): BrandTraits => {
  const colors = logo?.colors ?? [];
  const name = input.name ?? null;
  const primaryColor = input.primaryColor ?? colors.find((color) => color !== input.secondaryColor) ?? null;
  const secondaryColor = input.secondaryColor ?? colors.find((color) => color !== primaryColor) ?? null;
  return {
    name,
    logo: logo?.image ?? null,
    primaryColor,
    secondaryColor,
    palette: paletteOf([primaryColor, secondaryColor], colors),
    fonts: { heading: input.fonts?.heading ?? null, body: input.fonts?.body ?? null },
    tone: input.tone ?? guessTone({ name, primaryColor }),
    toneSource: input.tone === undefined ? 'guessed' : 'given',
  };
};

const patched = <T>(current: T | null, change: T | null | undefined): T | null =>
  change === undefined ? current : change;

/** PATCH: absent stays, null takes away. A new logo fills colours that are unset once the patch is applied. */
export const patchedTraits = (
  brand: BrandTraits,
  patch: BrandPatch,
  logo: TakenLogo | null | undefined,
): BrandTraits => {
  const colors = logo?.colors ?? [];
  const name = patched(brand.name, patch.name);
  const primary = patched(brand.primaryColor, patch.primaryColor);
  const secondary = patched(brand.secondaryColor, patch.secondaryColor);
  const primaryColor = primary ?? colors.find((color) => color !== secondary) ?? null;
  const secondaryColor = secondary ?? colors.find((color) => color !== primaryColor) ?? null;
  const isToneGiven = patch.tone === undefined ? brand.toneSource === 'given' : patch.tone !== null;
  return {
    name,
    logo: logo === undefined ? brand.logo : (logo?.image ?? null),
    primaryColor,
    secondaryColor,
    palette: paletteOf([primaryColor, secondaryColor], logo === undefined ? brand.palette : colors),
    fonts: {
      heading: patched(brand.fonts.heading, patch.fonts?.heading),
      body: patched(brand.fonts.body, patch.fonts?.body),
    },
    tone: isToneGiven ? (patch.tone ?? brand.tone) : guessTone({ name, primaryColor }),
    toneSource: isToneGiven ? 'given' : 'guessed',
  };
};
