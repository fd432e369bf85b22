import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import type { NarrationSegment } from '@reelyard/shared/contracts/jobs/narration-synthesize.ts';
import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../database/connection.ts';
import { newId } from '../database/new-id.ts';
import type { NarrationTakeTable } from '../database/schema.gen.ts';

interface ReadyTake {
  readonly state: 'ready';
  readonly takeKey: string;
  readonly durationSeconds: number;
  readonly segments: readonly NarrationSegment[];
  /** Why it could not be made anew; null where that was not tried, or went well. */
  readonly failure: JobFailure | null;
}

export type Take = (
  | { readonly state: 'building' }
  | ReadyTake
  | { readonly state: 'failed'; readonly failure: JobFailure }
) & {
  /** The job that makes it, or made it last. */
  readonly jobId: string | null;
  readonly updatedAt: Date;
};

const takeOf = (row: Selectable<NarrationTakeTable>): Take => {
  const { job_id: jobId, updated_at: updatedAt, take_key: takeKey, duration_seconds: durationSeconds } = row;
  const failure = row.failure as JobFailure | null;
  if (row.state === 'ready' && takeKey !== null && durationSeconds !== null) {
    const segments = row.segments as NarrationSegment[];
    return { state: 'ready', jobId, updatedAt, takeKey, durationSeconds, segments, failure };
  }
  return row.state === 'failed' && failure !== null
    ? { state: 'failed', jobId, updatedAt, failure }
    : { state: 'building', jobId, updatedAt };
};

export const findTake = async (db: Database, accountId: string, scriptHash: string): Promise<Take | null> => {
  const row = await db
    .selectFrom('narration_take')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('script_hash', '=', scriptHash)
    .executeTakeFirst();
  return row ? takeOf(row) : null;
};

/**
 * Makes this transaction the one that has the take made: of a script that has none, or whose last try failed; with
 * `force` also of one that is ready. False where it is there or being made. The take's row stays locked until the
 * transaction ends either way, so that its job does not end unseen.
 */
export const claimTake = async (
  trx: Transaction,
  take: { accountId: string; scriptHash: string; voiceId: string },
  { force }: { force: boolean },
): Promise<boolean> => {
  const row = await trx
    .insertInto('narration_take')
    .values({
      id: newId('nar'),
      account_id: take.accountId,
      script_hash: take.scriptHash,
      voice_id: take.voiceId,
      state: 'building',
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'script_hash'])
        .doUpdateSet({ state: 'building', failure: null, updated_at: sql<Date>`now()` })
        .where('narration_take.state', 'in', force ? ['failed', 'ready'] : ['failed']),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** The job of a take that was claimed. */
export const saveTakeJob = async (
  trx: Transaction,
  { accountId, scriptHash }: { accountId: string; scriptHash: string },
  jobId: string,
): Promise<void> => {
  await trx
    .updateTable('narration_take')
    .set({ job_id: jobId })
    .where('account_id', '=', accountId)
    .where('script_hash', '=', scriptHash)
    .execute();
};

export const saveTakeReady = async (
  trx: Transaction,
  jobId: string,
  take: { takeKey: string; durationSeconds: number; segments: readonly NarrationSegment[] },
): Promise<void> => {
  await trx
    .updateTable('narration_take')
    .set({
      state: 'ready',
      take_key: take.takeKey,
      duration_seconds: take.durationSeconds,
      segments: JSON.stringify(take.segments),
      failure: null,
      made_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where('job_id', '=', jobId)
    .where('state', '=', 'building')
    .execute();
};

/** A take that could not be made anew stays what it was. */
export const saveTakeFailed = async (trx: Transaction, jobId: string, failure: JobFailure): Promise<void> => {
  await trx
    .updateTable('narration_take')
    .set({
      state: sql<'ready' | 'failed'>`case when take_key is null then 'failed' else 'ready' end`,
      failure: JSON.stringify(failure),
      updated_at: sql<Date>`now()`,
    })
    .where('job_id', '=', jobId)
    .where('state', '=', 'building')
    .execute();
};

/** Notes that a take of this script was ordered for a project. */
export const saveRequest = async (trx: Transaction, projectId: string, scriptHash: string): Promise<void> => {
  await trx
    .insertInto('narration_request')
    .values({ project_id: projectId, script_hash: scriptHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Whether a take was made, or is being made, for any script that the project ever had. */
export const hadTake = async (db: Database, accountId: string, projectId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('narration_request as request')
    .innerJoin('narration_take as take', 'take.script_hash', 'request.script_hash')
    .select('take.id')
    .where('request.project_id', '=', projectId)
    .where('take.account_id', '=', accountId)
    .where('take.state', '<>', 'failed')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Jobs of everybody that wait longer than this one for the same places of a node (exports and takes share them); null
 * where it does not wait: a node works on it, or it is over.
 */
export const countJobsAhead = async (db: Database, jobId: string): Promise<number | null> => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from job j join pgboss.job p on p.name = j.kind and p.id = j.id
             where j.ended_at is null and p.state < 'active' and j.created_at < own.created_at
               and j.kind in ('narration.synthesize', 'export.assemble')) as count
      from job own
     where own.id = ${jobId} and own.ended_at is null
       and not exists (select 1 from lease l where l.job_id = own.id and l.ended_at is null)`.execute(db);
  return rows[0]?.count ?? null;
};

/** Milliseconds for each second of a take, on the farm's latest ones; null where none was spoken yet. */
export const measuredTakeMsPerSecond = async (db: Database): Promise<number | null> => {
  const { rows } = await sql<{ ms: number | null }>`
    select 1000 * sum(extract(epoch from ended_at - granted_at))::float8 / sum(duration_seconds) as ms
      from (select l.ended_at, l.granted_at, t.duration_seconds
              from lease l join narration_take t on t.job_id = l.job_id
             where l.outcome = 'completed' and t.duration_seconds > 0
             order by l.ended_at desc limit 10) latest`.execute(db);
  return rows[0]?.ms ?? null;
};
