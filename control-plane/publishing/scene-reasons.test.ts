import { describe, expect, test } from 'vitest';
import type { ScenePlan } from './changed-scenes.ts';
import { type SceneBefore, type SceneNow, sceneReasons } from './scene-reasons.ts';

const image = (sha256: string, storageKey: string) =>
  ({ type: 'image', storageKey, sha256, mimeType: 'image/png', widthPx: 10, heightPx: 10 }) as const;
const snapshot: SceneNow['snapshot'] = {
  sceneId: 'scn_1',
  position: 0,
  title: 'A',
  templateSlug: 'big-claim',
  templateVersion: 1,
  values: { headline: { type: 'text', text: 'One' }, accent: { type: 'color', hex: '#112233' } },
  voiceoverText: null,
  inputHash: 'i',
  renditionHash: 'new',
  widthPx: 1920,
  heightPx: 1080,
  fps: 30,
  frameCount: 120,
  durationSeconds: 4,
};
const shape = { quality: '1080p', format: 'mp4', watermark: false } as const;
const render: ScenePlan = { kind: 'render', sceneId: 'scn_1', isCharged: true };
const now = (over: Partial<SceneNow> = {}): SceneNow => ({
  snapshot,
  publish: shape,
  plan: render,
  autoFilled: [],
  isReady: true,
  ...over,
});
const before = (scene: Partial<SceneBefore['scene']> = {}, publish: Partial<SceneBefore['publish']> = {}) => ({
  scene: { ...snapshot, renditionHash: 'old', state: 'done' as const, failure: null, ...scene },
  publish: { ...shape, ...publish },
});
const failure = {
  blame: 'input',
  retryable: false,
  stage: 'prepare',
  code: 'LAYER_UNRESOLVED',
  message: 'Layer "logo" could not be resolved.',
} as const;

describe('why a scene is drawn again', () => {
  test.each([
    ['NEW_SCENE', now(), null],
    ['NOT_READY', now({ isReady: false }), before()],
    ['TEMPLATE_SWITCHED', now(), before({ templateSlug: 'plain' })],
    ['TEMPLATE_UPDATED', now({ snapshot: { ...snapshot, templateVersion: 2 } }), before()],
    ['WATERMARK_CHANGED', now(), before({}, { watermark: true })],
    ['QUALITY_CHANGED', now(), before({}, { quality: '720p' })],
    ['FORMAT_CHANGED', now(), before({}, { format: 'webm' })],
    ['FRAME_RATE_CHANGED', now(), before({ fps: 24 })],
    ['FAILED_BEFORE', now(), before({ state: 'failed', failure, renditionHash: 'new' })],
    ['NOT_DRAWN_BEFORE', now(), before({ state: 'cancelled', renditionHash: 'new' })],
    ['ENGINE_CHANGED', now(), before()],
  ] as const)('%s', (code, scene, last) => {
    expect(sceneReasons(scene, last).map((reason) => reason.code)).toEqual([code]);
  });

  test('the layers that changed are named, those of the brand apart', () => {
    const values = { headline: { type: 'text', text: 'Two' }, accent: { type: 'color', hex: '#ffffff' } } as const;
    expect(sceneReasons(now({ autoFilled: ['accent'] }), before({ values }))).toEqual([
      { code: 'LAYERS_CHANGED', message: 'Changed since the last publish: "headline".', layers: ['headline'] },
      { code: 'BRAND_CHANGED', message: 'The brand fills these layers differently now: "accent".', layers: ['accent'] },
    ]);
  });

  test('the same picture at another address is no change, another picture is', () => {
    const withLogo = (logo: ReturnType<typeof image>) => ({ ...snapshot.values, logo });
    const scene = now({ snapshot: { ...snapshot, values: withLogo(image('a', 'here')) } });
    const codes = (logo: ReturnType<typeof image>) =>
      sceneReasons(scene, before({ values: withLogo(logo) })).map(({ code }) => code);
    expect(codes(image('a', 'there'))).toEqual(['ENGINE_CHANGED']);
    expect(codes(image('b', 'here'))).toEqual(['LAYERS_CHANGED']);
  });

  test('a failed scene that was edited names both', () => {
    const last = before({ state: 'failed', failure, values: {} });
    expect(sceneReasons(now(), last).map(({ code }) => code)).toEqual(['LAYERS_CHANGED', 'FAILED_BEFORE']);
  });
});

describe('why a scene is not drawn again', () => {
  const reuse: ScenePlan = { kind: 'reuse', sceneId: 'scn_1', renditionId: 'rnd_1' };

  test.each([
    ['UNCHANGED', reuse, before({ renditionHash: 'new' })],
    ['DRAWN_BEFORE', reuse, before()],
    ['DRAWN_BEFORE', reuse, null],
    ['SAME_AS_SCENE', { kind: 'share', sceneId: 'scn_1', withSceneId: 'scn_2' } as const, null],
  ] as const)('%s', (code, plan, last) => {
    expect(sceneReasons(now({ plan }), last).map((reason) => reason.code)).toEqual([code]);
  });
});
