import { type Blame, type JobFailure, JobFailureError } from '../contracts/job-failure.ts';
import type { JobKind, KindsOn, ResultOf, WriteOf } from '../contracts/jobs/catalog.ts';
import type { Pool } from '../contracts/jobs/define-job.ts';
import type { CompleteRequest, Lease, Progress, UploadedFile } from '../contracts/node-protocol.ts';
import { AttemptEnded } from './attempt-end.ts';
import { attemptFailure, overrunFailure } from './attempt-failure.ts';
import type { ControlPlaneClient, ReportAnswer } from './control-plane-client.ts';
import type { Attempt, Executor, Executors } from './executor.ts';
import { startHeartbeat } from './heartbeat.ts';
import type { NodeLog } from './node-log.ts';
import type { ReportBuffer } from './report-buffer.ts';
import type { RetryPolicy } from './retry.ts';
import { openScratchDir } from './scratch-dir.ts';
import { downloadFile, uploadFile } from './transfer.ts';

/** How an attempt ended, for logs and metrics. */
export interface AttemptSummary {
  readonly kind: JobKind;
  readonly outcome: 'completed' | 'failed' | 'released' | 'dropped';
  readonly blame: Blame | null;
  readonly seconds: number;
}

export interface AttemptDeps<P extends Pool> {
  readonly client: ControlPlaneClient;
  readonly executors: Executors<P>;
  readonly reports: ReportBuffer;
  readonly scratchPath: string;
  readonly retryPolicy: RetryPolicy;
  readonly log: NodeLog;
  readonly onEnd: (summary: AttemptSummary) => void;
  readonly onUploadSeconds: (seconds: number) => void;
}

export interface RunningAttempt {
  /** The executor is done and the scratch folder gone: the slot is free. Never rejects. */
  readonly executed: Promise<void>;
  /** The end is reported, or given up. Never rejects. */
  readonly reported: Promise<void>;
}

type Outcome =
  | { readonly kind: 'completed'; readonly result: ResultOf<JobKind>; readonly files: Record<string, UploadedFile> }
  | { readonly kind: 'failed'; readonly failure: JobFailure }
  | { readonly kind: 'released' }
  | { readonly kind: 'dropped' };

/** Bytes are moved again for this long before the attempt fails with blame on storage. */
const transferGiveUpMs = 60_000;

const endedFrom = (signal: AbortSignal, error: unknown, progress: Progress | undefined): Outcome => {
  if (!(signal.reason instanceof AttemptEnded)) return { kind: 'failed', failure: attemptFailure(error, progress) };
  const { reason } = signal.reason;
  if (reason === 'drained') return { kind: 'released' };
  if (reason === 'overran') return { kind: 'failed', failure: overrunFailure(progress) };
  return { kind: 'dropped' };
};

const readAddress = (lease: Lease, storageKey: string): string => {
  const url = lease.reads[storageKey];
  if (url === undefined)
    throw new JobFailureError({
      blame: 'engine',
      retryable: false,
      stage: 'prepare',
      code: 'READ_NOT_LEASED',
      message: 'The job reads a file that its lease does not name.',
    });
  return url;
};

const reportOf = (lease: Lease, outcome: Exclude<Outcome, { kind: 'dropped' }>, client: ControlPlaneClient) => {
  const { jobId, attempt, kind } = lease;
  const failed = async (failure: JobFailure, signal: AbortSignal): Promise<ReportAnswer> =>
    await client.fail(jobId, { attempt, failure }, signal);
  return async (signal: AbortSignal): Promise<ReportAnswer> => {
    if (outcome.kind === 'released') return await client.release(jobId, attempt, signal);
    if (outcome.kind === 'failed') return await failed(outcome.failure, signal);
    const request = { attempt, kind, result: outcome.result, files: outcome.files } as CompleteRequest;
    const answer = await client.complete(jobId, request, signal);
    if (answer !== 'files-differ') return answer;
    const message = 'The stored files are not the ones that were uploaded.';
    return await failed({ blame: 'storage', retryable: true, stage: 'upload', code: 'FILES_DIFFER', message }, signal);
  };
};

/** Lease in, report out: runs the executor of the lease's kind in a folder of its own, under a heartbeat. */
export const attemptRunner =
  <P extends Pool>(deps: AttemptDeps<P>) =>
  (lease: Lease & { kind: KindsOn<P> }, leaving: AbortSignal): RunningAttempt => {
    const { client, log } = deps;
    const { jobId, kind, attempt } = lease;
    const startedAtMs = performance.now();
    const end = new AbortController();
    const overrun = setTimeout(() => end.abort(new AttemptEnded('overran')), lease.maxRunSeconds * 1_000);
    const leave = (): void => end.abort(new AttemptEnded('drained'));
    leaving.addEventListener('abort', leave, { once: true });
    if (leaving.aborted) leave();
    const heartbeat = startHeartbeat({ client, jobId, attempt, leaseSeconds: lease.leaseSeconds, end, log });
    let progress: Progress | undefined;

    const execute = async (): Promise<Outcome> => {
      const files: Record<string, UploadedFile> = {};
      const transfer = { signal: end.signal, retryPolicy: deps.retryPolicy, giveUpAfterMs: transferGiveUpMs };
      try {
        await using scratch = await openScratchDir(deps.scratchPath);
        const seen: Attempt<KindsOn<P>> = {
          lease: lease as Attempt<KindsOn<P>>['lease'],
          scratchPath: scratch.path,
          signal: end.signal,
          report: (latest) => {
            progress = latest;
            heartbeat.report(latest);
          },
          download: async (key, filePath) => await downloadFile(readAddress(lease, key), filePath, transfer),
          upload: async (name: WriteOf<KindsOn<P>>, filePath) => {
            const uploadStartedAtMs = performance.now();
            files[name] = await uploadFile(lease.writes[name as keyof typeof lease.writes], filePath, transfer);
            deps.onUploadSeconds((performance.now() - uploadStartedAtMs) / 1_000);
          },
        };
        end.signal.throwIfAborted();
        // The one cast of the map's look-up: the lease's kind names its own executor.
        const run = deps.executors[lease.kind] as unknown as Executor<KindsOn<P>>;
        const result = await run(seen);
        return { kind: 'completed', result, files };
      } catch (error) {
        const outcome = endedFrom(end.signal, error, progress);
        if (outcome.kind === 'failed') log.warn({ err: error, jobId, kind, attempt }, 'attempt failed');
        return outcome;
      }
    };

    const outcome = execute().finally(() => {
      clearTimeout(overrun);
      leaving.removeEventListener('abort', leave);
    });

    const settle = async (): Promise<void> => {
      const ended = await outcome;
      const seconds = (performance.now() - startedAtMs) / 1_000;
      const blame = ended.kind === 'failed' ? ended.failure.blame : null;
      deps.onEnd({ kind, outcome: ended.kind, blame, seconds });
      log.info({ jobId, kind, attempt, outcome: ended.kind, seconds }, 'attempt ended');
      if (ended.kind === 'dropped') return;
      const uselessAfterMs = (lease.maxRunSeconds + lease.leaseSeconds - seconds) * 1_000;
      await deps.reports.deliver({ jobId, send: reportOf(lease, ended, client), uselessAfterMs });
    };

    return {
      executed: outcome.then(() => {}),
      reported: settle().finally(() => heartbeat[Symbol.dispose]()),
    };
  };
