import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { AttemptBucket } from '../attempt-limits.ts';

export interface AttemptSubject {
  readonly bucket: AttemptBucket;
  /** Keyed hash of who is counted; 32 bytes. */
  readonly subject: Buffer;
}

/**
 * Counts one attempt within a sliding window, or refuses it: one statement under the row's own lock, so that of any
 * number at once exactly `limit` pass. Counted before the password is looked at, else all of them would be looked at.
 *
 * @returns when it was noted; null where the window is full
 */
export const takeAttempt = async (
  db: Database,
  { bucket, subject }: AttemptSubject,
  { limit, windowSeconds }: { limit: number; windowSeconds: number },
): Promise<Date | null> => {
  const from = sql`now() - make_interval(secs => ${windowSeconds})`;
  const { rows } = await sql<{ newestAt: Date }>`
    insert into sign_in_attempt as a (bucket, subject, tried_at, newest_at)
    values (${bucket}, ${subject}, array[date_trunc('milliseconds', now())], date_trunc('milliseconds', now()))
    on conflict (bucket, subject) do update
       set tried_at = array(select t from unnest(a.tried_at) t where t > ${from}) || excluded.newest_at,
           newest_at = excluded.newest_at
     where (select count(*) from unnest(a.tried_at) t where t > ${from}) < ${limit}
    returning newest_at as "newestAt"`.execute(db);
  return rows[0]?.newestAt ?? null;
};

/** Seconds until the oldest attempt of a full window leaves it; at least 1. */
export const secondsUntilFree = async (
  db: Database,
  { bucket, subject }: AttemptSubject,
  windowSeconds: number,
): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from min(t) + make_interval(secs => ${windowSeconds}) - now()))::int as seconds
      from sign_in_attempt, unnest(tried_at) t
     where bucket = ${bucket} and subject = ${subject} and t > now() - make_interval(secs => ${windowSeconds})
     group by bucket`.execute(db);
  return Math.max(1, rows[0]?.seconds ?? 1);
};

/** Takes one attempt off the count: it was none (the password was right). */
export const giveBackAttempt = async (db: Database, { bucket, subject }: AttemptSubject, at: Date): Promise<void> => {
  await sql`
    update sign_in_attempt
       set tried_at = tried_at[:array_position(tried_at, ${at}::timestamptz) - 1]
                      || tried_at[array_position(tried_at, ${at}::timestamptz) + 1:]
     where bucket = ${bucket} and subject = ${subject} and array_position(tried_at, ${at}::timestamptz) is not null
  `.execute(db);
};

/** Starts the count over. */
export const clearAttempts = async (db: Database, { bucket, subject }: AttemptSubject): Promise<void> => {
  await db.deleteFrom('sign_in_attempt').where('bucket', '=', bucket).where('subject', '=', subject).execute();
};
