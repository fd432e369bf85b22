import { getTemplate } from '@reelyard/shared/templates/catalog.ts';
import { describe, expect, it } from 'vitest';
import { type ScenePreviewed, scenePreview, scenePreviewSchema } from './preview-view.ts';

const { manifest } = getTemplate('big-claim-16x12', 1);
const previewed: ScenePreviewed = {
  scene: { id: 'scn_1' },
  manifest,
  values: { headline: { type: 'text', text: 'Hello' } },
  watermark: true,
  fps: 60,
  problems: [],
  pendingCapture: null,
};

describe('scenePreview', () => {
  it('says the size of the composition and the frames at the rate of the whole video', () => {
    const view = scenePreview(previewed, 'https://farm.example/t.json');
    expect(view).toMatchObject({ widthPx: 1_440, heightPx: 1_080, fps: 60, templateId: 'tpl_big-claim-16x12' });
    expect(view.frameCount).toBe(manifest.durationSeconds * 60);
    expect(scenePreviewSchema.parse(view)).toEqual(view);
  });

  it('has another hash where the watermark differs', () => {
    const hashes = [true, false].map((watermark) => scenePreview({ ...previewed, watermark }, 'x').inputHash);
    expect(new Set(hashes).size).toBe(2);
  });

  it('names the layers that keep it from being published', () => {
    const problem = { path: 'scenes[2].parameters.headline', code: 'MISSING_TEXT', message: 'No text.' };
    const view = scenePreview({ ...previewed, problems: [problem], pendingCapture: { slots: ['page'] } }, 'x');
    expect(view.problems).toEqual([
      { layer: 'headline', code: 'MISSING_TEXT', message: 'No text.' },
      { layer: 'page', code: 'PENDING_CAPTURE', message: 'The layer "page" needs a captured page.' },
    ]);
  });
});
