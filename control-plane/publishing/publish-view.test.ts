import { describe, expect, test } from 'vitest';
import { sceneFailures, sceneStatus } from './publish-view.ts';
import type { PublishScene } from './snapshot.ts';

const scene: PublishScene = {
  sceneId: 'scn_1',
  position: 0,
  title: 'A',
  templateSlug: 'hook',
  templateVersion: 1,
  values: {},
  voiceoverText: null,
  inputHash: 'i',
  renditionHash: 'r',
  widthPx: 1280,
  heightPx: 720,
  fps: 30,
  frameCount: 90,
  durationSeconds: 3,
  state: 'failed',
  reused: false,
  jobId: 'j',
  holdId: 'hld_1',
  creditRefunded: true,
  failure: {
    blame: 'input',
    retryable: false,
    stage: 'prepare',
    code: 'LAYER_UNRESOLVED',
    message: 'Layer "logo" could not be resolved.',
    layer: 'logo',
    diagnostics: 'stderr of a program',
  },
  rendition: null,
  isLeased: false,
  doneFrameCount: 0,
  attemptCount: 1,
  nodeId: 'nod_1',
};

describe('scenes as a status shows them', () => {
  test('S59: a scene that never reached the renderer says "Credit refunded", word for word', () => {
    expect(sceneStatus(scene, null)).toMatchObject({
      state: 'failed',
      creditCharged: false,
      error: 'Layer "logo" could not be resolved. Credit refunded.',
    });
  });

  test('N31: a failure names layer, stage and attempts, and never what only operators may read', () => {
    const [failure] = sceneFailures([scene]);
    expect(failure).toMatchObject({ layer: 'logo', stage: 'prepare', creditRefunded: true, attempts: 1 });
    expect(JSON.stringify(failure)).not.toContain('stderr');
  });

  test('a reused scene is done, charged nothing and took no time', () => {
    const rendition = {
      id: 'rnd_1',
      mezzanineKey: 'k',
      posterKey: 'p',
      frameCount: 90,
      durationSeconds: 3,
      parameterSetsHash: 'h',
      renderMs: 500,
    };
    const reused: PublishScene = {
      ...scene,
      state: 'done',
      reused: true,
      holdId: null,
      failure: null,
      creditRefunded: false,
      rendition,
    };
    expect(sceneStatus(reused, 'https://x')).toMatchObject({
      progress: 100,
      reused: true,
      creditCharged: false,
      renderMs: null,
      error: null,
    });
    expect(sceneFailures([reused])).toEqual([]);
  });
});
