import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/connection.ts';

/** Open sessions and why they might have to end; the rule decides (session-limits.ts). */
export interface OpenSession {
  readonly id: string;
  readonly openedAt: Date;
  readonly lastUsedAt: Date;
  readonly endsAt: Date;
  readonly isNodeGone: boolean;
  readonly isKeyEnded: boolean;
}

/** Every open session: a farm has as many as its nodes hold, tens or hundreds. Uses index browse_session_open. */
export const listOpen = async (db: Database): Promise<OpenSession[]> => {
  const { rows } = await sql<OpenSession>`
    select s.id, s.opened_at as "openedAt", s.last_used_at as "lastUsedAt", s.ends_at as "endsAt",
           n.state in ('lost', 'offline') as "isNodeGone",
           coalesce(k.revoked_at is not null or k.expires_at <= now(), false) as "isKeyEnded"
      from browse_session s
      join node n on n.id = s.node_id
      left join api_key k on k.id = s.api_key_id
     where s.closed_at is null`.execute(db);
  return rows;
};

export const openIdsOfProject = async (trx: Transaction, projectId: string): Promise<string[]> =>
  (
    await trx
      .selectFrom('browse_session')
      .select('id')
      .where('project_id', '=', projectId)
      .where('closed_at', 'is', null)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);

/** Closed sessions whose browser was not given back yet. Uses index browse_session_unreleased. */
export const listUnreleased = async (db: Database): Promise<string[]> =>
  (
    await db
      .selectFrom('browse_session')
      .select('id')
      .where('closed_at', 'is not', null)
      .where('released_at', 'is', null)
      .orderBy('closed_at')
      .limit(50)
      .execute()
  ).map(({ id }) => id);

/** When the first of the account's open agents' sessions would end if nothing more is done in it. */
export const earliestEnd = async (db: Database, accountId: string, idleSeconds: number): Promise<Date | null> => {
  const row = await db
    .selectFrom('browse_session')
    .select(sql<Date | null>`min(least(ends_at, last_used_at + make_interval(secs => ${idleSeconds})))`.as('end'))
    .where('account_id', '=', accountId)
    .where('slot', 'is not', null)
    .executeTakeFirstOrThrow();
  return row.end;
};

/** Sessions that each node holds. */
export const openCountByNode = async (db: Database): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom('browse_session')
    .select(['node_id', sql<number>`count(*)::int`.as('count')])
    .where('closed_at', 'is', null)
    .groupBy('node_id')
    .execute();
  return new Map(rows.map((row) => [row.node_id, row.count]));
};

/**
 * Seconds of a UTC day in which agents' sessions of the account were open; a session over midnight counts in both days
 * with its part, an open one up to now, a closed one as it was billed. Uses index browse_session_of_account.
 */
export const browseSecondsOf = async (
  db: Database,
  owner: { accountId: string; environment: 'live' | 'test' },
  day: { start: Date; end: Date },
  now: Date,
): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(sum(extract(epoch from greatest(interval '0', least(ends, ${day.end}) - greatest(begins, ${day.start})))), 0)
             ::double precision as seconds
      from (select opened_at as begins,
                   case when closed_at is null then least(${now}, ends_at)
                        else opened_at + make_interval(secs => billed_seconds) end as ends
              from browse_session
             where account_id = ${owner.accountId} and environment = ${owner.environment} and purpose = 'agent'
               and opened_at > ${day.start}::timestamptz - interval '2 hours') as sessions`.execute(db);
  return Math.floor(rows[0]?.seconds ?? 0);
};
