import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../database/connection.ts';
import type { CallbackTable } from '../database/schema.gen.ts';
import type { Owner } from '../http/authenticate.ts';
import type { Callback, Delivery } from './callback-view.ts';
import type { EndPhase } from './payload.ts';
import { maxAttempts, type Redelivery } from './redelivery.ts';

/** Whose project it is: a live key does not see what a test key made (N43). */
export interface ProjectOwner extends Owner {
  readonly projectId: string;
}

export interface NewCallback {
  readonly projectId: string;
  readonly accountId: string;
  readonly environment: 'live' | 'test';
  readonly publishId: string;
  readonly url: string;
  readonly sealedSecret: Buffer | null;
}

/** One attempt that a sender took on; `attempt` is its fence. */
export interface ClaimedCallback {
  readonly publishId: string;
  readonly url: string;
  readonly sealedSecret: Buffer | null;
  readonly phase: EndPhase;
  readonly attempt: number;
}

export interface AttemptRecord {
  readonly publishId: string;
  readonly attempt: number;
  readonly sentAt: Date;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly redelivery: Redelivery;
}

const callbackOf = (row: Selectable<CallbackTable>): Callback => ({
  publishId: row.publish_id,
  url: row.url,
  sealedSecret: row.sealed_secret,
  status: row.status,
  phase: row.phase,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  lastAttemptAt: row.last_attempt_at,
  lastStatusCode: row.last_status_code,
  lastError: row.last_error,
  deliveredAt: row.delivered_at,
});

/** A publish that is asked for again (its file is there already) starts its callback anew, under the same request id. */
export const putCallback = async (trx: Transaction, { publishId, ...callback }: NewCallback): Promise<void> => {
  const fresh = {
    project_id: callback.projectId,
    account_id: callback.accountId,
    environment: callback.environment,
    url: callback.url,
    host: new URL(callback.url).host,
    sealed_secret: callback.sealedSecret,
    status: 'pending' as const,
    phase: null,
    attempts: 0,
    next_attempt_at: null,
    claimed_until: null,
    last_attempt_at: null,
    last_status_code: null,
    last_error: null,
    delivered_at: null,
    ordered_at: sql<Date>`now()`,
  };
  await trx
    .insertInto('callback')
    .values({ publish_id: publishId, ...fresh })
    .onConflict((conflict) => conflict.column('publish_id').doUpdateSet(fresh))
    .execute();
};

/** Makes the callback due; false where none was asked for, or where it was made due before (exactly one event, N46). */
export const makeDue = async (trx: Transaction, publishId: string, phase: EndPhase): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('callback')
    .set({ phase, next_attempt_at: sql<Date>`now()` })
    .where('publish_id', '=', publishId)
    .where('phase', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

export const findCallback = async (db: Database | Transaction, publishId: string): Promise<Callback | null> => {
  const row = await db.selectFrom('callback').selectAll().where('publish_id', '=', publishId).executeTakeFirst();
  return row === undefined ? null : callbackOf(row);
};

/** The callback of the project that was ordered last. */
export const findNewestCallback = async (db: Database, owner: ProjectOwner): Promise<Callback | null> => {
  const row = await db
    .selectFrom('callback')
    .selectAll()
    .where('project_id', '=', owner.projectId)
    .where('account_id', '=', owner.accountId)
    .where('environment', 'in', owner.environments)
    .orderBy('ordered_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : callbackOf(row);
};

/** Starts over with four attempts, the first one now. Null where the publish has not ended, or a sender is at it. */
export const startOver = async (db: Database, publishId: string): Promise<Callback | null> => {
  const row = await db
    .updateTable('callback')
    .set({ status: 'pending', attempts: 0, next_attempt_at: sql<Date>`now()`, claimed_until: null, delivered_at: null })
    .where('publish_id', '=', publishId)
    .where('phase', 'is not', null)
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', sql<Date>`now()`)]))
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : callbackOf(row);
};

/** Newest first. */
export const listDeliveries = async (db: Database, publishId: string, limit: number): Promise<Delivery[]> => {
  const rows = await db
    .selectFrom('callback_delivery')
    .selectAll()
    .where('publish_id', '=', publishId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    attempt: row.attempt,
    sentAt: row.sent_at,
    statusCode: row.status_code,
    error: row.error,
    durationMs: row.duration_ms,
  }));
};

/**
 * Takes on attempts that are due, at most two of a host, and none of a host that others are at: a receiver that hangs
 * holds up its own callbacks only (F6). Claimed in one statement by database time (F4); rows that another control
 * plane claims at this moment are passed over. Uses index callback_due.
 */
export const claimDue = async (db: Database, limit: number, claimSeconds: number): Promise<ClaimedCallback[]> => {
  const { rows } = await sql<{
    publish_id: string;
    url: string;
    sealed_secret: Buffer | null;
    phase: EndPhase;
    attempts: number;
  }>`
    with due as (
      select publish_id, row_number() over (partition by host order by next_attempt_at) as turn, next_attempt_at
        from callback
       where next_attempt_at <= now() and attempts < ${maxAttempts}
         and (claimed_until is null or claimed_until <= now())
         and not exists (select from callback busy where busy.host = callback.host and busy.claimed_until > now())
    ), taken as (
      select callback.publish_id
        from callback join due using (publish_id)
       where due.turn <= 2
         and callback.next_attempt_at <= now() and (callback.claimed_until is null or callback.claimed_until <= now())
       order by due.next_attempt_at
       limit ${limit}
         for update of callback skip locked
    )
    update callback
       set attempts = attempts + 1, last_attempt_at = now(),
           claimed_until = now() + make_interval(secs => ${claimSeconds})
      from taken
     where callback.publish_id = taken.publish_id
    returning callback.publish_id, callback.url, callback.sealed_secret, callback.phase, callback.attempts`.execute(db);
  return rows.map((row) => ({
    publishId: row.publish_id,
    url: row.url,
    sealedSecret: row.sealed_secret,
    phase: row.phase,
    attempt: row.attempts,
  }));
};

/** Last attempts whose sender died before it could say how they went. @returns how many */
export const giveUpAbandoned = async (db: Database): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('callback')
    .set({ status: 'failed', next_attempt_at: null, claimed_until: null, last_error: 'The attempt was interrupted.' })
    .where('attempts', '>=', maxAttempts)
    .where('next_attempt_at', 'is not', null)
    .where('claimed_until', '<=', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};

/**
 * Records how an attempt went and what follows; a sender that was given up meanwhile changes nothing.
 *
 * @returns whether it counted
 */
export const recordAttempt = async (trx: Transaction, record: AttemptRecord): Promise<boolean> => {
  const { publishId, attempt, redelivery, statusCode, error } = record;
  const { numUpdatedRows } = await trx
    .updateTable('callback')
    .set({
      status: redelivery.status,
      claimed_until: null,
      last_status_code: statusCode,
      last_error: error,
      delivered_at: redelivery.status === 'delivered' ? sql<Date>`now()` : null,
      next_attempt_at:
        redelivery.status === 'retrying' ? sql<Date>`now() + make_interval(secs => ${redelivery.delaySeconds})` : null,
    })
    .where('publish_id', '=', publishId)
    .where('attempts', '=', attempt)
    .where('claimed_until', 'is not', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await trx
    .insertInto('callback_delivery')
    .values({
      publish_id: publishId,
      attempt,
      sent_at: record.sentAt,
      status_code: statusCode,
      error,
      duration_ms: record.durationMs,
    })
    .execute();
  return true;
};

/** Statuses of a callback that is still to be sent. */
export const openStatuses = ['pending', 'retrying'] as const;

export interface OpenCallbacks {
  readonly counts: Readonly<Record<(typeof openStatuses)[number], number>>;
  /** How long the one is due that is due longest, and that nobody is sending; 0 where none is. */
  readonly overdueSeconds: number;
}

/** What is to be sent, now or later. Uses index callback_due, which holds nothing else. */
export const countOpenCallbacks = async (db: Database): Promise<OpenCallbacks> => {
  const { rows } = await sql<{ pending: number; retrying: number; overdue: number }>`
    select count(*) filter (where status = 'pending')::int as pending,
           count(*) filter (where status = 'retrying')::int as retrying,
           coalesce(extract(epoch from now() - min(next_attempt_at)
             filter (where claimed_until is null or claimed_until <= now())), 0)::float8 as overdue
      from callback where next_attempt_at is not null`.execute(db);
  const { pending = 0, retrying = 0, overdue = 0 } = rows[0] ?? {};
  return { counts: { pending, retrying }, overdueSeconds: Math.max(0, overdue) };
};
