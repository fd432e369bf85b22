import type { BrandRole, LayerType } from '@reelyard/shared/contracts/template.ts';
import { expect, test } from 'vitest';
import { manifestWith } from '../test/manifest-with.ts';
import { storedImage } from '../test/stored-image.ts';
import { brandFill, brandRoleOf, lacksLogo } from './brand-fill.ts';
import { findLayer } from './layer-values.ts';

const brand = {
  name: 'Acme',
  logo: storedImage('a'),
  primaryColor: '#112233',
  secondaryColor: null,
  fonts: { heading: 'Inter', body: 'Unknown Sans' },
  origin: null,
};
const layer = (type: LayerType, brandRole?: BrandRole) => {
  const found = findLayer(manifestWith({ it: { type, ...(brandRole === undefined ? {} : { brandRole }) } }), 'it');
  if (!found) throw new Error('the layer is missing');
  return found;
};
const families = ['Inter'];

test('S37: logo, app logo and avatar take the logo of the brand, with a role or without', () => {
  for (const type of ['logo', 'appLogo', 'avatar'] as const) {
    expect(brandFill(layer(type), brand, families)).toEqual({ type: 'image', ...brand.logo });
  }
  expect(brandFill(layer('image', 'logo'), brand, families)).toEqual({ type: 'image', ...brand.logo });
});

test('S37, N12: the logo that a website shows on dark grounds goes along, unless a caller gave the logo', () => {
  const dark = storedImage('b');
  const withVariant = { type: 'image', ...brand.logo, variant: dark };
  const read = (given: readonly string[]) => ({ ...brand, origin: { logoDark: dark, given } });
  expect(brandFill(layer('logo'), read(['primaryColor']), families)).toEqual(withVariant);
  expect(brandFill(layer('avatar'), read([]), families)).toEqual(withVariant);
  expect(brandFill(layer('logo'), read(['logo']), families)).toEqual({ type: 'image', ...brand.logo });
  expect(brandFill(layer('logo'), { ...read([]), logo: null }, families)).toBeNull();
});

test('S37: colours and fonts are filled by role, where the brand has them and the farm knows them', () => {
  expect(brandFill(layer('color', 'primaryColor'), brand, families)).toEqual({ type: 'color', hex: '#112233' });
  expect(brandFill(layer('color', 'secondaryColor'), brand, families)).toBeNull();
  expect(brandFill(layer('font', 'headingFont'), brand, families)).toEqual({ type: 'font', family: 'Inter' });
  expect(brandFill(layer('font', 'bodyFont'), brand, families)).toBeNull();
});

test('S37: nothing is filled without a brand, without a role, or behind everything', () => {
  expect(brandFill(layer('logo'), null, families)).toBeNull();
  expect(brandFill(layer('color'), brand, families)).toBeNull();
  expect(brandFill(layer('background', 'background'), brand, families)).toBeNull();
  expect(brandRoleOf(layer('text'))).toBeNull();
});

test('S38: only a logo layer lacks the logo of a brand that has none', () => {
  expect(lacksLogo(layer('logo'), { ...brand, logo: null })).toBe(true);
  expect(lacksLogo(layer('logo'), brand)).toBe(false);
  expect(lacksLogo(layer('logo'), null)).toBe(false);
  expect(lacksLogo(layer('avatar'), { ...brand, logo: null })).toBe(false);
});
