import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import type { JobKind } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Progress } from '@reelyard/shared/contracts/node-protocol.ts';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/connection.ts';

export const insertLease = async (
  trx: Transaction,
  lease: {
    jobId: string;
    attempt: number;
    nodeId: string;
    kind: JobKind;
    encoder: string | null;
    leaseSeconds: number;
    maxRunSeconds: number;
  },
): Promise<{ accountId: string }> => {
  const row = await trx
    .insertInto('lease')
    .columns([
      'job_id',
      'attempt',
      'node_id',
      'account_id',
      'kind',
      'batch_id',
      'encoder',
      'lease_seconds',
      'max_run_seconds',
    ])
    .expression((build) =>
      build
        .selectFrom('job')
        .select([
          'id',
          sql<number>`${lease.attempt}::int`.as('attempt'),
          sql<string>`${lease.nodeId}::text`.as('node_id'),
          'account_id',
          'kind',
          'batch_id',
          sql<string | null>`${lease.encoder}::text`.as('encoder'),
          sql<number>`${lease.leaseSeconds}::int`.as('lease_seconds'),
          sql<number>`${lease.maxRunSeconds}::int`.as('max_run_seconds'),
        ])
        .where('id', '=', lease.jobId),
    )
    .returning('account_id')
    .executeTakeFirstOrThrow();
  return { accountId: row.account_id };
};

export interface LeaseRow {
  readonly jobId: string;
  readonly attempt: number;
  readonly nodeId: string;
  readonly accountId: string;
  readonly kind: JobKind;
  readonly batchId: string | null;
  readonly outcome: string | null;
  readonly filesDigest: string | null;
  readonly isCancelled: boolean;
  readonly payload: unknown;
}

/** One attempt with its job. With `lock`, the job is locked: whatever ends it waits for us, or we for it. */
export const findLease = async (
  db: Database,
  ref: { jobId: string; attempt: number; nodeId?: string },
  { lock }: { lock: boolean },
): Promise<LeaseRow | null> => {
  if (lock) await db.selectFrom('job').select('id').where('id', '=', ref.jobId).forNoKeyUpdate().execute();
  const { rows } = await sql<{
    job_id: string;
    attempt: number;
    node_id: string;
    account_id: string;
    kind: JobKind;
    batch_id: string | null;
    outcome: string | null;
    files_digest: string | null;
    is_cancelled: boolean;
    payload: unknown;
  }>`
    select l.job_id, l.attempt, l.node_id, l.account_id, l.kind, l.batch_id, l.outcome, l.files_digest,
           j.cancelled_at is not null as is_cancelled, p.data as payload
      from lease l
      join job j on j.id = l.job_id
      left join pgboss.job p on p.name = l.kind and p.id = l.job_id
     where l.job_id = ${ref.jobId}::uuid and l.attempt = ${ref.attempt}
       and (${ref.nodeId ?? null}::text is null or l.node_id = ${ref.nodeId ?? null})`.execute(db);
  const row = rows[0];
  return row
    ? {
        jobId: row.job_id,
        attempt: row.attempt,
        nodeId: row.node_id,
        accountId: row.account_id,
        kind: row.kind,
        batchId: row.batch_id,
        outcome: row.outcome,
        filesDigest: row.files_digest,
        isCancelled: row.is_cancelled,
        payload: row.payload,
      }
    : null;
};

/**
 * Renews a live lease by database time and notes its progress; null where the lease is over. One statement with the
 * old state in its WHERE: a late heartbeat revives nothing.
 */
export const renewLease = async (
  db: Database,
  ref: { jobId: string; attempt: number; nodeId: string },
  progress: Progress | undefined,
): Promise<{ batchId: string | null; isCancelled: boolean } | null> => {
  const row = await db
    .updateTable('lease')
    .from('job')
    .set({
      heartbeat_at: sql<Date>`now()`,
      ...(progress
        ? { progress_stage: progress.stage, progress_done: progress.done, progress_total: progress.total }
        : {}),
    })
    .whereRef('job.id', '=', 'lease.job_id')
    .where('lease.job_id', '=', ref.jobId)
    .where('lease.attempt', '=', ref.attempt)
    .where('lease.node_id', '=', ref.nodeId)
    .where('lease.ended_at', 'is', null)
    .returning(['lease.batch_id', sql<boolean>`job.cancelled_at is not null`.as('is_cancelled')])
    .executeTakeFirst();
  return row ? { batchId: row.batch_id, isCancelled: row.is_cancelled } : null;
};

export type LeaseOutcome = 'completed' | 'failed' | 'lost' | 'overrun' | 'released' | 'cancelled';

/** Ends a live lease; false where it was over. */
export const endLease = async (
  trx: Transaction,
  ref: { jobId: string; attempt: number },
  end: { outcome: LeaseOutcome; failure?: JobFailure; filesDigest?: string; encoder?: string },
): Promise<boolean> => {
  const row = await trx
    .updateTable('lease')
    .set({
      ended_at: sql<Date>`now()`,
      outcome: end.outcome,
      ...(end.failure ? { failure: JSON.stringify(end.failure) } : {}),
      ...(end.filesDigest ? { files_digest: end.filesDigest } : {}),
      ...(end.encoder ? { encoder: end.encoder } : {}),
    })
    .where('job_id', '=', ref.jobId)
    .where('attempt', '=', ref.attempt)
    .where('ended_at', 'is', null)
    .returning('job_id')
    .executeTakeFirst();
  return row !== undefined;
};

export const countHarmfulAttempts = async (trx: Transaction, jobId: string): Promise<number> => {
  const row = await trx
    .selectFrom('lease')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('job_id', '=', jobId)
    .where('outcome', 'in', ['failed', 'lost', 'overrun'])
    .executeTakeFirstOrThrow();
  return row.count;
};

export interface DueLease {
  readonly jobId: string;
  readonly attempt: number;
  readonly reason: 'lost' | 'overrun';
}

/** Live leases whose heartbeat stopped, whose time is up, or whose node is lost: all by database time (I15, B16). */
export const listDueLeases = async (db: Database): Promise<DueLease[]> => {
  const { rows } = await sql<{ job_id: string; attempt: number; reason: 'lost' | 'overrun' }>`
    select l.job_id, l.attempt,
           case when l.granted_at < now() - make_interval(secs => l.max_run_seconds) then 'overrun' else 'lost' end as reason
      from lease l
      join node n on n.id = l.node_id
     where l.ended_at is null
       and (l.heartbeat_at < now() - make_interval(secs => l.lease_seconds)
            or l.granted_at < now() - make_interval(secs => l.max_run_seconds)
            or n.state in ('lost', 'offline'))`.execute(db);
  return rows.map((row) => ({ jobId: row.job_id, attempt: row.attempt, reason: row.reason }));
};

export const listLeasesOfNode = async (db: Database, nodeId: string): Promise<{ jobId: string; attempt: number }[]> => {
  const rows = await db
    .selectFrom('lease')
    .select(['job_id', 'attempt'])
    .where('node_id', '=', nodeId)
    .where('ended_at', 'is', null)
    .execute();
  return rows.map((row) => ({ jobId: row.job_id, attempt: row.attempt }));
};
