import { describe, expect, it } from 'vitest';
import { callbackBody, type EndPhase, eventOf } from './payload.ts';

const facts = {
  requestId: 'pub_1',
  projectId: 'prj_1',
  videoUrl: 'https://farm.example/video.mp4',
  thumbnailUrl: 'https://farm.example/thumbnail.jpg',
  durationSeconds: 20.5,
  export: { id: 'exp_1', status: 'SUCCESS', quality: '1080p', format: 'mp4', errorMessage: null },
  render: {
    failures: [],
    scenes: [{ sceneId: 'scn_1', state: 'done', previewUrl: null, internal: 'not for receivers' }],
  },
};

describe('callback payload', () => {
  it('S111: carries the fields of the contract and no others', () => {
    const sentAt = new Date('2026-01-02T03:04:05.678Z');
    const body = JSON.parse(callbackBody(facts, { phase: 'completed', attempt: 2, sentAt }).toString('utf8'));
    expect(body).toEqual({
      event: 'publish.completed',
      requestId: 'pub_1',
      projectId: 'prj_1',
      phase: 'completed',
      videoUrl: facts.videoUrl,
      thumbnailUrl: facts.thumbnailUrl,
      durationSeconds: 20.5,
      export: facts.export,
      render: { failures: [], scenes: [{ sceneId: 'scn_1', state: 'done', previewUrl: null }] },
      attempt: 2,
      sentAt: '2026-01-02T03:04:05.678Z',
    });
  });

  it.each(['completed', 'failed', 'render_failed'] as EndPhase[])('N44: the event of %s is named after it', (phase) => {
    expect(eventOf(phase)).toBe(`publish.${phase}`);
  });
});
