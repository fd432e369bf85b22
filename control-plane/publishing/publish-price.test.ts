import { describe, expect, test } from 'vitest';
import type { ScenePlan } from './changed-scenes.ts';
import { priceOf } from './publish-price.ts';

const plans: ScenePlan[] = [
  { kind: 'render', sceneId: 'a', isCharged: true },
  { kind: 'render', sceneId: 'b', isCharged: false },
  { kind: 'reuse', sceneId: 'c', renditionId: 'rnd_1' },
  { kind: 'share', sceneId: 'd', withSceneId: 'a' },
];

describe('what a publish costs', () => {
  test('S121: one credit for each scene whose inputs are new, and the export by its quality', () => {
    expect(priceOf({ id: 'pub_1', kind: 'publish', quality: '4K' }, plans, false)).toEqual([
      { subject: 'publish:pub_1:scene:a', action: 'SCENE_RENDER', credits: 1 },
      { subject: 'publish:pub_1:export', action: 'EXPORT_4K', credits: 4 },
    ]);
  });

  test('S95: a pass pays the export up to 1080p; new scenes and 4K are paid as ever', () => {
    const creditsAt = (quality: '720p' | '1080p' | '4K') =>
      priceOf({ id: 'pub_1', kind: 'publish', quality }, plans, true).map(({ credits }) => credits);
    expect([creditsAt('720p'), creditsAt('1080p'), creditsAt('4K')]).toEqual([[1], [1], [1, 4]]);
  });

  test('S62: rendering alone costs no export', () => {
    expect(priceOf({ id: 'pub_1', kind: 'render', quality: '4K' }, plans, false).map(({ action }) => action)).toEqual([
      'SCENE_RENDER',
    ]);
  });
});
