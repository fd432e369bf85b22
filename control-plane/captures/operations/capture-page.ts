import type { Viewport } from '@reelyard/shared/contracts/capture.ts';
import type { AccountOperations } from '../../accounts/operations.ts';
import { prices } from '../../credits/price-list.ts';
import { type Database, inTransaction, type Transaction } from '../../database/connection.ts';
import { awaitBatch } from '../../dispatch/batch-news.ts';
import type { Queue } from '../../dispatch/queue.ts';
import type { WakeUps } from '../../dispatch/wake-ups.ts';
import type { Caller } from '../../http/authenticate.ts';
import { once } from '../../http/once.ts';
import { captureRefusal, captureUnavailable } from '../capture-refusal.ts';
import { type Capture, findCapture } from '../store.ts';
import type { StoredPage } from '../stored-capture.ts';
import type { CaptureRecords } from './capture-records.ts';

export interface CapturePageDeps {
  readonly db: Database;
  readonly queue: Pick<Queue, 'enqueue'>;
  readonly wakeUps: WakeUps;
  readonly accounts: Pick<AccountOperations, 'planOf'>;
  readonly records: CaptureRecords;
  /** Capture nodes that would take work now. */
  readonly countCaptureNodes: () => Promise<number>;
  readonly cancelBatch: (trx: Transaction, batchId: string) => Promise<void>;
}

export interface PageToCapture {
  readonly url: string;
  readonly selector: string | null;
  readonly viewport: Viewport;
}

export interface CapturedPage {
  readonly captureId: string;
  readonly result: StoredPage;
  readonly creditsCharged: number;
}

/** S74: the longest that a caller waits: two attempts of a page that loads badly, and a place in the queue. */
export const maxWaitMs = 75_000;
/** A person or an agent waits for it: it goes before captures that nobody waits for. */
const interactivePriority = 10;

/** A picture of a page, by a queued job (S74). */
export const capturePage = (deps: CapturePageDeps) => {
  const { db, queue, wakeUps, accounts, records, countCaptureNodes, cancelBatch } = deps;

  const begin = async (trx: Transaction, caller: Caller, page: PageToCapture): Promise<string> => {
    const { accountId } = caller;
    const captureId = await records.begin(trx, caller, null);
    const { queueWeight } = await accounts.planOf(accountId, trx);
    const payload = { captureId, ...page };
    const job = { payload, accountId, weight: queueWeight, priority: interactivePriority, batchId: captureId };
    await queue.enqueue(trx, 'page.capture', [job]);
    return captureId;
  };

  const findEnded = async (accountId: string, captureId: string): Promise<Capture | null> => {
    const capture = await findCapture(db, accountId, captureId);
    if (capture === null) throw new Error(`capture ${captureId} is gone`);
    return capture.state === 'running' ? null : capture;
  };

  /** Nobody waits any more: the job leaves the queue and the credit goes back, unless it ended at this very moment. */
  const abandon = (captureId: string): Promise<void> =>
    inTransaction(db, async (trx) => {
      const failure = { code: 'CAPTURE_TIMEOUT', message: 'The capture took too long.' };
      const abandoned = await records.endUnpaid(trx, captureId, { state: 'failed', failure });
      if (abandoned !== null) await cancelBatch(trx, captureId);
    });

  return async (caller: Caller, page: PageToCapture, signal: AbortSignal): Promise<CapturedPage> => {
    const { accountId } = caller;
    await records.checkFeature(caller);
    if ((await countCaptureNodes()) === 0) {
      throw captureUnavailable('This farm has no capture node at the moment. Try again when one is connected.');
    }
    const captureId = await inTransaction(db, (trx) => once(trx, () => begin(trx, caller, page)));
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)]);
    const look = (): Promise<Capture | null> => findEnded(accountId, captureId);
    let ended = await awaitBatch(wakeUps, captureId, look, deadline);
    if (ended === null) {
      await abandon(captureId);
      ended = await look();
    }
    if (ended?.result?.kind === 'page') {
      return { captureId, result: ended.result, creditsCharged: ended.holdId === null ? 0 : prices.UI_CAPTURE };
    }
    if (ended?.failure?.code === 'CAPTURE_TIMEOUT') {
      throw captureUnavailable('The page could not be captured in time. Try again later.', 'CAPTURE_TIMEOUT');
    }
    throw captureRefusal(ended?.failure ?? { code: 'CAPTURE_FAILED', message: '' }, 'selector');
  };
};
