import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import { describe, expect, test } from 'vitest';
import { narrationSchema } from './narration-bodies.ts';
import { type NarrationFacts, narrationError, narrationView } from './narration-view.ts';
import { scriptOf } from './timeline.ts';

const scenes = [
  { sceneId: 'scn_a', position: 0, voiceoverText: null, durationSeconds: 3 },
  { sceneId: 'scn_b', position: 1, voiceoverText: 'Hear me.', durationSeconds: 4 },
  { sceneId: 'scn_c', position: 2, voiceoverText: 'a'.repeat(39), durationSeconds: 4 },
];
const failure: JobFailure = {
  blame: 'engine',
  retryable: false,
  stage: 'encode',
  code: 'VOICE_FAILED',
  message: 'The voice of this node failed to speak.',
};
const facts: NarrationFacts = {
  project: { id: 'prj_1', narrationSpeed: 1, updatedAt: new Date(1_000) },
  voiceId: 'voi_a',
  scenes,
  script: scriptOf({ voiceId: 'voi_a', speed: 1 }, scenes),
  take: null,
  hadTake: false,
  waiting: null,
  audioUrl: null,
};
const updatedAt = new Date(2_000);
const segment = (
  sceneId: string,
  text: string,
  words: { text: string; startSeconds: number; endSeconds: number }[],
) => ({
  sceneId,
  text,
  startSeconds: 3.3,
  endSeconds: 4.1,
  fits: true,
  words,
});
const ready: NarrationFacts = {
  ...facts,
  audioUrl: 'https://farm.example/take.flac',
  take: {
    state: 'ready',
    updatedAt,
    durationSeconds: 11,
    failure: null,
    // Of another project with the same script.
    segments: [
      segment('scn_x', 'Hear me.', [{ text: 'Hear', startSeconds: 3.3, endSeconds: 3.6 }]),
      segment('scn_y', 'aaa', []),
    ],
  },
};

describe('S86, N37: the narration of a project', () => {
  test.each<[string, NarrationFacts, string, RegExp]>([
    ['without a line', { ...facts, script: null, hadTake: true }, 'none', /nothing to speak/],
    ['never spoken', facts, 'none', /^Not spoken yet/],
    ['spoken before it changed', { ...facts, hadTake: true }, 'stale', /changed since/],
    ['being spoken', { ...facts, take: { state: 'building', updatedAt } }, 'building', /being spoken/],
    [
      'waiting for a voice',
      { ...facts, take: { state: 'building', updatedAt }, waiting: { reason: 'NO_NODE_FOR_VOICE', jobsAhead: 0 } },
      'building',
      /node with the chosen voice: none/,
    ],
    ['spoken', ready, 'ready', /next publish uses it/],
    ['that failed', { ...facts, take: { state: 'failed', updatedAt, failure } }, 'failed', /see error/],
  ])('%s', (_which, given, state, message) => {
    const view = narrationSchema.parse(narrationView(given));
    expect(view).toMatchObject({ state, ready: state === 'ready', message: expect.stringMatching(message) });
  });

  test('before a take tells where each line’s scene lies and whether the line keeps to its budget', () => {
    expect(narrationView(facts)).toMatchObject({
      durationSeconds: null,
      updatedAt: '1970-01-01T00:00:01.000Z',
      segments: [
        { sceneId: 'scn_b', position: 1, text: 'Hear me.', startSeconds: 3, endSeconds: 7, fits: true },
        { sceneId: 'scn_c', position: 2, startSeconds: 7, endSeconds: 11, fits: false },
      ],
    });
  });

  test('with a take tells where each line is heard, under this project’s scenes, with the words that are known', () => {
    const { segments, ...rest } = narrationView(ready);
    expect(rest).toMatchObject({
      audioUrl: 'https://farm.example/take.flac',
      durationSeconds: 11,
      error: null,
      updatedAt: '1970-01-01T00:00:02.000Z',
    });
    expect(segments).toEqual([
      {
        sceneId: 'scn_b',
        position: 1,
        text: 'Hear me.',
        startSeconds: 3.3,
        endSeconds: 4.1,
        fits: true,
        words: [{ text: 'Hear', start: 3.3, end: 3.6 }],
      },
      { sceneId: 'scn_c', position: 2, text: 'aaa', startSeconds: 3.3, endSeconds: 4.1, fits: true },
    ]);
  });

  test('that could not be spoken anew keeps its take and says why', () => {
    const take = ready.take?.state === 'ready' ? { ...ready.take, failure } : null;
    expect(narrationView({ ...ready, take })).toMatchObject({
      state: 'ready',
      ready: true,
      message: expect.stringContaining('the take from before is kept'),
      error: expect.stringContaining('failed to speak. POST …/narration tries again'),
    });
  });

  test('says how a failure is mended', () => {
    expect(narrationError({ ...failure, blame: 'input' })).toContain('Change the voiceoverText');
    expect(narrationError({ ...failure, code: 'VOICE_UNAVAILABLE' })).toContain('Choose another voice');
  });
});
