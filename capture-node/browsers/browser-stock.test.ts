import { expect, it, vi } from 'vitest';
import { browserStock, restartPauseMs } from './browser-stock.ts';
import { NoBrowserFree } from './lease-ended.ts';

it('waits longer before each start that follows a failed one', () => {
  expect([1, 2, 3, 4, 20].map(restartPauseMs)).toEqual([250, 500, 1_000, 2_000, 10_000]);
});

it('says why there is no browser where none starts, and tries again', async () => {
  let starts = 0;
  const errors: string[] = [];
  const stock = browserStock({
    launch: async () => {
      starts += 1;
      return await Promise.reject(new Error('no Chromium here'));
    },
    size: 2,
    warmCount: 1,
    maxAgeMs: 1_000,
    maxUses: 1,
    log: { info: () => {}, warn: () => {}, error: (_fields, message) => errors.push(message) },
    observer: { started: () => {}, crashed: () => {}, recycled: () => {} },
  });
  await expect(stock.ready).rejects.toThrow('no Chromium here');
  const refused = await stock.take(10, new AbortController().signal).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NoBrowserFree);
  expect((refused as Error).cause).toMatchObject({ message: 'no Chromium here' });
  await vi.waitUntil(() => starts >= 2, { timeout: 10_000 });
  expect(errors[0]).toBe('the next browser has to wait');
  await stock.close();
  await expect(stock.take(10, new AbortController().signal)).rejects.toMatchObject({ reason: 'closed' });
});
