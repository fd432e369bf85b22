import type { Brand } from '@reelyard/shared/sdk/operations.gen.ts';
import { expect, test } from 'vitest';
import {
  brandName,
  changesOf,
  emptyForm,
  fontChoices,
  formOf,
  logoProblem,
  newBrandOf,
  problemsOf,
  statusWords,
} from './brand-form.ts';

const brand: Brand = {
  id: 'brd_1',
  name: 'Otter',
  websiteUrl: null,
  domain: null,
  logoUrl: null,
  logoDarkUrl: null,
  iconUrl: null,
  primaryColor: '#d8432b',
  secondaryColor: null,
  palette: [],
  fonts: { heading: 'Fraunces', body: null },
  tone: 'playful',
  source: 'manual',
  status: 'partial',
  fetchedAt: null,
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
};

test('S20: a brand that is made by hand is sent with what was given alone', () => {
  expect(newBrandOf({ ...emptyForm, name: ' Otter ', primaryColor: '#d8432b' })).toEqual({
    name: 'Otter',
    primaryColor: '#d8432b',
  });
  expect(newBrandOf({ ...emptyForm, headingFont: 'Inter', tone: 'calm', logo: 'data:image/png;base64,AA==' })).toEqual({
    fonts: { heading: 'Inter', body: undefined },
    tone: 'calm',
    logoUrl: 'data:image/png;base64,AA==',
  });
  expect(newBrandOf({ ...emptyForm, tone: 'angry' })).toEqual({});
});

test('N12: a change names what changed; what was emptied is taken away', () => {
  const before = formOf(brand);
  expect(changesOf(before, before)).toEqual({});
  expect(changesOf(before, { ...before, name: 'Otter & Sons', primaryColor: '', bodyFont: 'Inter' })).toEqual({
    name: 'Otter & Sons',
    primaryColor: null,
    fonts: { body: 'Inter' },
  });
  expect(changesOf(before, { ...before, headingFont: '', tone: '' })).toEqual({ fonts: { heading: null }, tone: null });
});

test('N12: the logo stays unless another is given or it is taken away', () => {
  const before = formOf(brand);
  expect(changesOf(before, { ...before, logo: 'https://x.test/l.svg' })).toEqual({ logoUrl: 'https://x.test/l.svg' });
  expect(changesOf(before, { ...before, logo: '' })).toEqual({ logoUrl: null });
});

test.each([
  ['', true],
  ['#fff', true],
  [' #D8432B ', true],
  ['red', false],
  ['#ffff', false],
  ['#gggggg', false],
])('%j as a colour is good: %j', (primaryColor, isGood) => {
  expect(problemsOf({ ...emptyForm, primaryColor }).primaryColor === undefined).toBe(isGood);
});

test('a name is counted in characters', () => {
  expect(problemsOf({ ...emptyForm, name: '🦦'.repeat(100) })).toEqual({});
  expect(problemsOf({ ...emptyForm, name: 'a'.repeat(101) }).name).toBe('At most 100 characters; this has 101.');
});

test('a family that the templates do not have is offered where the brand has it', () => {
  expect(fontChoices('Inter').filter(({ value }) => value === 'Inter')).toHaveLength(1);
  expect(fontChoices('Comic Neue').at(-1)).toEqual({ value: 'Comic Neue', label: 'Comic Neue' });
});

test('a logo is a picture of a size that a request can have', () => {
  expect(logoProblem({ type: 'image/svg+xml', size: 700_000 })).toBeNull();
  expect(logoProblem({ type: 'image/png', size: 700_001 })).toContain('this has 701 kB');
  expect(logoProblem({ type: 'text/html', size: 10 })).toContain('SVG, PNG, JPEG or WebP');
});

test('N12: a brand has a name in lists, and its status says what to do', () => {
  expect(brandName({ name: null, domain: 'otter.test' })).toBe('otter.test');
  expect(brandName({ name: ' ', domain: null })).toBe('Brand without a name');
  expect(statusWords('failed').why).toContain('Read it again');
});
