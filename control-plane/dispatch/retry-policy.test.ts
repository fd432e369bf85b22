import { describe, expect, test } from 'vitest';
import { decideRetry, lostAttemptFailure } from './retry-policy.ts';

const situation = { harmfulAttemptCount: 1, maxAttempts: 3, jitter: 0.5 };

describe('retries', () => {
  test('the caller’s input is never tried twice', () => {
    expect(decideRetry({ ...situation, failure: { blame: 'input', retryable: true } })).toEqual({ kind: 'giveUp' });
  });

  test.each(['node', 'engine'] as const)('B7: a failure that blames the %s is tried elsewhere at once', (blame) => {
    expect(decideRetry({ ...situation, failure: { blame, retryable: true } })).toEqual({
      kind: 'retryElsewhere',
      delaySeconds: 0,
    });
  });

  test('B14: storage is given time, more with every failure, never the same for all', () => {
    const delay = (harmfulAttemptCount: number, jitter: number) =>
      decideRetry({
        harmfulAttemptCount,
        maxAttempts: 10,
        jitter,
        failure: { blame: 'storage', retryable: true },
      });
    expect(delay(1, 0)).toEqual({ kind: 'retry', delaySeconds: 1 });
    expect(delay(3, 0)).toEqual({ kind: 'retry', delaySeconds: 4 });
    expect(delay(3, 0.99)).toEqual({ kind: 'retry', delaySeconds: 8 });
    expect(delay(9, 0.99)).toEqual({ kind: 'retry', delaySeconds: 30 });
  });

  test('B6: the last attempt gives up, whoever is to blame', () => {
    const failure = lostAttemptFailure('lost');
    expect(decideRetry({ ...situation, harmfulAttemptCount: 2, failure }).kind).toBe('retryElsewhere');
    expect(decideRetry({ ...situation, harmfulAttemptCount: 3, failure })).toEqual({ kind: 'giveUp' });
  });

  test('what says that it cannot be retried is not', () => {
    expect(decideRetry({ ...situation, failure: { blame: 'engine', retryable: false } })).toEqual({ kind: 'giveUp' });
  });
});
