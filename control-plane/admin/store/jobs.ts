import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import type { JobKind } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { VideoCodec } from '@reelyard/shared/contracts/render-format.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/connection.ts';

export type JobState = 'waiting' | 'running' | 'stopping' | 'completed' | 'gave_up' | 'cancelled';

export interface JobRecord {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly accountId: string;
  readonly batchId: string | null;
  readonly priority: number;
  readonly weight: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** When it may be granted; null where it does not wait. */
  readonly dueAt: Date | null;
  readonly isResting: boolean;
  readonly failure: JobFailure | null;
  /** What it asks of a node. */
  readonly codec: VideoCodec | null;
  readonly voiceId: string | null;
}

const state = sql`case when j.outcome is not null then j.outcome when j.cancelled_at is not null then 'stopping'
  when p.state = 'active' then 'running' else 'waiting' end`;

/** Of the payload only what a node has to be able to do: the rest is the account's own. */
const columns = sql`j.id, j.kind, ${state} as state, j.account_id as "accountId", j.batch_id as "batchId", j.priority,
  j.weight, j.created_at as "createdAt", j.ended_at as "endedAt", j.failure,
  case when ${state} = 'waiting' then p.start_after end as "dueAt",
  (${state} = 'waiting' and p.start_after > now()) as "isResting",
  p.data ->> 'codec' as codec, p.data ->> 'voiceId' as "voiceId"`;
const source = sql`job j left join pgboss.job p on p.name = j.kind and p.id = j.id`;

/** Each as an index can answer it: what is over by its outcome, what is not by the index of unfinished jobs. */
const conditions: Readonly<Record<JobState, RawBuilder<unknown>>> = {
  waiting: sql`j.ended_at is null and j.cancelled_at is null and p.state < 'active'`,
  running: sql`j.ended_at is null and j.cancelled_at is null and p.state = 'active'`,
  stopping: sql`j.ended_at is null and j.cancelled_at is not null`,
  completed: sql`j.outcome = 'completed'`,
  gave_up: sql`j.outcome = 'gave_up'`,
  cancelled: sql`j.outcome = 'cancelled'`,
};

export interface JobFilter {
  readonly state: JobState | null;
  readonly kind: JobKind | null;
  readonly accountId: string | null;
  readonly before: string | null;
  readonly limit: number;
}

/** Newest first: ids are made from the time. */
export const listJobs = async (db: Database, filter: JobFilter): Promise<JobRecord[]> => {
  const wanted = [
    ...(filter.state === null ? [] : [conditions[filter.state]]),
    ...(filter.kind === null ? [] : [sql`j.kind = ${filter.kind}`]),
    ...(filter.accountId === null ? [] : [sql`j.account_id = ${filter.accountId}`]),
    ...(filter.before === null ? [] : [sql`j.id < ${filter.before}::uuid`]),
    sql`true`,
  ];
  const { rows } = await sql<JobRecord>`
    select ${columns} from ${source} where ${sql.join(wanted, sql` and `)}
     order by j.id desc limit ${filter.limit}`.execute(db);
  return rows;
};

export const findJob = async (db: Database, jobId: string): Promise<JobRecord | null> =>
  (await sql<JobRecord>`select ${columns} from ${source} where j.id = ${jobId}::uuid`.execute(db)).rows[0] ?? null;

/** Up to 60 jobs of each batch, unfinished first. */
export const jobsOfBatches = async (
  db: Database,
  batchIds: readonly string[],
): Promise<Partial<Record<string, JobRecord[]>>> => {
  const { rows } = await sql<JobRecord & { batchId: string }>`
    select own.* from unnest(${batchIds}::text[]) as b (id) cross join lateral (
      select ${columns} from ${source} where j.batch_id = b.id
       order by j.ended_at is not null, j.id limit 60) own`.execute(db);
  return Object.groupBy(rows, ({ batchId }) => batchId);
};

export interface AttemptRecord {
  readonly jobId: string;
  readonly number: number;
  readonly kind: JobKind;
  readonly nodeId: string;
  readonly accountId: string;
  readonly encoder: string | null;
  readonly grantedAt: Date;
  readonly heartbeatAt: Date;
  readonly endedAt: Date | null;
  readonly outcome: string | null;
  readonly stage: string | null;
  readonly done: number | null;
  readonly total: number | null;
  readonly failure: JobFailure | null;
}

const attemptColumns = sql`job_id as "jobId", attempt as number, kind, node_id as "nodeId", account_id as "accountId",
  encoder, granted_at as "grantedAt", heartbeat_at as "heartbeatAt", ended_at as "endedAt", outcome,
  progress_stage as stage, progress_done as done, progress_total as total, failure`;

/** The last 20 attempts of each job, oldest first. */
export const attemptsOfJobs = async (
  db: Database,
  jobIds: readonly string[],
): Promise<Partial<Record<string, AttemptRecord[]>>> => {
  const { rows } = await sql<AttemptRecord>`
    select own.* from unnest(${jobIds}::uuid[]) as i (id) cross join lateral (
      select ${attemptColumns} from lease where job_id = i.id order by attempt desc limit 20) own
     order by number`.execute(db);
  return Object.groupBy(rows, ({ jobId }) => jobId);
};

/** What each node works on now. */
export const leasesOfNodes = async (
  db: Database,
  nodeIds: readonly string[],
): Promise<Partial<Record<string, AttemptRecord[]>>> => {
  const { rows } = await sql<AttemptRecord>`
    select ${attemptColumns} from lease
     where node_id = any(${nodeIds}::text[]) and ended_at is null order by granted_at`.execute(db);
  return Object.groupBy(rows, ({ nodeId }) => nodeId);
};
