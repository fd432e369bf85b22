import { expect, test } from 'vitest';
import { countedScenes, unitsByFeature } from './publish-use.ts';

const counted = countedScenes(
  [
    { kind: 'render', sceneId: 'new', isCharged: true },
    { kind: 'render', sceneId: 'edited', isCharged: true },
    { kind: 'render', sceneId: 'larger', isCharged: false },
    { kind: 'reuse', sceneId: 'same', renditionId: 'rnd_1' },
    { kind: 'share', sceneId: 'twin', withSceneId: 'new' },
  ],
  new Set(['edited', 'larger', 'same']),
);

test('S106: a scene counts where a key would pay for it, as a revision where it was drawn before', () => {
  expect([...counted]).toEqual([
    ['new', 'scene_render'],
    ['edited', 'scene_render_revision'],
  ]);
});

test('N40: the features of a publish are counted with its export, of a render without', () => {
  const units = (hasExport: boolean) => unitsByFeature(counted, hasExport).map((each) => each.units);
  expect([units(true), units(false)]).toEqual([
    [1, 1, 1],
    [1, 1, 0],
  ]);
});
