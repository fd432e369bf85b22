import { expect, test } from 'vitest';
import { manifestWith } from '../test/manifest-with.ts';
import { templateDetail, templateDetailSchema, templateSchema, templateView } from './template-view.ts';

const manifest = manifestWith(
  { headline: { type: 'text' } },
  { slug: 'hook', aspectRatio: '16:12', durationSeconds: 6 },
);

const thumbnailUrl = 'https://farm.test/media/templates/x.jpg';

test('S8–S13/N8: a template is shown with its size, its budget and no layers', () => {
  const view = templateView(manifest, thumbnailUrl);
  expect(view).toMatchObject({
    id: 'tpl_hook',
    aspectRatio: '16:12',
    width: 1440,
    height: 1080,
    voiceover: { seconds: 5.5, maxChars: 60, maxWords: 10 },
    requiresUiCapture: false,
    uiCaptureSlots: [],
  });
  expect(view).not.toHaveProperty('layerMeta');
  expect(templateSchema.parse(view)).toEqual(view);
});

test('S14: the single template adds its layers', () => {
  const detail = templateDetail(manifest, thumbnailUrl);
  expect(detail.layerMeta).toEqual(manifest.layers);
  expect(templateDetailSchema.parse(detail)).toEqual(detail);
});
