import { describe, expect, test } from 'vitest';
import type { ScenePlan } from './changed-scenes.ts';
import { exportCredits } from './publish-price.ts';
import { exportPrices, readinessReasons } from './readiness.ts';

const drawn: ScenePlan = { kind: 'reuse', sceneId: 'a', renditionId: 'rnd_1' };
const undrawn: ScenePlan = { kind: 'render', sceneId: 'b', isCharged: true };

describe('readiness', () => {
  test('S64: an export can be queued when every scene is drawn, every line spoken and nothing runs', () => {
    expect(
      readinessReasons({ plans: [drawn], unspokenSceneIds: [], uncapturedSceneIds: [], isRunning: false }),
    ).toEqual([]);
  });

  test('S64, N32: every reason is told, each with the scenes that it is about', () => {
    const reasons = readinessReasons({
      plans: [drawn, undrawn],
      unspokenSceneIds: ['a'],
      uncapturedSceneIds: ['b'],
      isRunning: true,
    });
    expect(reasons.map(({ code, sceneIds }) => [code, sceneIds])).toEqual([
      ['RENDER_RUNNING', []],
      ['PENDING_CAPTURE', ['b']],
      ['SCENES_NOT_RENDERED', ['b']],
      ['NARRATION_STALE', ['a']],
    ]);
  });

  test('S121: prices go up to what the plan makes; the sandbox pays nothing', () => {
    expect(exportPrices('1080p', (quality) => exportCredits(quality, false))).toEqual([
      { quality: '720p', credits: 1 },
      { quality: '1080p', credits: 2 },
    ]);
    expect(exportPrices('720p', () => 0)).toEqual([{ quality: '720p', credits: 0 }]);
  });
});
