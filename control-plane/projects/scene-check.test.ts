import { expect, test } from 'vitest';
import { manifestWith } from '../test/manifest-with.ts';
import { checkScene, type SceneToCheck } from './scene-check.ts';

const manifest = manifestWith({
  headline: { type: 'text', required: true, validation: { maxLength: 20 } },
  logo: { type: 'logo' },
  portrait: { type: 'avatar', required: true },
});
const bare = {
  name: null,
  logo: null,
  primaryColor: null,
  secondaryColor: null,
  fonts: { heading: null, body: null },
  origin: null,
};
const surroundings = { brand: null, projectTitle: null, fontFamilies: [] };
const check = (scene: Partial<SceneToCheck>, around: Partial<Parameters<typeof checkScene>[1]> = {}) =>
  checkScene(
    { path: 'scenes[2]', sceneIndex: 2, manifest, title: null, voiceoverText: null, parameters: {}, ...scene },
    { ...surroundings, ...around },
  );
const portrait = 'https://example.com/a.png';
const placesOf = ({ problems }: ReturnType<typeof checkScene>) => problems.map(({ path, code }) => [path, code]);

test('a scene with all it needs has no findings', () => {
  expect(check({ title: 'A', parameters: { portrait } })).toEqual({
    parameters: { portrait },
    problems: [],
    invalidKeys: [],
    editableKeys: ['headline', 'logo', 'portrait'],
    missingText: [],
    missingBrandAssets: [],
    overBudget: [],
  });
});

test('N22: everything that is wrong is found at once, each with its place and its scene', () => {
  const findings = check(
    { sceneId: 'scn_1', voiceoverText: 'n'.repeat(50), parameters: { nothing: 1 } },
    { brand: bare },
  );
  expect(placesOf(findings)).toEqual([
    ['scenes[2].parameters.nothing', 'UNKNOWN_LAYER_KEY'],
    ['scenes[2].parameters.portrait', 'MISSING_VALUE'],
    ['scenes[2].parameters.logo', 'MISSING_BRAND_ASSET'],
    ['scenes[2].voiceoverText', 'NARRATION_OVER_BUDGET'],
  ]);
  const scene = { sceneIndex: 2, sceneId: 'scn_1', templateId: 'tpl_sample' };
  expect(findings.missingBrandAssets).toEqual([{ ...scene, layer: 'logo', asset: 'logo' }]);
  expect(findings.overBudget).toEqual([{ ...scene, limit: 49, length: 50, seconds: 4.5 }]);
});

test('S46: a text that is missing is not reported where its value was refused already', () => {
  expect(placesOf(check({ parameters: { headline: 'x'.repeat(21), portrait } }))).toEqual([
    ['scenes[2].parameters.headline', 'TEXT_TOO_LONG'],
  ]);
  expect(check({ parameters: { portrait } }).missingText).toEqual([
    { sceneIndex: 2, templateId: 'tpl_sample', layer: 'headline' },
  ]);
});

test('S40/N21: a narration is counted after its spaces are collapsed', () => {
  const words = Array.from({ length: 25 }, () => 'a');
  expect(placesOf(check({ title: 'A', parameters: { portrait }, voiceoverText: words.join('   ') }))).toEqual([]);
});
