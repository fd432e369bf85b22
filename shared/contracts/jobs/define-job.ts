import type { z } from 'zod';

/** A class of nodes that lease jobs. */
export type Pool = 'render' | 'capture';

/**
 * A kind of job, typed end to end: the control plane enqueues `payload`, a node of the pool `runsOn` answers `result`.
 * `reads` names the stored objects that the attempt needs and `writes` the files that it may hand in; the control
 * plane signs one address for each when it grants the lease, so that a node never holds a credential of the store.
 */
export interface JobDefinition<
  Kind extends string,
  OfPool extends Pool,
  Payload extends z.ZodType,
  Result extends z.ZodType,
  Write extends string,
> {
  readonly kind: Kind;
  readonly runsOn: OfPool;
  readonly payload: Payload;
  readonly result: Result;
  /** Storage keys that the attempt reads. */
  readonly reads: (payload: z.infer<Payload>) => string[];
  /** Names of the files that an attempt may upload. */
  readonly writes: readonly Write[];
  /** The lease ends when no heartbeat came for this long. */
  readonly leaseSeconds: number;
  /** Attempts in all, the first included, before the job gives up. */
  readonly maxAttempts: number;
  /** An attempt that runs longer is ended even if its heartbeat goes on (B2). */
  readonly maxRunSeconds: number;
}

export const defineJob = <
  const Kind extends string,
  const OfPool extends Pool,
  Payload extends z.ZodType,
  Result extends z.ZodType,
  const Write extends string,
>(
  definition: JobDefinition<Kind, OfPool, Payload, Result, Write>,
): JobDefinition<Kind, OfPool, Payload, Result, Write> => definition;
