import { expect, test } from 'vitest';
import type { NodeRecord } from './farm-records.ts';
import { agoText, durationText, leaseWords, memoryText, nodeActs, nodeWords } from './farm-words.ts';

const nodeOf = (over: Partial<NodeRecord> = {}): NodeRecord => ({
  id: 'nod_1',
  name: 'render-1',
  pool: 'RENDER',
  version: '0.1.0',
  state: 'READY',
  stateChangedAt: '2026-11-21T23:00:00.000Z',
  heldState: null,
  failureStreak: 0,
  silentSeconds: 2.4,
  encoders: [
    { name: 'h264_nvenc', codec: 'h264', hardware: true },
    { name: 'libx264', codec: 'h264', hardware: false },
  ],
  gpus: [{ name: 'L4', memoryBytes: 24 * 1_024 ** 3, nvenc: true }],
  memoryBytes: 64 * 1_024 ** 3,
  slots: 4,
  leases: [],
  throughput: { completedAttempts: 12, badAttempts: 1, meanSeconds: 3.2 },
  ...over,
});

test.each([
  [-3, '0 s'],
  [59.4, '59 s'],
  [60, '1 min'],
  [3_599, '59 min'],
  [3_600, '1 h'],
  [7_500, '2 h 5 min'],
  [86_400, '1 d'],
  [93_600, '1 d 2 h'],
])('%d seconds read as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

test('a moment reads as how long ago it was', () => {
  expect(agoText('2026-11-21T22:55:00.000Z', new Date('2026-11-21T23:00:00.000Z'))).toBe('5 min ago');
  expect(memoryText(24 * 1_024 ** 3)).toBe('24.0 GiB');
});

test('S124: a node tells its state, its capacity, its machine and what it did, with units', () => {
  expect(nodeWords(nodeOf())).toEqual({
    name: 'Ready',
    tone: 'good',
    why: '',
    seen: '2 s ago',
    capacity: '0 of 4 slots busy',
    machine: 'L4 (24.0 GiB), 64.0 GiB memory',
    encoders: 'h264_nvenc (GPU), libx264',
    work: '12 done, 3 s each, 1 failed',
  });
});

test.each<[Partial<NodeRecord>, string]>([
  [{ state: 'QUARANTINED', failureStreak: 3 }, 'Rests after 3 failures in a row'],
  [{ state: 'QUARANTINED', heldState: 'QUARANTINED' }, 'Held by an operator until it is resumed'],
  [{ state: 'DRAINING' }, 'Finishes what it has, takes no more'],
  [{ state: 'DRAINING', heldState: 'DRAINING' }, 'Held by an operator until it is resumed'],
  [{ state: 'LOST' }, 'It fell silent: look at its machine'],
  [{ state: 'OFFLINE' }, 'It said goodbye'],
  [{ failureStreak: 1 }, '1 failure in a row that it is to blame for'],
])('S124: a node with %j says why', (over, why) => {
  expect(nodeWords(nodeOf(over)).why).toBe(why);
});

test('S124: a render node without a GPU says so, a capture node needs none', () => {
  expect(nodeWords(nodeOf({ gpus: [], memoryBytes: 0 })).machine).toBe('no GPU');
  expect(nodeWords(nodeOf({ pool: 'CAPTURE', gpus: [], memoryBytes: 0 })).machine).toBe('');
});

test.each([
  ['READY', null, ['drain', 'quarantine']],
  ['DRAINING', 'DRAINING', ['resume']],
  ['QUARANTINED', null, ['resume', 'drain']],
  ['LOST', null, ['drain']],
  ['LOST', 'DRAINING', ['resume']],
  ['OFFLINE', null, []],
] as const)('S124: a node that is %s and held %j can be acted on by %j', (state, heldState, acts) => {
  expect(nodeActs({ state, heldState })).toEqual(acts);
});

test.each([
  [{ stage: 'render', done: 67, total: 135 }, 'Scene render, render: 49 %', (67 / 135) * 100],
  [{ stage: 'render', done: 140, total: 135 }, 'Scene render, render: 100 %', 100],
  [{ stage: 'prepare', done: 0, total: 0 }, 'Scene render, prepare', null],
  [{ stage: null, done: null, total: null }, 'Scene render', null],
])('S124: a lease with %j says how far it is', (progress, text, percent) => {
  expect(leaseWords({ kind: 'SCENE_RENDER', ...progress })).toEqual({ text, percent });
});
