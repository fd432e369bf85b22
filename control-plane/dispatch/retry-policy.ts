import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';

export type RetryDecision =
  | { readonly kind: 'retry'; readonly delaySeconds: number }
  /** Not on the node that failed, as long as another one is there. */
  | { readonly kind: 'retryElsewhere'; readonly delaySeconds: number }
  | { readonly kind: 'giveUp' };

export interface RetrySituation {
  readonly failure: Pick<JobFailure, 'blame' | 'retryable'>;
  /** Attempts of this job that ended badly, this one included; handed-back ones do not count. */
  readonly harmfulAttemptCount: number;
  readonly maxAttempts: number;
  /** A number in [0, 1): the retries of many jobs must not come back at once (B14). */
  readonly jitter: number;
}

/**
 * Storage that stumbles needs time rather than another machine; what a node or the engine did wrong is tried at once
 * elsewhere. The caller's input is never tried twice: it cannot be drawn better by asking again.
 */
export const decideRetry = ({ failure, harmfulAttemptCount, maxAttempts, jitter }: RetrySituation): RetryDecision => {
  if (failure.blame === 'input' || !failure.retryable || harmfulAttemptCount >= maxAttempts) return { kind: 'giveUp' };
  if (failure.blame !== 'storage') return { kind: 'retryElsewhere', delaySeconds: 0 };
  const ceilingSeconds = Math.min(30, 2 ** harmfulAttemptCount);
  return { kind: 'retry', delaySeconds: Math.ceil(ceilingSeconds * (0.5 + jitter / 2)) };
};

/** How an attempt ends whose node fell silent, or that ran longer than any attempt may (B1, B2). */
export const lostAttemptFailure = (reason: 'lost' | 'overrun'): JobFailure => ({
  blame: 'node',
  retryable: true,
  stage: 'render',
  code: reason === 'lost' ? 'NODE_LOST' : 'RUN_TOO_LONG',
  message:
    reason === 'lost' ? 'The machine that worked on this stopped answering.' : 'This ran longer than it is allowed to.',
});
