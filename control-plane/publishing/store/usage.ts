import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/connection.ts';
import { liveStates } from '../publish-state.ts';

/**
 * Serialises what an account may do at once and in one day: the counts below are then exact (G9). NO KEY, because a
 * full lock would also stop every insert that refers to the account, and with it the completions of its jobs.
 */
export const lockAccount = async (trx: Transaction, accountId: string): Promise<{ now: Date }> =>
  trx
    .selectFrom('account')
    .select(sql<Date>`now()`.as('now'))
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

export const countLivePublishes = async (trx: Transaction, accountId: string): Promise<number> =>
  (
    await trx
      .selectFrom('publish')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('account_id', '=', accountId)
      .where('kind', '=', 'publish')
      .where('state', 'in', liveStates)
      .executeTakeFirstOrThrow()
  ).count;

/** What the account's test keys used since `from` (S120). */
export const sandboxUsage = async (
  db: Database,
  accountId: string,
  from: Date,
): Promise<{ sceneRenders: number; exports: number }> => {
  const { rows } = await sql<{ scene_renders: number; exports: number }>`
    select (select count(distinct s.job_id)::int from publish_scene s join publish p on p.id = s.publish_id
             where p.account_id = ${accountId} and p.environment = 'test' and p.created_at >= ${from}
               and s.job_id is not null) as scene_renders,
           (select count(*)::int from publish p
             where p.account_id = ${accountId} and p.environment = 'test' and p.created_at >= ${from}
               and p.kind = 'publish') as exports`.execute(db);
  return { sceneRenders: rows[0]?.scene_renders ?? 0, exports: rows[0]?.exports ?? 0 };
};

/** Milliseconds for a frame: of this publish's own scenes, else of the farm's latest at this size; null without any. */
export const measuredMsPerFrame = async (db: Database, publishId: string, widthPx: number): Promise<number | null> => {
  const { rows } = await sql<{ own: number | null; farm: number | null }>`
    select (select sum(r.render_ms) / sum(r.frame_count) from publish_scene s join rendition r on r.id = s.rendition_id
             where s.publish_id = ${publishId} and not s.reused) as own,
           (select sum(render_ms) / sum(frame_count)
              from (select render_ms, frame_count from rendition where width_px = ${widthPx}
                     order by created_at desc limit 20) latest) as farm`.execute(db);
  return rows[0]?.own ?? rows[0]?.farm ?? null;
};

/** Jobs that wait longer than the first waiting one of this publish. */
export const countJobsAhead = async (db: Database, publishId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    with waiting as (
      select j.id, j.batch_id, j.created_at from job j join pgboss.job p on p.name = j.kind and p.id = j.id
       where j.ended_at is null and p.state < 'active')
    select count(*)::int as count from waiting
     where batch_id is distinct from ${publishId}
       and created_at < (select min(created_at) from waiting where batch_id = ${publishId})`.execute(db);
  return rows[0]?.count ?? 0;
};

/**
 * Frames of others that are drawn before the first scene of this publish that waits: their scenes that are under way
 * or were queued earlier. Of every publish where it is null.
 */
export const countFramesAhead = async (db: Database, publishId: string | null): Promise<number> => {
  const { rows } = await sql<{ frames: number }>`
    with ahead as (
      select distinct on (j.id) s.frame_count - coalesce(l.progress_done, 0) as frames
        from publish_scene s
        join job j on j.id = s.job_id
        left join lease l on l.job_id = j.id and l.ended_at is null
       where s.state = 'queued' and j.ended_at is null and s.publish_id is distinct from ${publishId}
         and (${publishId}::text is null or j.created_at < (
           select min(own.created_at) from job own
            where own.batch_id = ${publishId} and own.kind = 'scene.render' and own.ended_at is null
              and not exists (select 1 from lease held where held.job_id = own.id and held.ended_at is null))))
    select coalesce(sum(greatest(frames, 0)), 0)::int as frames from ahead`.execute(db);
  return rows[0]?.frames ?? 0;
};
