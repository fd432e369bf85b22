import { createHash } from 'node:crypto';
import { canonicalJson } from '@reelyard/shared/contracts/input-hash.ts';
import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import { type JobKind, jobs, type PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { CompleteRequest, UploadedFile } from '@reelyard/shared/contracts/node-protocol.ts';
import { type Database, inTransaction, type Transaction } from '../../database/connection.ts';
import { notFound, Refusal } from '../../http/refusal.ts';
import { RequestProblemsError, requestProblems } from '../../http/request-problems.ts';
import type { ObjectStore } from '../../object-storage/object-store.ts';
import type { AcceptedFile, CompletedJob, Completions, GivenUpJob } from '../completions.ts';
import { batchChannel, type Queue } from '../queue.ts';
import { decideRetry, lostAttemptFailure } from '../retry-policy.ts';
import { endJob, insertStoredObjects, lockJob, notify } from '../store/jobs.ts';
import { countHarmfulAttempts, endLease, findLease, type LeaseRow } from '../store/leases.ts';
import { isWriteOf, missingWrites, writeKeysOf } from '../write-keys.ts';

export interface EndAttemptDeps {
  readonly db: Database;
  readonly queue: Queue;
  readonly objects: Pick<ObjectStore, 'head'>;
  readonly completions: Completions;
  readonly nodes: {
    blame(trx: Transaction, nodeId: string): Promise<void>;
    absolve(trx: Transaction, nodeId: string): Promise<void>;
  };
  /** Told how every attempt ended, for the metrics. */
  readonly onEnd: (end: { kind: JobKind; outcome: string; blame: string }) => void;
}

export interface AttemptOfNode {
  readonly jobId: string;
  readonly attempt: number;
  readonly nodeId: string;
}

const jobOver = (what: string): Refusal =>
  new Refusal('conflict', {
    code: 'JOB_OVER',
    message: `This job ${what}: its credits and its publish are settled. What it was for has to be asked for again.`,
  });

const leaseLost = (): Refusal =>
  new Refusal('conflict', { code: 'LEASE_LOST', message: 'This attempt was superseded: drop its work.' });

type Files = Readonly<Record<string, UploadedFile>>;
const digestOf = (files: Files): string => createHash('sha256').update(canonicalJson(files)).digest('hex');

const refuseFiles = (code: string, names: readonly string[]): Refusal =>
  new Refusal('unprocessable', {
    code,
    message: `These files are missing or differ from what was announced: ${names.join(', ')}.`,
    details: names.map((name) => ({ path: `files.${name}`, code, message: 'Upload it again under a new attempt.' })),
  });

/** How attempts end: completed, failed, handed back, or lost. The job row is locked first, so that one end wins. */
export const endAttempt = ({ db, queue, objects, completions, nodes, onEnd }: EndAttemptDeps) => {
  /** I12: what a node says it uploaded is looked up in the store; a file that differs is as good as none. */
  const acceptFiles = async (
    lease: LeaseRow,
    files: Files,
  ): Promise<{ name: string; file: AcceptedFile & { contentType: string } }[]> => {
    const keys: Readonly<Record<string, { key: string; contentType: string; required: boolean }>> = writeKeysOf(
      lease.kind,
      lease.payload as PayloadOf<JobKind>,
      lease,
    );
    const names = Object.keys(files);
    const unknown = names.filter((name) => !isWriteOf(lease.kind, name));
    if (unknown.length > 0) throw refuseFiles('FILE_NOT_EXPECTED', unknown);
    const missing = missingWrites(keys, names);
    if (missing.length > 0) throw refuseFiles('FILE_MISSING', missing);
    const found = await Promise.all(
      names.map(async (name) => {
        const target = keys[name];
        const stored = target ? await objects.head(target.key) : null;
        const announced = files[name];
        const isSame = stored?.sha256 === announced?.sha256 && stored?.sizeBytes === announced?.sizeBytes;
        return stored && isSame ? { name, file: stored } : { name, file: null };
      }),
    );
    const differing = found.filter(({ file }) => file === null).map(({ name }) => name);
    if (differing.length > 0) throw refuseFiles('FILE_DIFFERS', differing);
    return found.flatMap(({ name, file }) => (file ? [{ name, file }] : []));
  };

  const endedJob = (lease: LeaseRow) => ({
    jobId: lease.jobId,
    accountId: lease.accountId,
    batchId: lease.batchId,
    payload: lease.payload as PayloadOf<JobKind>,
    attemptCount: lease.attempt,
  });

  const tellBatch = async (trx: Transaction, lease: LeaseRow): Promise<void> => {
    if (lease.batchId !== null) await notify(trx, batchChannel, lease.batchId);
  };

  /** A cancelled job's attempt just ends, whatever it had to say. */
  const endCancelled = async (trx: Transaction, lease: LeaseRow): Promise<void> => {
    await endLease(trx, lease, { outcome: 'cancelled' });
    await endJob(trx, lease.jobId, 'cancelled');
    await tellBatch(trx, lease);
  };

  const settleFailure = async (
    trx: Transaction,
    lease: LeaseRow,
    outcome: 'failed' | 'lost' | 'overrun',
    failure: JobFailure,
  ): Promise<void> => {
    if (!(await endLease(trx, lease, { outcome, failure }))) throw leaseLost();
    if (!(await queue.fail(trx, lease, { failure }))) throw leaseLost();
    if (failure.blame === 'node' && outcome !== 'lost') await nodes.blame(trx, lease.nodeId);
    const harmfulAttemptCount = await countHarmfulAttempts(trx, lease.jobId);
    const { maxAttempts } = jobs[lease.kind];
    const decision = decideRetry({ failure, harmfulAttemptCount, maxAttempts, jitter: Math.random() });
    if (decision.kind !== 'giveUp') {
      await queue.requeue(trx, lease.kind, lease.jobId, decision.delaySeconds);
    } else {
      await endJob(trx, lease.jobId, 'gave_up', failure);
      const gaveUp = completions[lease.kind].gaveUp as (trx: Transaction, job: GivenUpJob<JobKind>) => Promise<void>;
      await gaveUp(trx, { ...endedJob(lease), failure });
    }
    await tellBatch(trx, lease);
  };

  /** Ends an attempt unharmed and lets its job wait again. */
  const handBack = async (trx: Transaction, lease: LeaseRow): Promise<void> => {
    if (!(await endLease(trx, lease, { outcome: 'released' }))) throw leaseLost();
    if (!(await queue.fail(trx, lease, { released: true }))) throw leaseLost();
    await queue.requeue(trx, lease.kind, lease.jobId, 0);
    await tellBatch(trx, lease);
  };

  /** The live lease of an attempt with its job locked; throws 409 where it is over. */
  const lockLive = async (trx: Transaction, ref: { jobId: string; attempt: number; nodeId?: string }) => {
    const lease = await findLease(trx, ref, { lock: true });
    if (!lease || lease.outcome !== null) throw leaseLost();
    return lease;
  };

  /** What is over because it was cancelled is nobody's success and nobody's fault, whatever its node says of it. */
  const tellEnd = ({ kind, isCancelled }: LeaseRow, outcome: string, blame: string): void =>
    onEnd(isCancelled ? { kind, outcome: 'cancelled', blame: 'none' } : { kind, outcome, blame });

  return {
    /** Takes a result in, once: the same completion again is answered alike (B5), one of a superseded attempt 409 (B3). */
    async complete(ref: AttemptOfNode, body: Omit<CompleteRequest, 'result'> & { result?: unknown }): Promise<void> {
      const filesDigest = digestOf(body.files as Files);
      const seen = await findLease(db, ref, { lock: false });
      if (seen?.outcome === 'completed' && seen.filesDigest === filesDigest) return;
      if (!seen || seen.outcome !== null || seen.kind !== body.kind) throw leaseLost();
      const parsed = jobs[seen.kind].result.safeParse(body.result);
      if (!parsed.success) throw new RequestProblemsError(requestProblems(parsed.error, 'result'));
      const accepted = await acceptFiles(seen, body.files as Files);
      const result = parsed.data;
      const ended = await inTransaction(db, async (trx) => {
        const lease = await findLease(trx, ref, { lock: true });
        if (lease?.outcome === 'completed' && lease.filesDigest === filesDigest) return null;
        if (!lease || lease.outcome !== null) throw leaseLost();
        if (lease.isCancelled) {
          await endCancelled(trx, lease);
          return lease;
        }
        const encoder = 'encoder' in result ? { encoder: result.encoder } : {};
        if (!(await endLease(trx, lease, { outcome: 'completed', filesDigest, ...encoder }))) throw leaseLost();
        if (!(await queue.complete(trx, lease))) throw leaseLost();
        await endJob(trx, lease.jobId, 'completed');
        await insertStoredObjects(
          trx,
          lease.accountId,
          accepted.map(({ file }) => file),
        );
        await nodes.absolve(trx, lease.nodeId);
        const files = Object.fromEntries(accepted.map(({ name, file }) => [name, file]));
        const completed = completions[lease.kind].completed as (
          trx: Transaction,
          job: CompletedJob<JobKind>,
        ) => Promise<void>;
        await completed(trx, { ...endedJob(lease), result, files });
        await tellBatch(trx, lease);
        return lease;
      });
      if (ended !== null) tellEnd(ended, 'completed', 'none');
    },

    /** Takes a failure in; blame decides what follows (retry-policy.ts). */
    async fail(ref: AttemptOfNode, failure: JobFailure): Promise<void> {
      const ended = await inTransaction(db, async (trx) => {
        const lease = await lockLive(trx, ref);
        if (lease.isCancelled) await endCancelled(trx, lease);
        else await settleFailure(trx, lease, 'failed', failure);
        return lease;
      });
      tellEnd(ended, 'failed', failure.blame);
    },

    /** Hands a job back unharmed: it waits again at once and the attempt does not count against it. */
    async release(ref: AttemptOfNode): Promise<void> {
      const ended = await inTransaction(db, async (trx) => {
        const lease = await lockLive(trx, ref);
        if (lease.isCancelled) await endCancelled(trx, lease);
        else await handBack(trx, lease);
        return lease;
      });
      tellEnd(ended, 'released', 'none');
    },

    /**
     * An operator puts a job back: taken from its node, or due at once where it rests before its next try. The
     * attempt does not count against it, and whatever its node still sends is refused (B3).
     *
     * @returns `changed` false where it waits and is due; `attempt` of the lease that ended
     * @throws Refusal 404 where there is no such job, 409 JOB_OVER where it has ended or was cancelled
     */
    async requeue(
      trx: Transaction,
      jobId: string,
    ): Promise<{ kind: JobKind; changed: boolean; attempt: number | null }> {
      const job = await lockJob(trx, jobId);
      if (job === null) throw notFound('job');
      if (job.isEnded) throw jobOver('is over');
      if (job.isCancelled) throw jobOver('was cancelled');
      const { kind, liveAttempt: attempt } = job;
      if (attempt === null) return { kind, changed: await queue.makeDue(trx, kind, jobId), attempt };
      const lease = await findLease(trx, { jobId, attempt }, { lock: false });
      if (!lease || lease.outcome !== null) throw leaseLost();
      await handBack(trx, lease);
      return { kind, changed: true, attempt };
    },

    /** Ends an attempt whose node fell silent or whose time is up; false where it ended by itself meanwhile. */
    async lose(ref: { jobId: string; attempt: number }, reason: 'lost' | 'overrun'): Promise<boolean> {
      const ended = await inTransaction(db, async (trx) => {
        const lease = await findLease(trx, ref, { lock: true });
        if (!lease || lease.outcome !== null) return null;
        if (lease.isCancelled) await endCancelled(trx, lease);
        else await settleFailure(trx, lease, reason, lostAttemptFailure(reason));
        return lease;
      });
      if (ended === null) return false;
      tellEnd(ended, reason, 'node');
      return true;
    },
  };
};
export type EndAttempt = ReturnType<typeof endAttempt>;
