import type { Executor } from '@reelyard/shared/node-runtime/executor.ts';
import type { BrowserPool } from '../browsers/pool.ts';
import { capturePage } from '../capture/capture-page.ts';
import { openPage } from '../capture/open-page.ts';
import { runOnPage } from './run-on-page.ts';

/** The first bytes of most pages come within a second; one that needs longer than this is down. */
const openTimeoutMs = 20_000;

/** S74: an address, and a part of its page, to a picture of it. */
export const pageCapture =
  (pool: Pick<BrowserPool, 'acquire'>): Executor<'page.capture'> =>
  async ({ lease: { payload }, scratchPath, signal, report, upload }) => {
    report({ stage: 'prepare', done: 0, total: 3 });
    const { path, result } = await runOnPage(
      pool,
      { identity: payload.captureId, viewport: payload.viewport, signal },
      async (lease) => {
        const { httpStatus, openMs } = await openPage(lease, payload.url, { signal, timeoutMs: openTimeoutMs });
        report({ stage: 'capture', done: 1, total: 3 });
        const { selector } = payload;
        return await capturePage(lease.page, { selector, outDir: scratchPath, signal, httpStatus, openMs });
      },
    );
    report({ stage: 'upload', done: 2, total: 3 });
    const startMs = performance.now();
    await upload('page', path);
    return { ...result, timingsMs: { ...result.timingsMs, finalize: performance.now() - startMs } };
  };
