import { expect, test } from 'vitest';
import { manifestWith } from '../test/manifest-with.ts';
import { templateDetail, templateDetailSchema, templateSchema, templateView } from './template-view.ts';

const manifest = manifestWith(
  { headline: { type: 'text' } },
  { slug: 'hook', aspectRatio: '16:12', durationSeconds: 6 },
);

const files = { thumbnailUrl: 'https://farm.test/x.jpg', previewVideoUrl: 'https://farm.test/x.mp4' };

test('S8–S13/N8: a template is shown with its size, its budget and no layers', () => {
  const view = templateView(manifest, files);
  expect(view).toMatchObject({
    id: 'tpl_hook',
    aspectRatio: '16:12',
    width: 1440,
    height: 1080,
    voiceover: { seconds: 5.5, maxChars: 60, maxWords: 10 },
    requiresUiCapture: false,
    uiCaptureSlots: [],
    ...files,
    locales: ['en'],
    createdAt: '2026-03-01T00:00:00.000Z',
    updatedAt: '2026-03-02T00:00:00.000Z',
  });
  expect(view).not.toHaveProperty('layerMeta');
  expect(templateSchema.parse(view)).toEqual(view);
});

test('S14: the single template adds its layers', () => {
  const detail = templateDetail(manifest, files);
  expect(detail.layerMeta).toEqual(manifest.layers);
  expect(templateDetailSchema.parse(detail)).toEqual(detail);
});
