import { expect, test } from 'vitest';
import { manifestWith } from '../test/manifest-with.ts';
import type { Project, Scene } from './project.ts';
import type { ProjectStatus } from './project-status.ts';
import { inputHashOf, nextStepOf, noPublishes, projectSchema, projectView, sceneView } from './project-view.ts';

const manifest = manifestWith({ headline: { type: 'text', required: true } });
const project: Project = {
  id: 'prj_1',
  accountId: 'acc_1',
  environment: 'live',
  title: 'Launch',
  status: 'RENDER_PENDING',
  aspectRatio: '16:9',
  brandId: null,
  musicTrackId: null,
  voiceId: null,
  narrationSpeed: 1,
  revision: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};
const scene: Scene = {
  id: 'scn_1',
  position: 0,
  templateSlug: 'sample',
  templateVersion: 1,
  title: null,
  voiceoverText: null,
  parameters: { headline: 'Hello' },
  images: {},
  captures: {},
  capturesDropped: false,
};
const context = {
  brand: null,
  watermark: false,
  fontFamilies: [],
  manifestOf: () => manifest,
  overview: noPublishes,
  captureUrls: new Map<string, string>(),
};

test('S16/S19: a project is shown with its scenes as its schema says', () => {
  const view = projectView({ project, scenes: [scene] }, context);
  expect(projectSchema.parse(view)).toEqual(view);
  expect(view.scenes[0]).toMatchObject({ templateId: 'tpl_sample', voiceoverCharLimit: 49, state: 'pending' });
});

test('the inputs of a scene follow what is drawn: a title only where a layer draws it', () => {
  const renamed = { ...project, title: 'Another' };
  expect(inputHashOf(scene, renamed, context)).toBe(inputHashOf(scene, project, context));
  const bare = { ...scene, parameters: {} };
  expect(inputHashOf(bare, renamed, context)).not.toBe(inputHashOf(bare, project, context));
});

test('the watermark is part of the inputs: a better plan draws again', () => {
  expect(inputHashOf(scene, project, { ...context, watermark: true })).not.toBe(inputHashOf(scene, project, context));
});

test('N17: a scene has the state of the newest publish while its inputs are the same', () => {
  const published = {
    state: 'done' as const,
    previewUrl: 'https://farm.example/1',
    inputHash: inputHashOf(scene, project, context),
  };
  const overview = { ...noPublishes, scenes: new Map([[scene.id, published]]) };
  const seen = sceneView(scene, project, { ...context, overview });
  expect(seen).toMatchObject({ state: 'done', previewUrl: 'https://farm.example/1' });
  const edited = sceneView({ ...scene, parameters: { headline: 'New' } }, project, { ...context, overview });
  expect(edited).toMatchObject({ state: 'pending', previewUrl: null });
});

test.each<[ProjectStatus, string | undefined]>([
  ['RENDER_PENDING', 'publish'],
  ['EXPORT_FAILED', 'publish'],
  ['RENDER_FAILED', 'fix'],
  ['RENDERING', undefined],
  ['COMPLETED', undefined],
])('N10: the next step of a project that is %s is %s', (status, action) => {
  const { sentence, meta } = nextStepOf({ ...project, status }, []);
  expect(meta.nextStep?.action).toBe(action);
  expect(sentence).toMatch(/\.$/);
});
