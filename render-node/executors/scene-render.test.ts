import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Progress } from '@reelyard/shared/contracts/node-protocol.ts';
import { frameCountOf } from '@reelyard/shared/contracts/template.ts';
import type { Attempt } from '@reelyard/shared/node-runtime/executor.ts';
import { getTemplate } from '@reelyard/shared/templates/catalog.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { capacityLedger } from '../capacity.ts';
import type { Encoder } from '../engine/encode/encoder.ts';
import { libx264 } from '../engine/encode/encoders/libx264.ts';
import { type VideoFacts, videoFacts } from '../engine/encode/parameter-sets.ts';
import { workingEncoders } from '../engine/encode/working-encoders.ts';
import { type FramePool, openFramePool } from '../engine/scene/frame-pool.ts';
import { sampleValues } from '../engine/test/sample-values.ts';
import { nodeMetrics } from '../metrics.ts';
import { type SceneRenderDeps, sceneRender } from './scene-render.ts';

const { manifest } = getTemplate('logo-outro', 1);
const frameCount = frameCountOf(manifest);
const payload: PayloadOf<'scene.render'> = {
  sceneId: 'scn_1',
  templateSlug: manifest.slug,
  templateVersion: manifest.version,
  values: sampleValues(manifest),
  watermark: false,
  widthPx: 320,
  heightPx: 180,
  fps: 30,
  codec: 'h264',
  renditionHash: 'a'.repeat(64),
};

let pool: FramePool;
let folder: string;
beforeAll(async () => {
  pool = await openFramePool(2);
});
afterAll(async () => await pool.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-render-test-'));
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

interface Seen {
  readonly attempt: Attempt<'scene.render'>;
  readonly progress: Progress[];
  readonly handedIn: Map<string, VideoFacts | null>;
}

const attemptOf = (changes: Partial<PayloadOf<'scene.render'>> = {}): Seen => {
  const progress: Progress[] = [];
  const handedIn = new Map<string, VideoFacts | null>();
  const target = { url: '', headers: {}, contentType: '' };
  const lease: Attempt<'scene.render'>['lease'] = {
    kind: 'scene.render',
    jobId: 'j1',
    attempt: 1,
    leaseSeconds: 15,
    maxRunSeconds: 600,
    reads: {},
    writes: { video: target, poster: target },
    payload: { ...payload, ...changes },
  };
  const attempt: Attempt<'scene.render'> = {
    lease,
    scratchPath: folder,
    signal: new AbortController().signal,
    report: (latest) => void progress.push(latest),
    download: async () => await Promise.reject(new Error('the scene names no picture')),
    upload: async (name, filePath) => void handedIn.set(name, name === 'video' ? await videoFacts(filePath) : null),
  };
  return { attempt, progress, handedIn };
};

const capacity = capacityLedger({ memoryBytes: 1e9, encoderSessionCount: 1 });
const depsWith = (...encoders: Encoder[]): SceneRenderDeps => ({
  pool,
  encoders: workingEncoders(encoders.map((encoder) => ({ encoder, proven: true, tookMs: 1 }))),
  capacity,
  metrics: nodeMetrics({
    activeLeaseCount: () => 1,
    workerCount: 2,
    capacity: () => capacity.state,
    gpuLoads: async () => await Promise.resolve([]),
    scratchPath: folder,
    encoders,
  }),
  stallSeconds: 10,
});

test('a scene is rendered and both files are handed in; progress ends at the last frame', async () => {
  const { attempt, progress, handedIn } = attemptOf();
  const result = await sceneRender(depsWith(libx264))(attempt);
  expect(result).toMatchObject({ frameCount, encoder: 'libx264', durationSeconds: manifest.durationSeconds });
  expect(handedIn.get('video')).toMatchObject({ frameCount, parameterSetsHash: result.parameterSetsHash });
  expect([...handedIn.keys()].sort()).toEqual(['poster', 'video']);
  expect(progress.findLast(({ stage }) => stage === 'render')).toEqual({
    stage: 'render',
    done: frameCount,
    total: frameCount,
  });
  expect(result.timingsMs.firstFrame).toBeGreaterThan(result.timingsMs.prepare);
});

test('B9: a hardware encoder that goes away is replaced in the middle of the job, and not used again', async () => {
  const gone: Encoder = { ...libx264, name: 'gone', hardware: true, options: () => ({ 'c:v': 'gone' }) };
  const deps = depsWith(gone, libx264);
  const { attempt } = attemptOf();
  expect((await sceneRender(deps)(attempt)).encoder).toBe('libx264');
  expect(deps.encoders.list()).toEqual([libx264]);
  expect(await readdir(folder)).toEqual(['gone', 'libx264']);
});

test('a software encoder’s failure is the job’s failure', async () => {
  const broken: Encoder = { ...libx264, name: 'broken', options: () => ({ 'c:v': 'broken' }) };
  const deps = depsWith(broken, libx264);
  await expect(sceneRender(deps)(attemptOf().attempt)).rejects.toMatchObject({ failure: { stage: 'encode' } });
  expect(deps.encoders.list().length).toBe(2);
});

test.each([
  [
    'a template version that this node lacks',
    { templateVersion: 99 },
    { blame: 'node', code: 'TEMPLATE_UNKNOWN', stage: 'prepare' },
  ],
  ['a codec that this node cannot encode', { codec: 'vp9' as const }, { blame: 'node', code: 'NO_ENCODER' }],
])('%s may be tried on another node', async (_name, changes, failure) => {
  await expect(sceneRender(depsWith(libx264))(attemptOf(changes).attempt)).rejects.toMatchObject({
    failure: { ...failure, retryable: true },
  });
});
