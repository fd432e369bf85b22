import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { narrationSynthesize as job } from '@reelyard/shared/contracts/jobs/narration-synthesize.ts';
import type { Progress } from '@reelyard/shared/contracts/node-protocol.ts';
import { defaultVoiceId } from '@reelyard/shared/media/catalog.ts';
import type { Attempt } from '@reelyard/shared/node-runtime/executor.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { espeakEngine } from '../engine/narration/espeak-engine.ts';
import { proveVoices } from '../engine/narration/proven-voices.ts';
import { narrationSynthesize } from './narration-synthesize.ts';

const signal = AbortSignal.timeout(60_000);
let scratchPath: string;
beforeEach(async () => {
  scratchPath = await mkdtemp(join(tmpdir(), 'narration-'));
});
afterEach(async () => await rm(scratchPath, { recursive: true }));

const payload: PayloadOf<'narration.synthesize'> = {
  voiceId: defaultVoiceId,
  scriptHash: 'a',
  lines: [
    { sceneId: 'scn_1', text: 'Meet Reelyard.', sceneStartSeconds: 0, sceneDurationSeconds: 3 },
    { sceneId: 'scn_2', text: 'Press publish.', sceneStartSeconds: 3, sceneDurationSeconds: 3 },
  ],
  totalSeconds: 6,
};

const attemptOf = (
  changes: Partial<typeof payload>,
  progress: Progress[],
  handedIn: string[],
): Attempt<'narration.synthesize'> => ({
  lease: {
    kind: 'narration.synthesize',
    jobId: 'job_1',
    attempt: 1,
    leaseSeconds: 15,
    maxRunSeconds: 600,
    reads: {},
    writes: { take: { url: '', headers: {}, contentType: 'audio/flac' } },
    payload: { ...payload, ...changes },
  },
  scratchPath,
  signal,
  report: (step) => progress.push(step),
  download: async () => await Promise.reject(new Error('nothing to fetch')),
  upload: async (name, filePath) => {
    await copyFile(filePath, join(scratchPath, `handed-in-${name}`));
    handedIn.push(name);
  },
});

test('a script becomes one take with its segments, and progress never goes back', async () => {
  const progress: Progress[] = [];
  const handedIn: string[] = [];
  const voices = await proveVoices([espeakEngine], signal);
  const result = await narrationSynthesize(voices)(attemptOf({}, progress, handedIn));
  expect(job.result.parse(result)).toMatchObject({
    durationSeconds: 6,
    segments: [{ sceneId: 'scn_1' }, { sceneId: 'scn_2' }],
  });
  expect(handedIn).toEqual(['take']);
  const spoken = progress.filter(({ stage }) => stage === 'synthesize').map(({ done }) => done);
  expect(spoken).toEqual(spoken.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toMatchObject({ stage: 'upload' });
});

test('a voice that this node has not proved is a failure that another node may take', async () => {
  const voices = await proveVoices([], signal);
  await expect(narrationSynthesize(voices)(attemptOf({}, [], []))).rejects.toMatchObject({
    failure: { code: 'VOICE_UNAVAILABLE', blame: 'node', retryable: true },
  });
  await expect(narrationSynthesize(voices)(attemptOf({ voiceId: 'voi_none' }, [], []))).rejects.toMatchObject({
    failure: { blame: 'input' },
  });
});
