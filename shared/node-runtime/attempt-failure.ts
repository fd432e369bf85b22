import { type FailureStage, type JobFailure, JobFailureError } from '../contracts/job-failure.ts';
import type { Progress } from '../contracts/node-protocol.ts';

const nodeFaults: Record<string, Pick<JobFailure, 'code' | 'message'>> = {
  ENOSPC: { code: 'DISK_FULL', message: 'The node ran out of disk space.' },
  EDQUOT: { code: 'DISK_FULL', message: 'The node ran out of disk space.' },
  ENOMEM: { code: 'OUT_OF_MEMORY', message: 'The node ran out of memory.' },
  EMFILE: { code: 'TOO_MANY_OPEN_FILES', message: 'The node ran out of file handles.' },
};

const causes = function* (error: unknown): Generator<Error> {
  for (let at = error; at instanceof Error; at = at.cause) yield at;
};

/** The stage of a failure that carries none: where the attempt was when it ended. */
export const stageAt = (progress: Progress | undefined): FailureStage =>
  progress === undefined ? 'prepare' : progress.stage === 'synthesize' ? 'assemble' : progress.stage;

/**
 * What an executor threw -> a failure with blame. A JobFailureError says it itself; a full disk or no memory anywhere in
 * the chain of causes is the node's; everything else is a fault of the engine, tried again elsewhere.
 */
export const attemptFailure = (error: unknown, progress: Progress | undefined): JobFailure => {
  if (error instanceof JobFailureError) return error.failure;
  const stage = stageAt(progress);
  const chain = [...causes(error)];
  for (const cause of chain) {
    const known = 'code' in cause ? nodeFaults[String(cause.code)] : undefined;
    if (known !== undefined) return { blame: 'node', retryable: true, stage, ...known };
  }
  return {
    blame: 'engine',
    retryable: true,
    stage,
    code: 'INTERNAL',
    message: 'The job ended with an unexpected fault.',
    diagnostics: chain
      .map((cause) => cause.stack ?? cause.message)
      .join('\ncaused by ')
      .slice(0, 8_000),
  };
};

/** B2: the attempt went on longer than its kind may. */
export const overrunFailure = (progress: Progress | undefined): JobFailure => ({
  blame: 'engine',
  retryable: true,
  stage: stageAt(progress),
  code: 'RUN_TIME_EXCEEDED',
  message: 'The job ran longer than it may and was ended.',
});
