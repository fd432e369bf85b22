import { describe, expect, test } from 'vitest';
import { assignLease, type Situation, type WaitingJob, type Worker } from './assign-lease.ts';

const node = (id: string, encoder = 'libx264', over: Partial<Worker['capabilities']> = {}): Worker => ({
  id,
  capabilities: {
    kinds: ['scene.render', 'narration.synthesize', 'export.assemble'],
    encoders: [{ name: encoder, codec: 'h264', hardware: false }],
    voices: ['voi_plain'],
    ...over,
  },
});

const job = (jobId: string, over: Partial<WaitingJob> = {}): WaitingJob => ({
  jobId,
  kind: 'scene.render',
  accountId: 'acc_a',
  weight: 1,
  priority: 0,
  waitedSeconds: 1,
  codec: 'h264',
  voiceId: null,
  batchEncoder: null,
  failedNodeIds: [],
  isDrawnElsewhere: false,
  ...over,
});

const assign = (over: Partial<Situation>): string | null => {
  const own = over.node ?? node('n1');
  return (
    assignLease({ node: own, waiting: [], readyNodes: [own], activeLeaseCounts: new Map(), ...over })?.jobId ?? null
  );
};

describe('who gets the next lease', () => {
  test('B13: an account that holds nothing goes before one that holds much, however long that one waits', () => {
    const waiting = [
      ...Array.from({ length: 50 }, (_, index) => job(`a${index}`, { waitedSeconds: 1_000 })),
      job('b', { accountId: 'acc_b', waitedSeconds: 0 }),
    ];
    expect(assign({ waiting, activeLeaseCounts: new Map([['acc_a', 1]]) })).toBe('b');
  });

  test('a scene whose picture is drawn for another publish of the account waits for it, and holds up nobody', () => {
    const twin = job('twin', { isDrawnElsewhere: true, priority: 9, waitedSeconds: 1_000 });
    expect(assign({ waiting: [twin] })).toBeNull();
    expect(assign({ waiting: [twin, job('other')] })).toBe('other');
    expect(assign({ waiting: [{ ...twin, isDrawnElsewhere: false }, job('other')] })).toBe('twin');
  });

  test('B13: plan weights share the farm: weight 4 holds four where weight 1 holds one', () => {
    const waiting = [job('free', { waitedSeconds: 9 }), job('pro', { accountId: 'acc_pro', weight: 4 })];
    const held = (pro: number) =>
      new Map([
        ['acc_a', 1],
        ['acc_pro', pro],
      ]);
    expect(assign({ waiting, activeLeaseCounts: held(3) })).toBe('pro');
    expect(assign({ waiting, activeLeaseCounts: held(5) })).toBe('free');
  });

  test('priority goes before fairness', () => {
    const waiting = [job('a', { accountId: 'acc_b' }), job('urgent', { priority: 5 })];
    expect(assign({ waiting, activeLeaseCounts: new Map([['acc_a', 9]]) })).toBe('urgent');
  });

  test('what ends a publish goes before what begins one', () => {
    expect(assign({ waiting: [job('scene', { waitedSeconds: 60 }), job('export', { kind: 'export.assemble' })] })).toBe(
      'export',
    );
  });

  test('B7: a job goes elsewhere than where it failed, and back only where nobody else could take it', () => {
    const failed = job('a', { failedNodeIds: ['n1'] });
    expect(assign({ waiting: [failed], readyNodes: [node('n1'), node('n2')] })).toBeNull();
    expect(assign({ waiting: [failed], readyNodes: [node('n1')] })).toBe('a');
    const cannot = node('n2', 'libvpx', { encoders: [] });
    expect(assign({ waiting: [failed], readyNodes: [node('n1'), cannot] })).toBe('a');
  });

  test('a scene waits a moment for the encoder of its publish, then goes to whoever asks', () => {
    const gpu = node('n2', 'h264_nvenc');
    const early = job('a', { batchEncoder: 'h264_nvenc', waitedSeconds: 1 });
    expect(assign({ waiting: [early], readyNodes: [node('n1'), gpu] })).toBeNull();
    expect(assign({ node: gpu, waiting: [early], readyNodes: [node('n1'), gpu] })).toBe('a');
    expect(assign({ waiting: [{ ...early, waitedSeconds: 6 }], readyNodes: [node('n1'), gpu] })).toBe('a');
    expect(assign({ waiting: [early], readyNodes: [node('n1')] })).toBe('a');
  });

  test('a node never gets a kind, a codec or a voice that it did not prove', () => {
    const small = node('n1', 'libx264', { kinds: ['scene.render'] });
    expect(assign({ node: small, waiting: [job('e', { kind: 'export.assemble' })] })).toBeNull();
    expect(assign({ waiting: [job('v', { codec: 'vp9' })] })).toBeNull();
    const speech = job('n', { kind: 'narration.synthesize', codec: null, voiceId: 'voi_other' });
    expect(assign({ waiting: [speech] })).toBeNull();
    expect(assign({ waiting: [{ ...speech, voiceId: 'voi_plain' }] })).toBe('n');
  });
});
