import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import type { JobKind } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Database, Transaction } from '../../database/connection.ts';
import type { AcceptedFile } from '../completions.ts';

export interface JobRow {
  readonly id: string;
  readonly accountId: string;
  readonly weight: number;
  readonly priority: number;
  readonly batchId: string | null;
}

export const insertJobs = async (trx: Transaction, kind: JobKind, rows: readonly JobRow[]): Promise<void> => {
  await trx
    .insertInto('job')
    .values(
      rows.map(({ id, accountId, weight, priority, batchId }) => ({
        id,
        kind,
        account_id: accountId,
        batch_id: batchId,
        priority,
        weight,
      })),
    )
    .execute();
};

export const endJob = async (
  trx: Transaction,
  jobId: string,
  outcome: 'completed' | 'gave_up' | 'cancelled',
  failure?: JobFailure,
): Promise<void> => {
  await trx
    .updateTable('job')
    .set({ ended_at: sql<Date>`now()`, outcome, ...(failure ? { failure: JSON.stringify(failure) } : {}) })
    .where('id', '=', jobId)
    .where('ended_at', 'is', null)
    .execute();
};

/** Locks a job, as whatever ends it does, and tells what is to be known of it; null where there is none. */
export const lockJob = async (
  trx: Transaction,
  jobId: string,
): Promise<{ kind: JobKind; isEnded: boolean; isCancelled: boolean; liveAttempt: number | null } | null> => {
  const locked = await trx.selectFrom('job').select('id').where('id', '=', jobId).forNoKeyUpdate().executeTakeFirst();
  if (locked === undefined) return null;
  const row = await trx
    .selectFrom('job')
    .select([
      'kind',
      sql<boolean>`ended_at is not null`.as('isEnded'),
      sql<boolean>`cancelled_at is not null`.as('isCancelled'),
      sql<number | null>`(select attempt from lease l where l.job_id = job.id and l.ended_at is null)`.as(
        'liveAttempt',
      ),
    ])
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  return { ...row, kind: row.kind as JobKind };
};

/** Whether a waiting job may not be granted yet. */
export const isResting = async (trx: Transaction, kind: JobKind, jobId: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from pgboss.job where name = ${kind} and id = ${jobId}::uuid and state < 'active' and start_after > now()`.execute(
    trx,
  );
  return rows.length > 0;
};

/** Changes the priority of a job that is not over; false where it has that priority. Null where it is over or none. */
export const savePriority = async (trx: Transaction, jobId: string, priority: number): Promise<boolean | null> => {
  const row = await trx
    .selectFrom('job')
    .select('priority')
    .where('id', '=', jobId)
    .where('ended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  await trx.updateTable('job').set({ priority }).where('id', '=', jobId).execute();
  return row.priority !== priority;
};

export interface CancelledJob {
  readonly jobId: string;
  readonly kind: JobKind;
  readonly batchId: string | null;
  readonly isLeased: boolean;
}

/** The unfinished ones of these jobs, marked so that their heartbeats answer stop; each with whether an attempt is live. */
const markCancelled = async (trx: Transaction, ofWhich: Expression<SqlBool>): Promise<CancelledJob[]> => {
  const rows = await trx
    .updateTable('job')
    .set({ cancelled_at: sql<Date>`now()` })
    .where(ofWhich)
    .where('ended_at', 'is', null)
    .returning([
      'id',
      'kind',
      'batch_id',
      sql<boolean>`exists(select 1 from lease l where l.job_id = job.id and l.ended_at is null)`.as('is_leased'),
    ])
    .execute();
  return rows.map((row) => ({
    jobId: row.id,
    kind: row.kind as JobKind,
    batchId: row.batch_id,
    isLeased: row.is_leased,
  }));
};

export const markBatchCancelled = (trx: Transaction, batchId: string): Promise<CancelledJob[]> =>
  markCancelled(trx, sql<SqlBool>`batch_id = ${batchId}`);

export const markJobsCancelled = (trx: Transaction, jobIds: readonly string[]): Promise<CancelledJob[]> =>
  markCancelled(trx, sql<SqlBool>`id = any(${jobIds}::uuid[])`);

/** Notes the accepted files of a result: what is referenced from elsewhere is here with the hash that was verified. */
export const insertStoredObjects = async (
  trx: Transaction,
  accountId: string,
  files: readonly (AcceptedFile & { contentType: string })[],
): Promise<void> => {
  if (files.length === 0) return;
  await trx
    .insertInto('stored_object')
    .values(
      files.map(({ key, sha256, sizeBytes, contentType }) => ({
        key,
        account_id: accountId,
        sha256,
        size_bytes: sizeBytes,
        content_type: contentType,
      })),
    )
    .execute();
};

export const notify = async (db: Database, channel: string, payload: string): Promise<void> => {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
};
