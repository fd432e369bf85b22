import { templates } from '@reelyard/shared/templates/catalog.ts';
import { expect, test } from 'vitest';
import { mainTextKey, needsLogo, shapeOf, textKeys } from './template-shape.ts';

const manifestOf = (slug: string) => {
  const found = templates.find(({ manifest }) => manifest.slug === slug);
  if (found === undefined) throw new Error(`there is no template ${slug}`);
  return found.manifest;
};

test.each([
  ['big-claim', 'claim', 'headline'],
  ['problem-strikes', 'strikes', 'headline'],
  ['product-window', null, 'headline'],
  ['browser-tour', 'page', 'headline'],
  ['phone-page-16x12', 'page', 'headline'],
  ['feature-grid', 'cards', 'headline'],
  ['three-steps', 'steps', 'headline'],
  ['counting-statistic', 'figure', 'label'],
  ['quote-avatar', 'quote', 'quote'],
  ['big-button', 'button', 'headline'],
  ['logo-outro', 'endCard', 'tagline'],
])('%s shows a %s', (slug, shape, main) => {
  expect([shapeOf(manifestOf(slug)), mainTextKey(manifestOf(slug))]).toEqual([shape, main]);
});

test('a logo is needed where a layer shows one, a captured page is no text', () => {
  expect(templates.filter(({ manifest }) => needsLogo(manifest)).map(({ manifest }) => manifest.slug)).toEqual([
    'logo-outro',
    'logo-outro-16x12',
  ]);
  expect(textKeys(manifestOf('browser-tour'))).toEqual(['headline', 'subline']);
});
