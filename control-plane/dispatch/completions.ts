import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import type { JobKind, PayloadOf, ResultOf, WriteOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Transaction } from '../database/connection.ts';

/** A file of an accepted result: it lies in the store with exactly this hash and size. */
export interface AcceptedFile {
  readonly key: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

export interface EndedJob<K extends JobKind> {
  readonly jobId: string;
  readonly accountId: string;
  readonly batchId: string | null;
  readonly payload: PayloadOf<K>;
  /** Attempts that were begun, this one included. */
  readonly attemptCount: number;
}

export interface CompletedJob<K extends JobKind> extends EndedJob<K> {
  readonly result: ResultOf<K>;
  readonly files: Readonly<Partial<Record<WriteOf<K>, AcceptedFile>>>;
}

export interface GivenUpJob<K extends JobKind> extends EndedJob<K> {
  readonly failure: JobFailure;
}

/**
 * What the end of a job means, handed in by the features that own the kinds (compose.ts). Each runs in the transaction
 * that ends the job, and exactly once: a kind that is missing does not compile.
 */
export type Completions = {
  readonly [K in JobKind]: {
    readonly completed: (trx: Transaction, job: CompletedJob<K>) => Promise<void>;
    readonly gaveUp: (trx: Transaction, job: GivenUpJob<K>) => Promise<void>;
  };
};
