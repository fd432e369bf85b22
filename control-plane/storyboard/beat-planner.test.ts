import { findTemplate, templates } from '@reelyard/shared/templates/catalog.ts';
import { fontFamilies } from '@reelyard/shared/templates/template.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkScene } from '../projects/scene-check.ts';
import { storyPrompts } from '../test/storyboard-prompts.ts';
import { planByBeats } from './beat-planner.ts';
import { inventionProblems, planProblems } from './draft-check.ts';
import type { DraftBrief, DraftPlan } from './draft-plan.ts';
import { endsAsSentence } from './sentences.ts';
import { needsLogo, shapeOf } from './template-shape.ts';

const briefOf = (over: Partial<DraftBrief>): DraftBrief => {
  const brief = {
    prompt: 'Bakery',
    brandName: null,
    websiteUrl: null,
    brandVoice: null,
    maxScenes: 6,
    targetDurationSeconds: 45,
    aspectRatio: '16:9' as const,
    captureUi: null,
    ...over,
  };
  const offered = templates
    .map(({ manifest }) => manifest)
    .filter(
      (manifest) => manifest.aspectRatio === brief.aspectRatio && shapeOf(manifest) !== null && !needsLogo(manifest),
    )
    .filter(({ captureSlots }) => captureSlots.length === 0 || brief.captureUi === true);
  return { templates: offered, ...brief };
};

/** What POST /projects would say of the scenes. */
const createProblems = ({ scenes, title }: DraftPlan): string[] =>
  scenes.flatMap(({ manifest, title: sceneTitle, voiceover, parameters }, sceneIndex) => {
    const scene = {
      path: `scenes[${sceneIndex}]`,
      sceneIndex,
      manifest,
      title: sceneTitle,
      voiceoverText: voiceover,
      parameters,
    };
    const { problems } = checkScene(scene, { brand: null, projectTitle: title, fontFamilies });
    return problems.map(({ path, code }) => `${path} ${code}`);
  });

const checkPlan = (brief: DraftBrief): DraftPlan => {
  const plan = planByBeats(brief);
  expect(planProblems(plan, brief)).toEqual([]);
  expect(createProblems(plan)).toEqual([]);
  expect(plan.title.trim()).not.toBe('');
  expect(plan.title.length).toBeLessThanOrEqual(200);
  for (const { voiceover, beat, manifest } of plan.scenes) {
    expect(voiceover === '' || endsAsSentence(voiceover)).toBe(true);
    expect(manifest.storyboard.fitsBeats).toContain(beat);
  }
  expect(planByBeats(brief)).toEqual(plan);
  return plan;
};

test.each(Object.entries(storyPrompts))(
  'N36: the prompt "%s" invents nothing and is told in any length',
  (_name, prompt) => {
    for (const [maxScenes, targetDurationSeconds] of [
      [3, 10],
      [6, 45],
      [12, 180],
    ] as const) {
      for (const aspectRatio of ['16:9', '16:12'] as const) {
        for (const captureUi of [null, true]) {
          const brief = briefOf({ prompt, maxScenes, targetDurationSeconds, aspectRatio, captureUi });
          expect(inventionProblems(checkPlan(brief), prompt.replaceAll('1 million', '1,000,000'))).toEqual([]);
        }
      }
    }
  },
);

const word = fc.constantFrom(
  'Acme',
  'bread',
  'no more',
  'teams,',
  '2,000',
  '40%',
  'and',
  'try',
  'is',
  'a',
  'fast',
  '"',
  '(',
  '—',
  ':',
  '\n- ',
  '\n1. ',
  '.',
  '?',
  '!',
  'acme.example',
  '🚀',
  'مخبز',
  '東京。',
  'für',
  '`x`',
);
const sentenceLike = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join(' '));
const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 });

test('N36: whatever the prompt, the draft keeps every rule and is the same each time', () => {
  fc.assert(
    fc.property(
      fc.oneof(sentenceLike, anyText).filter((text) => text.trim() !== ''),
      fc.integer({ min: 3, max: 12 }),
      fc.integer({ min: 10, max: 180 }),
      fc.constantFrom('16:9' as const, '16:12' as const),
      fc.constantFrom(null, true, false),
      fc.option(fc.constant('Norra')),
      (prompt, maxScenes, targetDurationSeconds, aspectRatio, captureUi, brandName) => {
        checkPlan(briefOf({ prompt, maxScenes, targetDurationSeconds, aspectRatio, captureUi, brandName }));
      },
    ),
    { numRuns: 300 },
  );
});

test.each([
  ['one word', 'a'.repeat(5_000)],
  ['commas', 'ab, '.repeat(1_250)],
  ['sentences', 'Ab. '.repeat(1_250)],
  ['quotation marks', '"a '.repeat(1_666)],
  ['bullets', '- a\n'.repeat(1_250)],
  ['hosts', 'a.'.repeat(2_500)],
  ['names', 'Aa '.repeat(1_666)],
  ['numbers', '1,'.repeat(2_500)],
  ['at signs', `${'a'.repeat(4_000)}@`],
  ['spaces', `a${' '.repeat(4_998)}b`],
])('a prompt of 5,000 characters is planned in well under a second: %s', (_what, prompt) => {
  const begun = performance.now();
  checkPlan(briefOf({ prompt: prompt.slice(0, 5_000) }));
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test('without any template that could show it there are no scenes', () => {
  expect(planByBeats(briefOf({ templates: [] })).scenes).toEqual([]);
});

test('N36: a template that nobody thought of is used for the beat that it fits', () => {
  const claim = findTemplate('big-claim')?.manifest;
  if (claim === undefined) throw new Error('there is no big claim');
  const other = { ...claim, slug: 'other-claim', name: 'Other claim' };
  const plan = planByBeats(briefOf({ prompt: 'Luna. Bread is warm. Rolls are warm.', templates: [other, claim] }));
  expect(new Set(plan.scenes.map(({ manifest }) => manifest.slug))).toEqual(new Set(['other-claim', 'big-claim']));
});

test('S85: the opening and the call to act stand on the colours of the brand, and nothing between does', () => {
  const { scenes } = planByBeats(briefOf({ prompt: storyPrompts.saas }));
  expect(scenes.map(({ beat, parameters }) => [beat, parameters['style']])).toEqual(
    scenes.map(({ beat }) => [beat, beat === 'hook' ? 'gradient' : beat === 'cta' ? 'brand' : undefined]),
  );
  expect(scenes.some(({ beat }) => beat === 'hook') && scenes.some(({ beat }) => beat === 'cta')).toBe(true);
});
