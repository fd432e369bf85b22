import { type JobKind, jobKinds } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { UnfinishedWork } from '../backlog.ts';

/** Enough to level out odd attempts, and few enough to follow a change of machines within minutes. */
const measuredAttempts = 50;
/** Pixels a second of 1080p at 30 fps: the size 1 of a scene. */
const pixelRateOfOne = 1_920 * 1_080 * 30;

const sizeOf = (table: 'p' | 'done') => sql`
  case when k.kind = 'scene.render'
       then (${sql.ref(`${table}.data`)} ->> 'widthPx')::float8 * (${sql.ref(`${table}.data`)} ->> 'heightPx')::float8
            * (${sql.ref(`${table}.data`)} ->> 'fps')::float8 / ${pixelRateOfOne}
       else 1 end`;

/**
 * What every kind has left to do, and what its latest attempts took. What is not over is found by the partial index
 * job_unfinished, the latest attempts by lease_measured: neither grows with what the farm did before (160 ms with 20,000
 * scenes that wait, after 200,000 that are done).
 */
export const listUnfinishedWork = async (db: Database): Promise<UnfinishedWork[]> => {
  const { rows } = await sql<{
    kind: JobKind;
    waiting: number;
    running: { size: number; elapsedSeconds: number }[];
    measured_seconds: number | null;
    measured_size: number | null;
  }>`
    select k.kind, unfinished.waiting, unfinished.running, latest.seconds as measured_seconds, latest.size as measured_size
      from unnest(${jobKinds}::text[]) as k (kind)
      cross join lateral (
        select coalesce(sum(${sizeOf('p')}) filter (where l.job_id is null), 0)::float8 as waiting,
               coalesce(json_agg(json_build_object('size', ${sizeOf('p')},
                          'elapsedSeconds', extract(epoch from now() - l.granted_at)::float8))
                        filter (where l.job_id is not null), '[]') as running
          from job j
          join pgboss.job p on p.name = j.kind and p.id = j.id
          left join lease l on l.job_id = j.id and l.ended_at is null
         where j.kind = k.kind and j.ended_at is null) unfinished
      cross join lateral (
        select sum(done.seconds)::float8 as seconds, sum(${sizeOf('done')})::float8 as size
          from (select extract(epoch from l.ended_at - l.granted_at) as seconds, p.data
                  from lease l
                  join pgboss.job p on p.name = l.kind and p.id = l.job_id
                 where l.kind = k.kind and l.outcome = 'completed'
                 order by l.ended_at desc
                 limit ${measuredAttempts}) done) latest`.execute(db);
  return rows.map(({ kind, waiting, running, measured_seconds: seconds, measured_size: size }) => ({
    kind,
    waitingSize: waiting,
    running,
    measured: seconds === null || size === null ? null : { seconds, size },
  }));
};
