import { describe, expect, test } from 'vitest';
import { planScenes } from './changed-scenes.ts';

const scene = (sceneId: string, inputs: string, size = '1080p') => ({
  sceneId,
  inputHash: inputs,
  renditionHash: `${inputs}@${size}`,
});
const known = (renditions: Record<string, string> = {}, paid: string[] = []) => ({
  renditionIds: new Map(Object.entries(renditions)),
  paidInputHashes: new Set(paid),
});

describe('which scenes are drawn again', () => {
  test('S47: only scenes whose inputs changed', () => {
    expect(planScenes([scene('a', 'same'), scene('b', 'edited')], known({ 'same@1080p': 'rnd_1' }, ['same']))).toEqual([
      { kind: 'reuse', sceneId: 'a', renditionId: 'rnd_1' },
      { kind: 'render', sceneId: 'b', isCharged: true },
    ]);
  });

  test('S120: another size of inputs that were paid for is drawn and costs nothing', () => {
    expect(planScenes([scene('a', 'same', '4K')], known({ 'same@1080p': 'rnd_1' }, ['same']))).toEqual([
      { kind: 'render', sceneId: 'a', isCharged: false },
    ]);
  });

  test('two scenes that look the same are drawn and paid once', () => {
    expect(planScenes([scene('a', 'twin'), scene('b', 'twin')], known())).toEqual([
      { kind: 'render', sceneId: 'a', isCharged: true },
      { kind: 'share', sceneId: 'b', withSceneId: 'a' },
    ]);
  });

  test('N32: forced, every scene is drawn and paid anew; two that look the same still once', () => {
    const scenes = [scene('a', 'twin'), scene('b', 'twin'), scene('c', 'other')];
    expect(planScenes(scenes, known({ 'twin@1080p': 'rnd_1' }, ['twin', 'other']), true)).toEqual([
      { kind: 'render', sceneId: 'a', isCharged: true },
      { kind: 'share', sceneId: 'b', withSceneId: 'a' },
      { kind: 'render', sceneId: 'c', isCharged: true },
    ]);
  });
});
