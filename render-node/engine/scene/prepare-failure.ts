import { JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';

/** A scene that cannot be drawn because of what it was given: never retried, its credit goes back (S59). */
export const prepareFailure = (code: string, message: string, layer: string, cause?: unknown): JobFailureError =>
  new JobFailureError({ blame: 'input', retryable: false, stage: 'prepare', code, message, layer }, { cause });
