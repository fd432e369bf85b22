import { expect, test } from 'vitest';
import type { JobRecord, PublishRecord } from './farm-records.ts';
import { canPrioritise, canRequeue, isUnderWay, jobWords, publishWords, queueWords, whyItWaits } from './work-words.ts';

const now = new Date('2026-11-21T23:00:00.000Z');
const jobOf = (over: Partial<JobRecord> = {}): JobRecord => ({
  id: '01900000-0000-7000-8000-000000000000',
  kind: 'SCENE_RENDER',
  state: 'WAITING',
  accountId: 'acc_1',
  batchId: null,
  priority: 0,
  createdAt: '2026-11-21T22:59:00.000Z',
  endedAt: null,
  dueAt: null,
  waitingFor: null,
  failure: null,
  attempts: [],
  ...over,
});

test.each<[Partial<JobRecord>, string]>([
  [{ waitingFor: 'NO_NODE_READY' }, 'No node of its pool is ready: start or resume one'],
  [{ waitingFor: 'RESTING', dueAt: '2026-11-21T23:00:30.000Z' }, 'Rests before its next try, in 30 s'],
  [
    {
      state: 'GAVE_UP',
      failure: { blame: 'node', stage: 'encode', code: 'ENCODER_DIED', message: 'It ended with signal 9.' },
    },
    'ENCODER_DIED, because of the machine: It ended with signal 9.',
  ],
  [{ state: 'GAVE_UP', failure: { blame: 'moon', stage: 'x', code: 'X', message: 'y' } }, 'X, because of moon: y'],
  [{ state: 'RUNNING' }, ''],
])('S124: a job with %j says why it waits or failed', (over, why) => {
  expect(jobWords(jobOf(over), now).why).toBe(why);
});

test('S124: attempts are counted', () => {
  const attempt = { number: 1, nodeId: 'nod_1', outcome: 'lost', failure: null };
  expect(jobWords(jobOf(), now).attempts).toBe('Not tried yet');
  expect(jobWords(jobOf({ attempts: [attempt] }), now).attempts).toBe('1 attempt');
});

test.each([
  ['RUNNING', null, true],
  ['WAITING', 'RESTING', true],
  ['WAITING', 'NODES_BUSY', false],
  ['COMPLETED', null, false],
  ['GAVE_UP', null, false],
  ['CANCELLED', null, false],
] as const)('S124: a job that is %s (%j) can be put back: %j', (state, waitingFor, can) => {
  expect(canRequeue({ state, waitingFor })).toBe(can);
});

test('S124: only what is not over has a priority to set', () => {
  const states = ['WAITING', 'RUNNING', 'STOPPING', 'COMPLETED', 'GAVE_UP', 'CANCELLED'] as const;
  expect(states.filter((state) => canPrioritise({ state }))).toEqual(['WAITING', 'RUNNING']);
});

test('S124: what runs can be cancelled, what is over cannot', () => {
  const states = ['RENDERING', 'NARRATING', 'EXPORTING', 'RENDERED', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
  expect(states.filter((state) => isUnderWay({ state }))).toEqual(['RENDERING', 'NARRATING', 'EXPORTING']);
});

test('S124: a publish tells how far its scenes are', () => {
  const publish = { state: 'RENDERING', scenes: { total: 5, reused: 1, done: 2, failed: 1 } } as PublishRecord;
  expect(publishWords(publish)).toEqual({
    name: 'Rendering',
    tone: 'good',
    progress: '2 of 5 scenes drawn, 1 failed',
  });
});

test('S124: a queue tells how much waits and how long the oldest does', () => {
  expect(queueWords({ waiting: 3, running: 1, oldestWaitSeconds: 95 })).toEqual({
    waiting: '3 jobs',
    running: '1 job',
    oldest: '1 min',
  });
  expect(queueWords({ waiting: 0, running: 0, oldestWaitSeconds: 0 }).oldest).toBe('Nothing waits');
});

test('S124: a queue tells why it waits, the most frequent reason first, and of its own kind alone', () => {
  const waiting = [
    { kind: 'SCENE_RENDER', waitingFor: 'RESTING' },
    { kind: 'SCENE_RENDER', waitingFor: 'NODES_BUSY' },
    { kind: 'SCENE_RENDER', waitingFor: 'NODES_BUSY' },
    { kind: 'PAGE_CAPTURE', waitingFor: 'NO_NODE_READY' },
    { kind: 'SCENE_RENDER', waitingFor: null },
  ] as const;
  expect(whyItWaits(waiting, 'SCENE_RENDER')).toEqual([
    'Every node that could do it is busy',
    'Rests before its next try',
  ]);
  expect(whyItWaits(waiting, 'BRAND_READ')).toEqual([]);
});
