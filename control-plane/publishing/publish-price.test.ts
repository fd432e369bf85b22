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
    expect(priceOf({ id: 'pub_1', kind: 'publish', quality: '4K' }, plans)).toEqual([
      { subject: 'publish:pub_1:scene:a', action: 'SCENE_RENDER', credits: 1 },
      { subject: 'publish:pub_1:export', action: 'EXPORT_4K', credits: 4 },
    ]);
  });

  test('S62: rendering alone costs no export', () => {
    expect(priceOf({ id: 'pub_1', kind: 'render', quality: '4K' }, plans).map(({ action }) => action)).toEqual([
      'SCENE_RENDER',
    ]);
  });
});
