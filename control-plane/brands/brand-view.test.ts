import { expect, it } from 'vitest';
import type { Brand } from './brand.ts';
import { brandSchema, brandView } from './brand-view.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const brand: Brand = {
  id: 'brd_1',
  name: 'Norra',
  logo: null,
  primaryColor: '#5b5bff',
  secondaryColor: null,
  palette: ['#5b5bff'],
  fonts: { heading: null, body: null },
  tone: 'confident',
  toneSource: 'guessed',
  origin: null,
  createdAt: at,
  updatedAt: at,
};

const noUrls = { logoUrl: null, logoDarkUrl: null, iconUrl: null };

it('N12: shows a brand without a logo as partial, with times in UTC', () => {
  const view = brandView(brand, noUrls);
  expect(brandSchema.parse(view)).toEqual(view);
  expect(view).toMatchObject({ status: 'partial', logoUrl: null, createdAt: '2026-03-01T12:00:00.000Z' });
  expect(view).not.toHaveProperty('toneSource');
});

it('N12: shows a signed address for a logo, never where it is stored', () => {
  const logo = {
    storageKey: 'accounts/a/images/x.png',
    sha256: 'a'.repeat(64),
    mimeType: 'image/png' as const,
    widthPx: 8,
    heightPx: 8,
  };
  const view = brandView({ ...brand, logo }, { ...noUrls, logoUrl: 'https://farm.test/storage/signed' });
  expect(view).toMatchObject({ status: 'ready', logoUrl: 'https://farm.test/storage/signed' });
  expect(JSON.stringify(view)).not.toContain(logo.storageKey);
});

it('S20, N12: says which website it comes from, and that it could not be read', () => {
  const origin = {
    websiteUrl: 'https://norra.example/',
    domain: 'norra.example',
    logoDark: null,
    icon: null,
    given: [],
    isSiteBrand: true,
    fetchedAt: at,
  };
  expect(brandView({ ...brand, origin }, noUrls)).toMatchObject({
    source: 'website',
    websiteUrl: 'https://norra.example/',
    domain: 'norra.example',
    status: 'partial',
    fetchedAt: '2026-03-01T12:00:00.000Z',
  });
  expect(brandView({ ...brand, origin: { ...origin, fetchedAt: null } }, noUrls)).toMatchObject({
    status: 'failed',
    fetchedAt: null,
  });
});
