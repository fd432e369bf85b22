import { expect, test } from 'vitest';
import {
  draftLeft,
  editedScene,
  isEmptyDraft,
  type LayerMeta,
  layerGroups,
  mergedDraft,
  missingTextKeys,
  narrationProblem,
  sendableDraft,
  valueProblem,
} from './scene-draft.ts';

const layer = (over: Partial<LayerMeta> = {}): LayerMeta => ({
  type: 'text',
  label: 'Headline',
  description: '',
  defaultValue: null,
  required: true,
  locked: false,
  group: 'Text',
  order: 0,
  validation: { maxLength: 10 },
  ...over,
});
const scene = {
  parameters: { headline: 'Old', style: 'dark' },
  title: null,
  voiceoverText: null,
  voiceoverCharLimit: 20,
};

test('S41: what is typed shows at once, and an emptied layer is not set any more', () => {
  const draft = mergedDraft({ parameters: { headline: 'New' } }, { parameters: { style: null }, title: 'Hello' });
  expect(editedScene(scene, draft)).toMatchObject({
    parameters: { headline: 'New' },
    title: 'Hello',
    voiceoverText: null,
  });
  expect(editedScene(scene, draft).parameters).not.toHaveProperty('style');
});

test('what was typed while it was being saved is still to be saved', () => {
  const sent = { parameters: { headline: 'New', style: 'light' }, title: 'A' };
  const now = { parameters: { headline: 'Newer', style: 'light' }, title: 'A', voiceoverText: 'Hi' };
  expect(draftLeft(now, sent)).toEqual({ parameters: { headline: 'Newer' }, voiceoverText: 'Hi' });
  expect(isEmptyDraft(draftLeft(sent, sent))).toBe(true);
  expect(draftLeft({ parameters: { headline: null } }, { parameters: { headline: null } })).toEqual({});
});

test.each([
  [layer(), null, null],
  [layer(), '1234567890', null],
  [layer(), '12345678901', '1 characters too long'],
  [layer(), '🎬🎬🎬🎬🎬🎬🎬🎬🎬🎬', null],
  [layer({ validation: { maxLines: 2 } }), 'a\nb\nc', 'At most 2 lines'],
  [layer({ type: 'color', validation: {} }), '#12345', '#rrggbb'],
  [layer({ type: 'color', validation: {} }), '#A1b2C3', null],
  [layer({ type: 'number', validation: { min: 1, max: 5 } }), 0, 'At least 1'],
  [layer({ type: 'number', validation: { min: 1, max: 5 } }), 6, 'At most 5'],
  [layer({ type: 'boolean', validation: {} }), true, null],
])('%# a value is judged before it is sent', (meta, value, problem) => {
  const said = valueProblem(meta, value);
  if (problem === null) expect(said).toBeNull();
  else expect(said).toContain(problem);
});

test('S40: a narration that has no room in its scene is told by how much', () => {
  expect(narrationProblem('a  b', 3)).toBeNull();
  expect(narrationProblem('abcde', 3)).toBe('2 characters too long: the scene has time for 3.');
  expect(narrationProblem(null, 3)).toBeNull();
});

test('a field that complains does not keep the others from being saved', () => {
  const draft = {
    title: 'T',
    voiceoverText: 'x'.repeat(30),
    parameters: { headline: 'far too long for it', style: 'dark' },
  };
  expect(sendableDraft(draft, { headline: layer(), style: layer({ type: 'dropdown' }) }, 20)).toEqual({
    title: 'T',
    parameters: { style: 'dark' },
  });
});

test('S39: locked layers and pages to capture are no fields; the others stand in the order of the template', () => {
  const groups = layerGroups({
    style: layer({ group: 'Style', order: 2 }),
    headline: layer({ order: 1 }),
    eyebrow: layer({ order: 0 }),
    page: layer({ type: 'uiCapture', group: 'Pages' }),
    fixed: layer({ locked: true }),
  });
  expect(groups.map(({ name, layers }) => [name, layers.map(({ key }) => key)])).toEqual([
    ['Text', ['eyebrow', 'headline']],
    ['Style', ['style']],
  ]);
});

test.each([
  [{ parameters: {}, title: null, voiceoverText: null }, 'Untitled video', ['headline']],
  [{ parameters: {}, title: ' ', voiceoverText: '' }, 'Untitled video', ['headline']],
  [{ parameters: { headline: 'x' }, title: null, voiceoverText: null }, 'Untitled video', []],
  [{ parameters: {}, title: 'x', voiceoverText: null }, 'Untitled video', []],
  [{ parameters: {}, title: null, voiceoverText: null }, 'Launch', []],
])('S46: %j in “%s” misses %j', (given, title, missing) => {
  expect(missingTextKeys({ headline: layer(), sub: layer({ required: false }) }, given, title)).toEqual(missing);
});
