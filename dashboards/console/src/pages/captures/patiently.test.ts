import { expect, test, vi } from 'vitest';
import { patiently } from './patiently.ts';

const late = (): Error => new DOMException('late', 'TimeoutError');

test('S70: what takes too long is asked for again by the same key, so that it is made once', async () => {
  const ask = vi.fn<(options: { readonly idempotencyKey: string }) => Promise<string>>();
  ask.mockRejectedValueOnce(late()).mockRejectedValueOnce(late()).mockResolvedValueOnce('made');
  await expect(patiently(ask)).resolves.toBe('made');
  expect(new Set(ask.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey)).size).toBe(1);
  expect(ask).toHaveBeenCalledTimes(3);
});

test('S70: a refusal is final, and so is the fourth time without an answer', async () => {
  const refused = vi.fn(() => Promise.reject(new Error('no')));
  await expect(patiently(refused)).rejects.toThrow('no');
  expect(refused).toHaveBeenCalledTimes(1);
  const never = vi.fn(() => Promise.reject(late()));
  await expect(patiently(never)).rejects.toThrow('late');
  expect(never).toHaveBeenCalledTimes(4);
});
