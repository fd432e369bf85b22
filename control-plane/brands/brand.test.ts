import { describe, expect, it } from 'vitest';
import type { StoredImage } from '../assets/stored-image.ts';
import { brandStatus, patchedTraits, traitsOfInput } from './brand.ts';

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

  it('N12: is ready with a logo and a colour, partial without', () => {
    expect(brandStatus(traitsOfInput({}, logo))).toBe('ready');
    expect(brandStatus(traitsOfInput({ primaryColor: '#112233' }, null))).toBe('partial');
    expect(brandStatus(traitsOfInput({}, { image, colors: [] }))).toBe('partial');
  });
});
