import { describe, expect, it } from 'vitest';
import { callbackView } from './callback-view.ts';

describe('callback view', () => {
  it('N45: hides the query of the address and the secret', () => {
    const view = callbackView({
      publishId: 'pub_1',
      url: 'https://hooks.example.com/a/b?token=geheim#c',
      sealedSecret: Buffer.from('geheim'),
      status: 'retrying',
      phase: 'render_failed',
      attempts: 2,
      nextAttemptAt: new Date('2026-01-01T00:05:00Z'),
      lastAttemptAt: new Date('2026-01-01T00:00:00Z'),
      lastStatusCode: 500,
      lastError: 'The receiver answered with status 500.',
      deliveredAt: null,
    });
    expect(view).toEqual({
      url: 'https://hooks.example.com/a/b',
      status: 'retrying',
      event: 'publish.render_failed',
      attempts: 2,
      maxAttempts: 4,
      lastAttemptAt: '2026-01-01T00:00:00.000Z',
      lastStatusCode: 500,
      lastError: 'The receiver answered with status 500.',
      nextAttemptAt: '2026-01-01T00:05:00.000Z',
      deliveredAt: null,
      signed: true,
    });
  });
});
