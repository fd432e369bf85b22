import { describe, expect, it } from 'vitest';
import { errorOf, maxAttempts, redeliveryAfter } from './redelivery.ts';

const unanswered = { kind: 'unanswered', error: 'It took too long.' } as const;

describe('redelivery', () => {
  it.each([200, 201, 204, 299])('S113: %i is fine', (statusCode) => {
    expect(redeliveryAfter(1, { kind: 'answered', statusCode })).toEqual({ status: 'delivered' });
  });

  it.each([100, 199, 301, 302, 400, 404, 410, 429, 500, 503])('S113: %i is tried again', (statusCode) => {
    expect(redeliveryAfter(1, { kind: 'answered', statusCode }).status).toBe('retrying');
  });

  it('S113: waits 1, 5 and 15 minutes, then gives up', () => {
    const delays = [1, 2, 3, 4].map((attempt) => redeliveryAfter(attempt, unanswered));
    expect(delays).toEqual([
      { status: 'retrying', delaySeconds: 60 },
      { status: 'retrying', delaySeconds: 300 },
      { status: 'retrying', delaySeconds: 900 },
      { status: 'failed' },
    ]);
    expect(maxAttempts).toBe(4);
  });

  it('says what went wrong', () => {
    expect(errorOf(unanswered)).toBe('It took too long.');
    expect(errorOf({ kind: 'answered', statusCode: 302 })).toBe('The receiver answered with status 302.');
  });
});
