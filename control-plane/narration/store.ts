import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import type { NarrationSegment } from '@reelyard/shared/contracts/jobs/narration-synthesize.ts';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database/connection.ts';
import { newId } from '../database/new-id.ts';

export type Take =
  | { readonly state: 'building' }
  | { readonly state: 'ready'; readonly takeKey: string; readonly segments: readonly NarrationSegment[] }
  | { readonly state: 'failed'; readonly failure: JobFailure };

const takeOf = (row: { state: Take['state']; take_key: string | null; segments: unknown; failure: unknown }): Take => {
  if (row.state === 'ready' && row.take_key !== null) {
    return { state: 'ready', takeKey: row.take_key, segments: row.segments as NarrationSegment[] };
  }
  return row.state === 'failed' ? { state: 'failed', failure: row.failure as JobFailure } : { state: 'building' };
};

/** The take of a script; with `lock` its end waits for us, so that nobody builds on a state that just changed. */
export const findTake = async (
  db: Database,
  accountId: string,
  scriptHash: string,
  { lock }: { lock: boolean },
): Promise<Take | null> => {
  const query = db
    .selectFrom('narration_take')
    .select(['state', 'take_key', 'segments', 'failure'])
    .where('account_id', '=', accountId)
    .where('script_hash', '=', scriptHash);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row ? takeOf(row) : null;
};

/** Notes that a take is being made; one that failed before is made anew. */
export const saveTakeBuilding = async (
  trx: Transaction,
  take: { accountId: string; scriptHash: string; voiceId: string; jobId: string },
): Promise<void> => {
  await trx
    .insertInto('narration_take')
    .values({
      id: newId('nar'),
      account_id: take.accountId,
      script_hash: take.scriptHash,
      voice_id: take.voiceId,
      state: 'building',
      job_id: take.jobId,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'script_hash'])
        .doUpdateSet({ state: 'building', job_id: take.jobId, failure: null, updated_at: sql<Date>`now()` })
        .where('narration_take.state', '=', 'failed'),
    )
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
      updated_at: sql<Date>`now()`,
    })
    .where('job_id', '=', jobId)
    .where('state', '=', 'building')
    .execute();
};

export const saveTakeFailed = async (trx: Transaction, jobId: string, failure: JobFailure): Promise<void> => {
  await trx
    .updateTable('narration_take')
    .set({ state: 'failed', failure: JSON.stringify(failure), updated_at: sql<Date>`now()` })
    .where('job_id', '=', jobId)
    .where('state', '=', 'building')
    .execute();
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
