import type { JobKind, KindsOn, ResultOf, WriteOf } from '../contracts/jobs/catalog.ts';
import type { Pool } from '../contracts/jobs/define-job.ts';
import type { Lease, Progress } from '../contracts/node-protocol.ts';

/** One run of one job under one lease, as an executor sees it. */
export interface Attempt<K extends JobKind> {
  readonly lease: Extract<Lease, { kind: K }>;
  /** A folder of this attempt alone; it is removed when the attempt ends. */
  readonly scratchPath: string;
  /** Aborts on drain, a lost lease, a cancelled publish or the deadline; its reason says which. */
  readonly signal: AbortSignal;
  /** Latest wins; sent with the next heartbeat. */
  readonly report: (progress: Progress) => void;
  /** Fetches a stored object named in `lease.reads`; retried. Throws a JobFailureError that blames storage. */
  readonly download: (storageKey: string, filePath: string) => Promise<void>;
  /** Hands a file in; hashed while it is sent, retried, and named in the completion. */
  readonly upload: (name: WriteOf<K>, filePath: string) => Promise<void>;
}

/** Runs one attempt. Throws a JobFailureError for an expected end; anything else counts as a fault of the engine. */
export type Executor<K extends JobKind> = (attempt: Attempt<K>) => Promise<ResultOf<K>>;

/** The executors of a pool: a missing kind does not compile. */
export type Executors<P extends Pool> = { readonly [K in KindsOn<P>]: Executor<K> };
