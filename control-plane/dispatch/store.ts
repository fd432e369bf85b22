import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import { type JobKind, jobKinds } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Progress } from '@reelyard/shared/contracts/node-protocol.ts';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database/connection.ts';
import type { WaitingJob } from './assign-lease.ts';
import type { AcceptedFile } from './completions.ts';

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

/** Grants are decided one at a time over all control planes, so that shares, slots and order are exact. */
const grantLockKey = 727_465_002;
export const lockGrants = async (trx: Transaction): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${grantLockKey})`.execute(trx);
};

/** How many jobs of one account and kind the rule gets to see: enough to pass over those that want another node. */
const depthPerAccount = 16;

/**
 * The jobs that may be granted now: the first few of every account and kind, so that one account's long queue hides
 * nobody else's (B13). State and start time are pg-boss's; whose job it is stands in our row. The partial index
 * job_unfinished bounds the scan to what is not over.
 */
export const listWaiting = async (trx: Database, kinds: readonly JobKind[]): Promise<WaitingJob[]> => {
  const { rows } = await sql<{
    id: string;
    kind: JobKind;
    account_id: string;
    weight: number;
    priority: number;
    waited_seconds: number;
    codec: string | null;
    voice_id: string | null;
    batch_encoder: string | null;
    failed_node_ids: string[];
  }>`
    with waiting as (
      select j.id, j.kind, j.account_id, j.batch_id, j.weight, j.priority,
             p.data ->> 'codec' as codec, p.data ->> 'voiceId' as voice_id,
             extract(epoch from now() - p.start_after)::float8 as waited_seconds,
             row_number() over (partition by j.account_id, j.kind order by j.priority desc, j.created_at, j.id) as place
        from job j
        join pgboss.job p on p.name = j.kind and p.id = j.id
       where j.ended_at is null and j.kind = any(${kinds}::text[])
         and p.state < 'active' and p.start_after <= now()
    )
    select w.*,
           (select l.encoder from lease l
             where l.batch_id = w.batch_id and l.kind = 'scene.render' and l.encoder is not null
               and (l.ended_at is null or l.outcome = 'completed')
             order by l.granted_at desc limit 1) as batch_encoder,
           array(select distinct l.node_id from lease l
                  where l.job_id = w.id and l.outcome in ('failed', 'lost', 'overrun')) as failed_node_ids
      from waiting w
     where w.place <= ${depthPerAccount}`.execute(trx);
  return rows.map((row) => ({
    jobId: row.id,
    kind: row.kind,
    accountId: row.account_id,
    weight: row.weight,
    priority: row.priority,
    waitedSeconds: row.waited_seconds,
    codec: row.codec,
    voiceId: row.voice_id,
    batchEncoder: row.batch_encoder,
    failedNodeIds: row.failed_node_ids,
  }));
};

export const countActiveLeases = async (trx: Database): Promise<Map<string, number>> => {
  const rows = await trx
    .selectFrom('lease')
    .select(['account_id', sql<number>`count(*)::int`.as('count')])
    .where('ended_at', 'is', null)
    .groupBy('account_id')
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.count]));
};

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
  if (lock) await db.selectFrom('job').select('id').where('id', '=', ref.jobId).forUpdate().execute();
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

export const countHarmfulAttempts = async (trx: Transaction, jobId: string): Promise<number> => {
  const row = await trx
    .selectFrom('lease')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('job_id', '=', jobId)
    .where('outcome', 'in', ['failed', 'lost', 'overrun'])
    .executeTakeFirstOrThrow();
  return row.count;
};

/** The unfinished jobs of a batch, marked so that their heartbeats answer stop; each with its live attempt. */
export const markBatchCancelled = async (
  trx: Transaction,
  batchId: string,
): Promise<{ jobId: string; kind: JobKind; isLeased: boolean }[]> => {
  const rows = await trx
    .updateTable('job')
    .set({ cancelled_at: sql<Date>`now()` })
    .where('batch_id', '=', batchId)
    .where('ended_at', 'is', null)
    .returning([
      'id',
      'kind',
      sql<boolean>`exists(select 1 from lease l where l.job_id = job.id and l.ended_at is null)`.as('is_leased'),
    ])
    .execute();
  return rows.map((row) => ({ jobId: row.id, kind: row.kind as JobKind, isLeased: row.is_leased }));
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

export interface QueueDepth {
  readonly kind: JobKind;
  readonly waitingCount: number;
  readonly activeCount: number;
  readonly oldestWaitSeconds: number;
}

/** What every kind's queue holds now. */
export const listQueueDepths = async (db: Database): Promise<QueueDepth[]> => {
  const { rows } = await sql<{ kind: JobKind; waiting: number; active: number; oldest: number }>`
    select k.kind,
           count(p.id) filter (where p.state < 'active')::int as waiting,
           count(p.id) filter (where p.state = 'active')::int as active,
           coalesce(extract(epoch from now() - min(p.start_after) filter (where p.state < 'active')), 0)::float8 as oldest
      from unnest(${jobKinds}::text[]) as k (kind)
      left join job j on j.kind = k.kind and j.ended_at is null
      left join pgboss.job p on p.name = j.kind and p.id = j.id
     group by k.kind`.execute(db);
  return rows.map((row) => ({
    kind: row.kind,
    waitingCount: row.waiting,
    activeCount: row.active,
    oldestWaitSeconds: Math.max(0, row.oldest),
  }));
};
