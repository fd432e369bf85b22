import { describe, expect, it } from 'vitest';
import type { StoredImage } from '../assets/stored-image.ts';
import {
  type Brand,
  brandStatus,
  givenTraits,
  isWebsiteOnly,
  patchedGiven,
  patchedTraits,
  refreshedTraits,
  type SeenBrand,
  traitsOfInput,
  type WebsiteOrigin,
} from './brand.ts';

const image: StoredImage = {
  storageKey: 'accounts/acc_1/images/a.png',
  sha256: 'a'.repeat(64),
  mimeType: 'image/png',
  widthPx: 100,
  heightPx: 50,
};
const logo = { image, colors: ['#1d4ed8', '#f97316', '#16a34a'] };

describe('brand', () => {
  it('S20: keeps what the caller said', () => {
    const traits = traitsOfInput(
      {
        name: 'Nordlys',
        primaryColor: '#112233',
        secondaryColor: '#445566',
        fonts: { heading: 'Inter' },
        tone: 'warm',
      },
      null,
    );
    expect(traits).toEqual({
      name: 'Nordlys',
      logo: null,
      primaryColor: '#112233',
      secondaryColor: '#445566',
      palette: ['#112233', '#445566'],
      fonts: { heading: 'Inter', body: null },
      tone: 'warm',
      toneSource: 'given',
    });
  });

  it('fills colours that nobody gave from the logo, never two of the same', () => {
    expect(traitsOfInput({}, logo)).toMatchObject({ primaryColor: '#1d4ed8', secondaryColor: '#f97316' });
    expect(traitsOfInput({ primaryColor: '#f97316' }, logo)).toMatchObject({
      primaryColor: '#f97316',
      secondaryColor: '#1d4ed8',
      palette: ['#f97316', '#1d4ed8', '#16a34a'],
    });
    expect(traitsOfInput({ secondaryColor: '#1d4ed8' }, logo).primaryColor).toBe('#f97316');
  });

  it('N12: guesses the tone that nobody gave, again when its colour changes', () => {
    const blue = traitsOfInput({ primaryColor: '#1d4ed8' }, null);
    expect(blue).toMatchObject({ tone: 'confident', toneSource: 'guessed' });
    expect(patchedTraits(blue, { primaryColor: '#e11d2e' }, undefined)).toMatchObject({ tone: 'energetic' });
    const given = patchedTraits(blue, { tone: 'warm' }, undefined);
    expect(patchedTraits(given, { primaryColor: '#e11d2e' }, undefined).tone).toBe('warm');
    expect(patchedTraits(given, { tone: null }, undefined)).toMatchObject({ tone: 'confident', toneSource: 'guessed' });
  });

  it('patches what is named, takes away what is null, keeps the rest', () => {
    const brand = traitsOfInput({ name: 'Nordlys', primaryColor: '#112233', fonts: { heading: 'Inter' } }, logo);
    const patched = patchedTraits(brand, { name: null, fonts: { body: 'Lora' } }, undefined);
    expect(patched).toEqual({ ...brand, name: null, fonts: { heading: 'Inter', body: 'Lora' } });
    expect(patchedTraits(brand, { logoUrl: null }, null)).toMatchObject({ logo: null, primaryColor: '#112233' });
  });

  it('N12: is ready with a logo and a colour, partial without, failed where its site was never read', () => {
    const manual = { origin: null };
    expect(brandStatus({ ...traitsOfInput({}, logo), ...manual })).toBe('ready');
    expect(brandStatus({ ...traitsOfInput({ primaryColor: '#112233' }, null), ...manual })).toBe('partial');
    expect(brandStatus({ ...traitsOfInput({}, { image, colors: [] }), ...manual })).toBe('partial');
    expect(brandStatus({ ...traitsOfInput({}, logo), origin: { ...origin, fetchedAt: null } })).toBe('failed');
    expect(brandStatus({ ...traitsOfInput({}, logo), origin })).toBe('ready');
  });
});

const origin: WebsiteOrigin = {
  websiteUrl: 'https://nordlys.example/',
  domain: 'nordlys.example',
  logoDark: null,
  icon: null,
  given: [],
  isSiteBrand: true,
  fetchedAt: new Date(0),
};
const seen: SeenBrand = {
  name: 'Nordlys',
  logo,
  colors: ['#7c3aed', '#0f766e'],
  fonts: { heading: 'Fraunces', body: 'Inter' },
  phrases: ['Sleep better', 'A calm mind'],
};

describe('a brand of a website', () => {
  it('S20: is what the site says, its palette before the colours of its logo', () => {
    expect(traitsOfInput({}, null, seen)).toMatchObject({
      name: 'Nordlys',
      logo: image,
      primaryColor: '#7c3aed',
      secondaryColor: '#0f766e',
      palette: ['#7c3aed', '#0f766e', '#1d4ed8', '#f97316', '#16a34a'],
      fonts: { heading: 'Fraunces', body: 'Inter' },
      tone: 'calm',
      toneSource: 'guessed',
    });
  });

  it('S20: what the caller gives overrides what is seen', () => {
    const own = { image: { ...image, sha256: 'b'.repeat(64) }, colors: ['#e11d2e'] };
    const input = { name: 'Aurora', primaryColor: '#0f766e', fonts: { heading: 'Inter' }, tone: 'serious' as const };
    expect(traitsOfInput(input, own, seen)).toMatchObject({
      name: 'Aurora',
      logo: own.image,
      primaryColor: '#0f766e',
      secondaryColor: '#7c3aed',
      fonts: { heading: 'Inter', body: 'Inter' },
      tone: 'serious',
    });
  });

  it('S20: reading the site again leaves alone what was given, by the request or by a patch', () => {
    const brand: Brand = {
      ...traitsOfInput({ name: 'Aurora' }, null, seen),
      id: 'brd_1',
      origin,
      createdAt: new Date(0),
      updatedAt: new Date(0),
    };
    const given = patchedGiven(['name'], { primaryColor: '#112233', fonts: { body: 'JetBrains Mono' } });
    expect(given).toEqual(['name', 'primaryColor', 'bodyFont']);
    const patched = { ...brand, primaryColor: '#112233', fonts: { heading: 'Fraunces', body: 'JetBrains Mono' } };
    const now = { ...seen, name: 'Nordlys AB', colors: ['#db2777'], fonts: { heading: 'Inter', body: 'Inter' } };
    expect(refreshedTraits(patched, given, now)).toMatchObject({
      name: 'Aurora',
      primaryColor: '#112233',
      secondaryColor: '#db2777',
      fonts: { heading: 'Inter', body: 'JetBrains Mono' },
    });
    expect(patchedGiven(given, { name: null })).toEqual(['primaryColor', 'bodyFont']);
  });

  it('S20: a request that names the site alone is known from one that says more', () => {
    expect(isWebsiteOnly({ websiteUrl: 'https://nordlys.example' })).toBe(true);
    expect(isWebsiteOnly({ websiteUrl: 'https://nordlys.example', tone: 'warm' })).toBe(false);
    expect(givenTraits({ logoUrl: 'data:,', fonts: { heading: 'Inter' } })).toEqual(['logo', 'headingFont']);
  });
});
