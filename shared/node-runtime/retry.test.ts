import { expect, test } from 'vitest';
import { retryPauseMs, withRetries } from './retry.ts';

const policy = { firstMs: 100, longestMs: 1_000, random: () => 1 };
const never = new AbortController().signal;

test('B14: pauses double up to a ceiling and are drawn from the whole range', () => {
  expect([1, 2, 3, 4, 5, 50].map((tries) => retryPauseMs(tries, policy))).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  expect(retryPauseMs(4, { ...policy, random: () => 0 })).toBe(0);
});

test('a lasting error is thrown at once', async () => {
  let tries = 0;
  const run = async (): Promise<never> => {
    tries += 1;
    return await Promise.reject(new Error('no'));
  };
  await expect(withRetries(run, () => false, policy, never)).rejects.toThrow('no');
  expect(tries).toBe(1);
});

test('an abort during a pause throws the error that was being waited out', async () => {
  const controller = new AbortController();
  const run = async (): Promise<never> => {
    queueMicrotask(() => controller.abort());
    return await Promise.reject(new Error('not yet'));
  };
  await expect(withRetries(run, () => true, policy, controller.signal)).rejects.toThrow('not yet');
});
