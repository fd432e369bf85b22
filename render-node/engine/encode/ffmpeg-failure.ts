import { type FailureStage, type JobFailure, JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';

/** How a run of ffmpeg ended badly. */
export type FfmpegEnd =
  | { readonly kind: 'unstartable'; readonly stage: FailureStage; readonly stderr: string }
  | { readonly kind: 'stalled'; readonly stage: FailureStage; readonly stderr: string }
  | {
      readonly kind: 'exited';
      readonly stage: FailureStage;
      readonly stderr: string;
      readonly code: number | null;
      readonly killedBy: string | null;
    };

const verdict = (end: FfmpegEnd): Pick<JobFailure, 'blame' | 'code' | 'message'> => {
  if (end.kind === 'unstartable')
    return { blame: 'node', code: 'FFMPEG_UNSTARTABLE', message: 'ffmpeg could not be started on this node.' };
  if (end.kind === 'stalled')
    return { blame: 'node', code: 'FFMPEG_STALLED', message: 'ffmpeg made no progress and was ended.' };
  if (/No space left on device|ENOSPC/.test(end.stderr))
    return { blame: 'node', code: 'DISK_FULL', message: 'The node ran out of disk space.' };
  // SIGKILL that we did not send is the kernel's out-of-memory killer in practice.
  if (end.killedBy === 'SIGKILL' || /Cannot allocate memory/.test(end.stderr))
    return { blame: 'node', code: 'OUT_OF_MEMORY', message: 'ffmpeg was ended for want of memory.' };
  if (end.killedBy !== null)
    return { blame: 'engine', code: 'FFMPEG_CRASHED', message: `ffmpeg was ended by ${end.killedBy}.` };
  return { blame: 'engine', code: 'FFMPEG_FAILED', message: `ffmpeg ended with code ${end.code}.` };
};

/** B10: how ffmpeg ended -> whom to blame. All of these may pass on another node, so all may be tried again. */
export const ffmpegFailure = (end: FfmpegEnd, cause?: unknown): JobFailureError => {
  const diagnostics = end.stderr.trim().split('\n').slice(-20).join('\n').slice(-8_000);
  return new JobFailureError(
    { ...verdict(end), retryable: true, stage: end.stage, ...(diagnostics === '' ? {} : { diagnostics }) },
    cause === undefined ? undefined : { cause },
  );
};
