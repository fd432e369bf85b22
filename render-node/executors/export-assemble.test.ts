import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { exportAssemble as job } from '@reelyard/shared/contracts/jobs/export-assemble.ts';
import type { Progress } from '@reelyard/shared/contracts/node-protocol.ts';
import { defaultVoiceId } from '@reelyard/shared/media/catalog.ts';
import type { Attempt } from '@reelyard/shared/node-runtime/executor.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { madeScene, madeShape } from '../engine/assemble/made-scenes.ts';
import { libx264 } from '../engine/encode/encoders/libx264.ts';
import { espeakEngine } from '../engine/narration/espeak-engine.ts';
import { makeTake } from '../engine/narration/narration-take.ts';
import { proveVoices } from '../engine/narration/proven-voices.ts';
import { exportAssemble } from './export-assemble.ts';

const signal = AbortSignal.timeout(60_000);
let store: string;
let scratchPath: string;
let payload: PayloadOf<'export.assemble'>;

beforeAll(async () => {
  store = await mkdtemp(join(tmpdir(), 'store-'));
  const files = [await madeScene(store, 'one', 75, libx264), await madeScene(store, 'two', 60, libx264)];
  const proven = (await proveVoices([espeakEngine], signal)).find(defaultVoiceId);
  if (proven === null) throw new Error('the default voice was not heard');
  const lines = [{ sceneId: 'scn_1', text: 'Meet Reelyard.', sceneStartSeconds: 0, sceneDurationSeconds: 2.5 }];
  const request = { ...proven, speed: 1, lines, totalSeconds: 4.5, folder: store };
  const take = await makeTake({ ...request, onLineSpoken: () => {} }, signal);
  payload = {
    exportId: 'exp_1',
    title: 'A video',
    container: 'mp4',
    codec: 'h264',
    ...madeShape,
    scenes: files.map((file, index) => ({
      sceneId: `scn_${index + 1}`,
      title: `Scene ${index + 1}`,
      mezzanineKey: index === 0 ? 'one.mp4' : 'two.mp4',
      frameCount: file.frameCount,
      durationSeconds: file.frameCount / 30,
      parameterSetsHash: file.parameterSetsHash,
      soundCues: [{ atSeconds: 0.4, effect: 'pop' }],
      posterAtSeconds: 1,
    })),
    music: { trackId: 'trk_slow-morning' },
    narration: { takeKey: 'take.flac', segments: take.segments },
    includeSoundEffects: true,
  };
});
afterAll(async () => await rm(store, { recursive: true }));
beforeEach(async () => {
  scratchPath = await mkdtemp(join(tmpdir(), 'assemble-'));
});
afterEach(async () => await rm(scratchPath, { recursive: true }));

const target = { url: '', headers: {}, contentType: '' };
const attemptOf = (
  changes: Partial<typeof payload>,
  progress: Progress[],
  handedIn: string[],
): Attempt<'export.assemble'> => ({
  lease: {
    kind: 'export.assemble',
    jobId: 'job_1',
    attempt: 1,
    leaseSeconds: 15,
    maxRunSeconds: 600,
    reads: {},
    writes: { video: target, thumbnail: target, captionsSrt: target, captionsVtt: target },
    payload: { ...payload, ...changes },
  },
  scratchPath,
  signal,
  report: (step) => progress.push(step),
  download: async (key, filePath) => await copyFile(join(store, key), filePath),
  upload: async (name) => {
    handedIn.push(name);
    await Promise.resolve();
  },
});

test('scenes, music, voice and effects become a video, a thumbnail and captions, with progress stage by stage', async () => {
  const progress: Progress[] = [];
  const handedIn: string[] = [];
  const result = await exportAssemble([libx264])(attemptOf({}, progress, handedIn));
  expect(job.result.parse(result)).toMatchObject({ frameCount: 135, durationSeconds: 4.5, reencodedSceneCount: 0 });
  expect(Math.abs((result.loudness?.integratedLufs ?? 0) + 14)).toBeLessThanOrEqual(1);
  expect(handedIn).toEqual(['video', 'thumbnail', 'captionsSrt', 'captionsVtt']);
  expect([...new Set(progress.map(({ stage }) => stage))]).toEqual(['prepare', 'assemble', 'upload']);
  for (const { done, total } of progress) expect(done).toBeLessThanOrEqual(total);
  expect(progress.findLast(({ stage }) => stage === 'assemble')).toMatchObject({ done: 6, total: 6 });
});

test('without narration no captions are handed in', async () => {
  const handedIn: string[] = [];
  await exportAssemble([libx264])(
    attemptOf({ narration: null, includeSoundEffects: false, music: null }, [], handedIn),
  );
  expect(handedIn).toEqual(['video', 'thumbnail']);
});

test('an unknown track blames the input, a codec that the node lacks blames the node', async () => {
  await expect(exportAssemble([libx264])(attemptOf({ music: { trackId: 'trk_none' } }, [], []))).rejects.toMatchObject({
    failure: { code: 'TRACK_UNKNOWN', blame: 'input' },
  });
  await expect(exportAssemble([])(attemptOf({}, [], []))).rejects.toMatchObject({
    failure: { code: 'CODEC_UNAVAILABLE', blame: 'node' },
  });
});
