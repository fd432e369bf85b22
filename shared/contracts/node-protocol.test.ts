import { describe, expect, it } from 'vitest';
import { jobKinds, jobs } from './jobs/catalog.ts';
import { parseLease } from './node-protocol.ts';

const upload = { url: 'http://127.0.0.1/storage/x', headers: {}, contentType: 'audio/flac' };
const lease = {
  jobId: 'a1',
  attempt: 1,
  leaseSeconds: 15,
  maxRunSeconds: 60,
  reads: {},
  kind: 'narration.synthesize',
  payload: {
    voiceId: 'voi_default',
    scriptHash: 'h',
    totalSeconds: 5,
    lines: [{ sceneId: 'scn_1', text: 'Hello', sceneStartSeconds: 0, sceneDurationSeconds: 5 }],
  },
  writes: { take: upload },
};

describe('the node protocol', () => {
  it('parses a lease by the schema of its kind', () => {
    const parsed = parseLease(lease);
    expect(parsed.kind === 'narration.synthesize' && parsed.payload.lines[0]?.text).toBe('Hello');
  });

  it.each([
    ['an unknown kind', { ...lease, kind: 'page.print' }],
    ['a payload of another kind', { ...lease, kind: 'scene.render' }],
    ['no address for a file that the job writes', { ...lease, writes: {} }],
    ['attempt zero', { ...lease, attempt: 0 }],
  ])('refuses a lease with %s', (_what, wrong) => {
    expect(() => parseLease(wrong)).toThrow();
  });

  it('keys the catalog by the kind that each definition names', () => {
    expect(jobKinds.filter((kind) => jobs[kind].kind !== kind)).toEqual([]);
  });

  it('gives every job a lease that a few heartbeats renew and an end', () => {
    for (const kind of jobKinds) {
      expect(jobs[kind].leaseSeconds).toBeGreaterThanOrEqual(10);
      expect(jobs[kind].maxRunSeconds).toBeGreaterThan(jobs[kind].leaseSeconds);
      expect(jobs[kind].maxAttempts).toBeGreaterThan(1);
    }
  });
});
