import type { TemplateManifest } from '@reelyard/shared/contracts/template.ts';
import { findTemplate } from '@reelyard/shared/templates/catalog.ts';
import { expect, test } from 'vitest';
import { parametersOf, pointOf, takesContent } from './scene-content.ts';

const manifestOf = (slug: string): TemplateManifest => {
  const found = findTemplate(slug);
  if (found === null) throw new Error(`there is no template ${slug}`);
  return found.manifest;
};

test('a point with a colon has a title and a text', () => {
  expect(pointOf('Fast: done in a second.')).toEqual({ title: 'Fast', body: 'Done in a second' });
  expect(pointOf('no configuration')).toEqual({ title: 'No configuration', body: null });
});

test('cards are filled with points; one that is cut stands in full below', () => {
  const points = ['Fast', 'Reminds everybody before every deadline'].map(pointOf);
  expect(takesContent(manifestOf('feature-grid'), { headline: 'A', points })).toBe(true);
  expect(parametersOf(manifestOf('feature-grid'), { headline: 'A', points })).toEqual({
    headline: 'A',
    title1: 'Fast',
    title2: 'Reminds everybody',
    body2: 'Reminds everybody before every deadline',
  });
  expect(takesContent(manifestOf('feature-grid'), { headline: 'A', points: points.slice(0, 1) })).toBe(false);
  expect(takesContent(manifestOf('problem-strikes'), { headline: 'A', points: points.slice(0, 1) })).toBe(true);
});

test('a figure shows its number, or only words', () => {
  const figure = {
    value: 2000,
    decimals: 0,
    prefix: '',
    suffix: '%',
    label: 'Teams',
    spoken: '',
    sentence: '2,000 teams.',
  };
  expect(parametersOf(manifestOf('counting-statistic'), { headline: '2,000 teams', figure })).toEqual({
    value: 2000,
    decimals: 0,
    suffix: '%',
    label: 'Teams',
    detail: '2,000 teams.',
  });
  expect(parametersOf(manifestOf('counting-statistic'), { headline: 'Words' })).toEqual({
    label: 'Words',
    showCurve: false,
  });
});

test('a quote is shown in quotation marks, with who said it', () => {
  const quote = { text: 'It helps.', person: 'Mara', role: null };
  expect(parametersOf(manifestOf('quote-avatar'), { headline: '', quote })).toEqual({
    quote: '“It helps.”',
    person: 'Mara',
  });
});

test('no text is longer than its layer, and none says the same twice', () => {
  const headline = 'Planwise is what every team of this world has been waiting for since the beginning of all work';
  const parameters = parametersOf(manifestOf('big-claim'), { headline, eyebrow: 'Planwise', subline: headline });
  expect(Object.keys(parameters)).toEqual(['headline']);
  expect(String(parameters['headline']).length).toBeLessThanOrEqual(64);
});
