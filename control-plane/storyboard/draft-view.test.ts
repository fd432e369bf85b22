import { findTemplate } from '@reelyard/shared/templates/catalog.ts';
import { expect, test } from 'vitest';
import type { DraftBrief, PlannedScene } from './draft-plan.ts';
import { createPayloadOf, draftAnswer } from './draft-view.ts';

const scene = (slug: string, over: Partial<PlannedScene> = {}): PlannedScene => {
  const manifest = findTemplate(slug)?.manifest;
  if (manifest === undefined) throw new Error(`there is no template ${slug}`);
  return { manifest, beat: 'hook', title: 'Shop', voiceover: 'It works.', parameters: {}, ...over };
};
const brief: DraftBrief = {
  prompt: 'Shop',
  brandName: null,
  websiteUrl: 'https://acme.example/',
  brandVoice: 'warm',
  maxScenes: 6,
  targetDurationSeconds: 45,
  aspectRatio: '16:9',
  captureUi: null,
  templates: [],
};
const answerOf = (scenes: readonly PlannedScene[], planner: 'beats' | 'model' = 'beats') =>
  draftAnswer(
    { title: 'Shop', narrativeAngle: 'A.', scenes },
    { brief, brand: { brand: { websiteUrl: 'https://acme.example/' } }, planner, remarks: ['A remark.'] },
  );

test('S85: the payload leaves out what is silent or untitled, and carries the brand', () => {
  const payload = createPayloadOf(
    { title: 'Shop', narrativeAngle: 'A.', scenes: [scene('big-claim', { voiceover: '', title: '' })] },
    { brandId: 'brd_1' },
  );
  expect(payload).toEqual({
    title: 'Shop',
    brandId: 'brd_1',
    scenes: [{ templateId: 'tpl_big-claim', parameters: {} }],
  });
});

test.each([
  [{ parameters: { headline: 'Written', eyebrow: 'New' } }, 'ai', ['headline', 'eyebrow'], 'Written\nNew'],
  [{}, 'title', ['headline'], 'Shop'],
  [{ title: '' }, 'narration', ['headline'], 'It works.'],
])('S85: of %j the words on the screen come from %s', (over, textSource, textLayerKeys, onScreenText) => {
  expect(answerOf([scene('big-claim', over)]).draft.scenes[0]).toMatchObject({
    textSource,
    textLayerKeys,
    onScreenText,
  });
});

test('S85: a page scene says what to capture and how', () => {
  const { draft, nextStep, notes } = answerOf([scene('big-claim'), scene('component-pop-out')]);
  expect(draft.scenes[1]).toMatchObject({ requiresUiCapture: true, captureSlots: [{ key: 'page', minComponents: 1 }] });
  expect(draft.scenes[1]?.captureHint).toContain('https://acme.example/');
  expect(nextStep).toContain('scenes 2');
  expect(draft).toMatchObject({ totalDurationSeconds: 10.5, scenes: [{ captureHint: null }, {}] });
  expect(notes).toContain('A remark.');
});

test('the notes say who wrote it, what is silent, what is short and what was not used', () => {
  const notes = answerOf([scene('big-claim', { voiceover: '' })]).notes.join(' ');
  for (const part of ['built-in planner', 'Without narration', '4.5 s of 45 s', 'brandVoice'])
    expect(notes).toContain(part);
  expect(answerOf([scene('big-claim')], 'model').notes.join(' ')).toContain(
    'language model that this farm is set up with',
  );
});
