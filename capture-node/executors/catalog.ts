import type { Executors } from '@reelyard/shared/node-runtime/executor.ts';
import type { BrowserPool } from '../browsers/pool.ts';
import { brandRead } from './brand-read.ts';
import { pageCapture } from './page-capture.ts';

/** What a capture node can run: a kind without an executor does not compile. */
export const captureExecutors = (deps: { readonly pool: Pick<BrowserPool, 'acquire'> }): Executors<'capture'> => ({
  'page.capture': pageCapture(deps.pool),
  'brand.read': brandRead(deps.pool),
});
