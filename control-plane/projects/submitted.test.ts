import { expect, test } from 'vitest';
import type { Problem } from '../http/refusal.ts';
import { patchSceneBody } from './project-bodies.ts';
import { submittedBody, submittedProject } from './submitted.ts';

const wrong: Problem[] = [{ path: 'x', code: 'INVALID_TYPE', message: 'Wrong.' }];

test('a body without problems is taken as it is', () => {
  const body = { title: 'T', scenes: [{ templateId: 'a', parameters: { x: 1 } }] };
  expect(submittedProject(body, [])).toEqual({
    fields: { title: 'T' },
    isPartial: false,
    problems: [],
    scenes: [{ fields: { templateId: 'a', parameters: { x: 1 } }, isPartial: false }],
    sceneCount: 1,
  });
});

test('N22: what has its shape stays, what has not is left out, scene by scene', () => {
  const body = {
    title: 'T',
    scenes: [
      { templateId: 'a', title: 7, parameters: { x: 1 }, extra: true },
      'no scene',
      { templateId: 'b', voiceoverText: 'with a \u0000' },
      { templateId: 'c', parameters: { key: '\u0000' } },
    ],
  };
  expect(submittedProject(body, wrong)).toMatchObject({
    fields: { title: 'T' },
    isPartial: false,
    sceneCount: 4,
    scenes: [
      { fields: { templateId: 'a', parameters: { x: 1 } }, isPartial: true },
      { fields: {}, isPartial: true },
      { fields: { templateId: 'b' }, isPartial: true },
      { fields: { templateId: 'c', parameters: { key: '\u0000' } }, isPartial: false },
    ],
  });
});

test.each([
  ['title', { title: '' }],
  ['brand', { brand: { name: 'A', logo: 1 } }],
  ['brandId', { brandId: 'brd_\ud800' }],
])('a project whose %s cannot be read makes its scenes partial: they may draw from it', (_name, part) => {
  const { fields, scenes } = submittedProject({ ...part, scenes: [{ templateId: 'a' }] }, wrong);
  expect(fields).toEqual({});
  expect(scenes).toEqual([{ fields: { templateId: 'a' }, isPartial: true }]);
});

test.each([null, [], 'text', 7, { scenes: 'none' }, {}])('%j is no project, and no error either', (body) => {
  expect(submittedProject(body, wrong)).toMatchObject({ fields: {}, scenes: [], sceneCount: 0 });
});

test('of too many scenes the first are looked at, and all are counted', () => {
  const { scenes, sceneCount } = submittedProject({ scenes: Array.from({ length: 1_000 }, () => ({})) }, wrong);
  expect([scenes.length, sceneCount]).toEqual([50, 1_000]);
});

test('a null that clears is a value; what an object inherits is none', () => {
  expect(submittedBody(patchSceneBody, { title: null, voiceoverText: 7 }, wrong)).toEqual({
    fields: { title: null },
    isPartial: true,
    problems: wrong,
  });
  expect(submittedBody(patchSceneBody, Object.create({ title: 'inherited' }), wrong).fields).toEqual({});
});
