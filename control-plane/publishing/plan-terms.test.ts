import { describe, expect, test } from 'vitest';
import { type PlanTerms, planChanges, planTerms } from './plan-terms.ts';
import { exportSubject, sceneSubject } from './publish-price.ts';
import type { SceneSnapshot } from './snapshot.ts';

const publish = {
  id: 'pub_1',
  quality: '1080p',
  format: 'mp4',
  watermark: false,
  outputHash: 'out',
} as const;
const snapshot = (sceneId: string, position: number): SceneSnapshot => ({
  sceneId,
  position,
  title: sceneId,
  templateSlug: 'big-claim',
  templateVersion: 1,
  values: {},
  voiceoverText: null,
  inputHash: `inputs of ${sceneId}`,
  renditionHash: `rendition of ${sceneId}`,
  widthPx: 1_920,
  heightPx: 1_080,
  fps: 30,
  frameCount: 90,
  durationSeconds: 3,
});
const terms = planTerms({
  publish,
  snapshots: [snapshot('a', 0), snapshot('b', 1), snapshot('c', 2)],
  scenePlans: [
    { kind: 'render', sceneId: 'a', isCharged: true },
    { kind: 'reuse', sceneId: 'b', renditionId: 'rnd_1' },
    { kind: 'share', sceneId: 'c', withSceneId: 'a' },
  ],
  items: [
    { subject: sceneSubject('pub_1', 'a'), action: 'SCENE_RENDER', credits: 1 },
    { subject: exportSubject('pub_1'), action: 'EXPORT_1080P', credits: 2 },
  ],
  existingId: null,
});
const [a, b, c] = terms.scenes;
if (!a || !b || !c) throw new Error('no scenes');

test('the terms of a publish are what each scene and the export cost', () => {
  expect(terms).toMatchObject({ credits: 3, exportCredits: 2 });
  expect(terms.scenes.map(({ isDrawn, credits }) => [isDrawn, credits])).toEqual([
    [true, 1],
    [false, 0],
    [false, 0],
  ]);
});

describe('what changed since a plan', () => {
  test('nothing, where nothing did: the balance and its buckets play no part', () => {
    expect(planChanges(terms, structuredClone(terms))).toEqual([]);
  });

  test.each<[string, PlanTerms, [code: string, sceneId: string | undefined][]]>([
    ['an edited scene', { ...terms, scenes: [{ ...a, inputHash: 'x' }, b, c] }, [['SCENE_EDITED', 'a']]],
    ['a new version', { ...terms, scenes: [{ ...a, templateVersion: 2 }, b, c] }, [['TEMPLATE_CHANGED', 'a']]],
    [
      'a removed scene',
      {
        ...terms,
        scenes: [
          { ...b, position: 0 },
          { ...c, position: 1 },
        ],
      },
      [['SCENE_REMOVED', 'a']],
    ],
    ['an added one', { ...terms, scenes: [a, b, c, { ...c, sceneId: 'd' }] }, [['SCENE_ADDED', 'd']]],
    [
      'another order',
      { ...terms, scenes: [{ ...b, position: 0 }, { ...a, position: 1 }, c] },
      [
        ['SCENE_MOVED', 'b'],
        ['SCENE_MOVED', 'a'],
      ],
    ],
    [
      'a scene that is drawn already',
      { ...terms, scenes: [{ ...a, isDrawn: false }, b, c] },
      [['SCENE_REUSED_NOW', 'a']],
    ],
    ['one that is not any more', { ...terms, scenes: [a, { ...b, isDrawn: true }, c] }, [['SCENE_RENDERED_NOW', 'b']]],
    ['a dearer scene', { ...terms, scenes: [{ ...a, credits: 2 }, b, c] }, [['SCENE_PRICE_CHANGED', 'a']]],
    ['a dearer export', { ...terms, exportCredits: 3 }, [['EXPORT_PRICE_CHANGED', undefined]]],
    [
      'a smaller plan',
      { ...terms, quality: '720p', watermark: true },
      [
        ['QUALITY_CHANGED', undefined],
        ['WATERMARK_CHANGED', undefined],
      ],
    ],
    ['a video that is there', { ...terms, existingId: 'pub_0' }, [['EXISTING_CHANGED', undefined]]],
    ['another format', { ...terms, format: 'webm' }, [['FORMAT_CHANGED', undefined]]],
    ['other words or music', { ...terms, outputHash: 'other' }, [['VIDEO_CHANGED', undefined]]],
  ])('%s is named', (_name, now, expected) => {
    expect(planChanges(terms, now).map(({ code, sceneId }) => [code, sceneId])).toEqual(expected);
  });
});
