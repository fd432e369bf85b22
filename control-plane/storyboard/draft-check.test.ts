import { findTemplate } from '@reelyard/shared/templates/catalog.ts';
import { expect, test } from 'vitest';
import { inventionProblems, planProblems } from './draft-check.ts';
import type { DraftPlan, PlannedScene } from './draft-plan.ts';

const scene = (over: Partial<PlannedScene> = {}, slug = 'big-claim'): PlannedScene => {
  const manifest = findTemplate(slug)?.manifest;
  if (manifest === undefined) throw new Error(`there is no template ${slug}`);
  return { manifest, beat: 'hook', title: 'A', voiceover: 'It works.', parameters: { headline: 'A' }, ...over };
};
const plan = (...scenes: PlannedScene[]): DraftPlan => ({ title: 'A', narrativeAngle: 'B.', scenes });
const limits = { maxScenes: 3, targetDurationSeconds: 10 };
const codes = (drafted: DraftPlan, within = limits): string[] =>
  planProblems(drafted, within).map(({ path, code }) => `${path} ${code}`);
const button = scene({}, 'big-button');

test('S85: a draft within its limits has no problems', () => {
  expect(codes(plan(scene(), button))).toEqual([]);
  expect(codes(plan(scene({ voiceover: '' })))).toEqual([]);
});

test.each([
  [plan(), 'scenes SCENE_COUNT'],
  [plan(scene(), button, scene(), button), 'scenes SCENE_COUNT'],
  [plan(scene(), scene()), 'scenes[1].templateId TEMPLATE_REPEATED'],
  [plan(scene({ voiceover: 'It works and' })), 'scenes[0].voiceover NARRATION_CUT'],
  [plan(scene({ voiceover: 'It works. '.repeat(6) })), 'scenes[0].voiceover NARRATION_OVER_BUDGET'],
  [plan(scene({ parameters: { primaryColor: '#fff' } })), 'scenes[0].parameters.primaryColor LAYER_NOT_FOR_DRAFTS'],
  [plan(scene({}, 'page-scroll'), scene({}, 'browser-tour'), scene({}, 'page-scroll')), 'scenes TOO_LONG'],
])('S85: what breaks a rule is named with its place', (drafted, problem) => {
  expect(codes(drafted)).toContain(problem);
});

test('N36: numbers and quotes have to come from the prompt', () => {
  const told = 'It has 2,000 users. "It helps a lot," says Mara.';
  const inventions = (over: Partial<PlannedScene>) =>
    inventionProblems(plan(scene(over)), told).map(({ path, code }) => `${path} ${code}`);
  expect(
    inventions({ voiceover: '2000 users in 3 steps.', parameters: { value: 2000, quote: '“It helps a lot”' } }),
  ).toEqual([]);
  expect(inventions({ voiceover: 'Over 50 users.' })).toEqual(['scenes[0].voiceover INVENTED_NUMBER']);
  expect(inventions({ parameters: { value: 99 } })).toEqual(['scenes[0].parameters.value INVENTED_NUMBER']);
  expect(inventions({ parameters: { quote: '“I love it.”' } })).toEqual(['scenes[0].parameters.quote INVENTED_QUOTE']);
});
