import { fontFamilies } from '@reelyard/shared/templates/template.ts';
import { expect, test } from 'vitest';
import { seenBrand } from './seen-brand.ts';

const timingsMs = { open: 1, read: 1, upload: 1, total: 3 };
const page = { url: 'https://nordlys.example/', title: 'Nordlys | Light', httpStatus: 200 };

test('S20: a reading becomes what may be used of it', () => {
  const facts = {
    page,
    names: [{ source: 'title', name: 'Nordlys | Light' }],
    description: 'Sleep better.',
    logo: null,
    logoDark: null,
    icon: null,
    colors: [{ hex: '#7c3aed', share: 0.1, worn: 'button' as const }],
    fonts: { heading: ['Playfair Display'], body: [] },
    phrases: ['A calm mind'],
    timingsMs,
  };
  expect(seenBrand(facts, 'nordlys.example', null, fontFamilies)).toEqual({
    name: 'Nordlys',
    logo: null,
    colors: ['#7c3aed'],
    fonts: { heading: 'Fraunces', body: null },
    phrases: ['A calm mind', 'Sleep better.'],
  });
  const silent = { ...facts, description: null, fonts: { heading: ['Helvetica'], body: ['Helvetica'] } };
  expect(seenBrand(silent, 'nordlys.example', null, fontFamilies)).toMatchObject({
    fonts: { heading: 'Inter Tight', body: 'Inter' },
    phrases: ['A calm mind'],
  });
});
