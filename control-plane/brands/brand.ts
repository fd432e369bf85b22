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

/** Traits that reading the website again leaves alone, because a caller gave them. */
export const givableTraits = ['name', 'logo', 'primaryColor', 'secondaryColor', 'headingFont', 'bodyFont'] as const;
export type GivableTrait = (typeof givableTraits)[number];

/** Where a brand of a website comes from (S20). */
export interface WebsiteOrigin {
  readonly websiteUrl: string;
  /** The registrable domain: with the account the key under which the brand is used again. */
  readonly domain: string;
  readonly logoDark: StoredImage | null;
  readonly icon: StoredImage | null;
  readonly given: readonly GivableTrait[];
  /** What a request that names the site alone gets. */
  readonly isSiteBrand: boolean;
  /** When the site was last read; null where it never could be. */
  readonly fetchedAt: Date | null;
}

/** A brand without its record. */
export interface BrandDraft extends BrandTraits {
  /** Null for a brand that its caller described. */
  readonly origin: WebsiteOrigin | null;
}

export interface Brand extends BrandDraft {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** N12: a brand that can fill every layer is ready; one that lacks its logo or its colour is partial. */
export const brandStatus = ({ logo, primaryColor, origin }: BrandDraft): 'ready' | 'partial' | 'failed' => {
  if (origin !== null && origin.fetchedAt === null) return 'failed';
  return logo !== null && primaryColor !== null ? 'ready' : 'partial';
};

/** What was taken in for a brand. Colours of a logo fill colours that nobody gave, and never replace one. */
export interface TakenLogo {
  readonly image: StoredImage;
  readonly colors: LogoColors;
}

/** What a website says of its brand, as far as it may be used (S20). */
export interface SeenBrand {
  readonly name: string;
  readonly logo: TakenLogo | null;
  /** The brand's own first. */
  readonly colors: readonly string[];
  readonly fonts: BrandTraits['fonts'];
  readonly phrases: readonly string[];
}

const maxPaletteColors = 6;

const paletteOf = (own: readonly (string | null)[], colors: LogoColors): string[] =>
  [...new Set([...own.filter((color) => color !== null), ...colors])].slice(0, maxPaletteColors);

/** N12: the brand that a caller described; what is seen on a website fills what the caller did not give. */
export const traitsOfInput = (
  input: BrandInput,
  given: TakenLogo | null,
  seen: SeenBrand | null = null,
): BrandTraits => {
  const logo = given ?? seen?.logo ?? null;
  const colors = [...new Set([...(seen?.colors ?? []), ...(logo?.colors ?? [])])];
  const name = input.name ?? seen?.name ?? null;
  const primaryColor = input.primaryColor ?? colors.find((color) => color !== input.secondaryColor) ?? null;
  const secondaryColor = input.secondaryColor ?? colors.find((color) => color !== primaryColor) ?? null;
  return {
    name,
    logo: logo?.image ?? null,
    primaryColor,
    secondaryColor,
    palette: paletteOf([primaryColor, secondaryColor], colors),
    fonts: {
      heading: input.fonts?.heading ?? seen?.fonts.heading ?? null,
      body: input.fonts?.body ?? seen?.fonts.body ?? null,
    },
    tone: input.tone ?? guessTone({ name, primaryColor, phrases: seen?.phrases ?? [] }),
    toneSource: input.tone === undefined ? 'guessed' : 'given',
  };
};

/** What a caller gave of a brand, by trait. */
export const givenTraits = ({ name, logoUrl, primaryColor, secondaryColor, fonts }: BrandInput): GivableTrait[] => {
  const said = {
    name,
    logo: logoUrl,
    primaryColor,
    secondaryColor,
    headingFont: fonts?.heading,
    bodyFont: fonts?.body,
  };
  return givableTraits.filter((trait) => said[trait] !== undefined);
};

/** True where a caller says no more than the address: the site's brand serves as it is. */
export const isWebsiteOnly = (input: BrandInput): boolean =>
  input.tone === undefined && givenTraits(input).length === 0;

/** The site was read again: what callers gave stays, everything else is as it is seen now. */
export const refreshedTraits = (brand: Brand, given: readonly GivableTrait[], seen: SeenBrand): BrandTraits => {
  const kept = <T>(trait: GivableTrait, value: T | null): T | undefined =>
    given.includes(trait) ? (value ?? undefined) : undefined;
  const { name, logo, primaryColor, secondaryColor, fonts, tone, toneSource } = brand;
  const input: BrandInput = {
    name: kept('name', name),
    primaryColor: kept('primaryColor', primaryColor),
    secondaryColor: kept('secondaryColor', secondaryColor),
    fonts: { heading: kept('headingFont', fonts.heading), body: kept('bodyFont', fonts.body) },
    tone: toneSource === 'given' ? tone : undefined,
  };
  const image = kept('logo', logo);
  return traitsOfInput(input, image === undefined ? null : { image, colors: [] }, seen);
};

/** PATCH: what is set is given from now on; what is taken away is the website's to say again. */
export const patchedGiven = (given: readonly GivableTrait[], patch: BrandPatch): GivableTrait[] => {
  const changes = {
    name: patch.name,
    logo: patch.logoUrl,
    primaryColor: patch.primaryColor,
    secondaryColor: patch.secondaryColor,
    headingFont: patch.fonts?.heading,
    bodyFont: patch.fonts?.body,
  };
  return givableTraits.filter((trait) =>
    changes[trait] === undefined ? given.includes(trait) : changes[trait] !== null,
  );
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
