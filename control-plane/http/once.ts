import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from '../database/connection.ts';
import { holdsKey, type KeyedRequest, saveResult } from './idempotency-store.ts';
import { Refusal } from './refusal.ts';

/** One run of a request with an Idempotency-Key. */
export interface KeyedRun {
  readonly request: KeyedRequest;
  /** What an earlier run did that died before it could answer; undefined where nothing was done yet. */
  readonly earlierResult: unknown;
}

/**
 * The run that this code belongs to. The one thing that is not handed down by hand: it concerns the edge and the
 * transaction, and every layer in between would carry it for nothing.
 */
const runs = new AsyncLocalStorage<KeyedRun>();

/** Calls `work` (a handler and what follows it) as part of a run. */
export const runKeyed = (run: KeyedRun, work: () => void): void => runs.run(run, work);

/**
 * What this request did in an earlier run; undefined where it did nothing yet, or has no Idempotency-Key. Ask before
 * the rules of the request are checked: what was done stays done, even where the rules would refuse it now.
 */
export const earlierResult = (): unknown => runs.getStore()?.earlierResult;

/** S102: the answer to a repeated request whose first answer showed a secret. */
export const secretNotKept = (id: string): Refusal =>
  new Refusal('conflict', {
    code: 'IDEMPOTENCY_SECRET_NOT_KEPT',
    message: `This was done: see ${id}. Its secret was shown once and is not kept; rotate the key for another one.`,
    body: { id },
  });

const lostKey = (): Refusal =>
  new Refusal('conflict', {
    code: 'IDEMPOTENCY_IN_PROGRESS',
    message: 'Another request took this Idempotency-Key over. Try again soon.',
    headers: { 'retry-after': '1' },
  });

/**
 * Does the work of a POST once for its Idempotency-Key, whatever is killed when (A2): what it came to is stored by the
 * transaction that does it, and a request that is sent again after a crash gets that and does nothing. Call it before
 * anything else in the transaction, once in a request; the result has to survive JSON.
 */
export const once = async <T>(trx: Transaction, work: () => Promise<T>): Promise<T> => {
  const run = runs.getStore();
  if (run === undefined) return work();
  if (run.earlierResult !== undefined) return run.earlierResult as T;
  if (!(await holdsKey(trx, run.request))) throw lostKey();
  const result = await work();
  await saveResult(trx, run.request, result);
  return result;
};
