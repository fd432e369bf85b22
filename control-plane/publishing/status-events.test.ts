import { describe, expect, test } from 'vitest';
import type { PublishStatus } from './publish-view.ts';
import { eventIdOf, isNews, isSettled, statusEvent } from './status-events.ts';

const status: PublishStatus = {
  requestId: 'pub_1',
  phase: 'rendering',
  message: 'Rendering.',
  waiting: null,
  sandbox: false,
  etaSeconds: 3,
  render: {
    state: 'rendering',
    sceneCount: 1,
    doneScenes: 0,
    failedScenes: 0,
    progressPercent: 5,
    failures: [],
    scenes: [],
  },
  export: null,
  videoUrl: null,
  thumbnailUrl: null,
  updatedAt: '2026-11-20T10:00:00.000Z',
};

describe('status events', () => {
  test('a fresh signature alone is no news, a percent is', () => {
    expect(isNews(null, status)).toBe(true);
    expect(isNews(status, { ...status, videoUrl: 'https://x?signature=2' })).toBe(false);
    expect(isNews(status, { ...status, render: { ...status.render, progressPercent: 6 } })).toBe(true);
  });

  test('S28: a stream ends with every phase in which nothing runs', () => {
    expect(
      ['rendering', 'exporting', 'idle', 'completed', 'failed', 'render_failed'].map((phase) =>
        isSettled(phase as PublishStatus['phase']),
      ),
    ).toEqual([false, false, true, true, true, true]);
  });

  test('an event is one line of data, whatever the message holds', () => {
    const text = statusEvent({ ...status, message: 'two\nlines' });
    expect(text.split('\n').length).toBe(5);
    expect(text).toMatch(/^id: pub_1-[0-9a-f]{16}\nevent: status\ndata: \{.*\}\n\n$/);
  });

  test('N27: an event is named by what it says, not by its address or its turn', () => {
    const id = eventIdOf(status);
    expect(eventIdOf({ ...status, videoUrl: 'https://x?signature=2' })).toBe(id);
    expect(eventIdOf({ ...status, etaSeconds: 2 })).not.toBe(id);
    expect(eventIdOf({ ...status, requestId: null })).toMatch(/^none-/);
  });
});
