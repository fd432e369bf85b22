import { viewports } from '@reelyard/shared/contracts/capture.ts';
import type { WriteOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Executor } from '@reelyard/shared/node-runtime/executor.ts';
import { readBrand } from '../brand-reading/read-brand.ts';
import type { BrowserPool } from '../browsers/pool.ts';
import { openPage } from '../capture/open-page.ts';
import { runOnPage } from './run-on-page.ts';

const openTimeoutMs = 20_000;

/** S20, N12: a website to what it shows of its brand. */
export const brandRead =
  (pool: Pick<BrowserPool, 'acquire'>): Executor<'brand.read'> =>
  async ({ lease: { payload }, scratchPath, signal, report, upload }) => {
    const startMs = performance.now();
    report({ stage: 'prepare', done: 0, total: 3 });
    const { read, openMs } = await runOnPage(
      pool,
      { identity: payload.brandReadId, viewport: viewports.desktop, signal },
      async (lease) => {
        const opened = await openPage(lease, payload.url, { signal, timeoutMs: openTimeoutMs });
        report({ stage: 'capture', done: 1, total: 3 });
        const { httpStatus } = opened;
        return {
          read: await readBrand(lease.page, { outDir: scratchPath, signal, httpStatus }),
          openMs: opened.openMs,
        };
      },
    );
    const readMs = performance.now();
    report({ stage: 'upload', done: 2, total: 3 });
    for (const [name, path] of Object.entries(read.files) as [WriteOf<'brand.read'>, string][])
      await upload(name, path);
    const endMs = performance.now();
    return {
      ...read.result,
      timingsMs: { open: openMs, read: readMs - startMs - openMs, upload: endMs - readMs, total: endMs - startMs },
    };
  };
