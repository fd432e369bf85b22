import { sql } from 'kysely';
import type { Database } from '../database/connection.ts';

/** Whose key it is. Live and test keys of an account do not share theirs: a sandbox answer is no live one. */
export interface KeyedRequest {
  readonly accountId: string;
  readonly environment: 'live' | 'test';
  readonly idempotencyKey: string;
  /** Names the run, so that one that was given up cannot store its answer over that of its successor. */
  readonly requestId: string;
}

export type Begun =
  /** `result`: what an earlier run of it did, which died before it could answer. */
  | { readonly kind: 'new'; readonly result?: unknown }
  | { readonly kind: 'running' }
  | { readonly kind: 'other_request' }
  | { readonly kind: 'answered'; readonly status: number; readonly body: string };

/** How long an answer is kept. */
const keptFor = sql`interval '24 hours'`;
const isForgotten = sql<boolean>`started_at < now() - ${keptFor}`;
/** Longer than any request takes: one that has not answered by then never will. */
const abandonedAfter = sql`interval '5 minutes'`;

/**
 * True where nobody will answer any more: the process that ran the request has no connection left. A transaction of a
 * dead process that PostgreSQL still finishes counts as life, so that nothing runs beside it.
 */
const isAbandoned = sql<boolean>`(started_at < now() - ${abandonedAfter}
  or not exists (select 1 from pg_stat_activity activity where activity.application_name = owner))`;

const ofKey = ({ accountId, environment, idempotencyKey }: KeyedRequest) =>
  sql<boolean>`account_id = ${accountId} and environment = ${environment} and idempotency_key = ${idempotencyKey}`;

/** The run that has the key and no other. */
const ofRun = (request: KeyedRequest) => sql<boolean>`${ofKey(request)} and request_id = ${request.requestId}`;

/** Takes a key for a request, or tells what became of the one that had it. */
const begin = async (db: Database, owner: string, request: KeyedRequest, fingerprint: Buffer): Promise<Begun> => {
  const { accountId, environment, idempotencyKey, requestId } = request;
  for (;;) {
    const { rows: inserted } = await sql`
      insert into idempotent_request (account_id, environment, idempotency_key, fingerprint, request_id, owner)
      values (${accountId}, ${environment}, ${idempotencyKey}, ${fingerprint}, ${requestId}, ${owner})
      on conflict (account_id, environment, idempotency_key) do nothing returning request_id`.execute(db);
    if (inserted.length > 0) return { kind: 'new' };
    const found = await db
      .selectFrom('idempotent_request')
      .select([
        'fingerprint',
        'status',
        'body',
        'request_id',
        isAbandoned.as('is_abandoned'),
        isForgotten.as('is_forgotten'),
      ])
      .where(ofKey(request))
      .executeTakeFirst();
    // Given back in between: whoever comes first now has it.
    if (!found) continue;
    if (found.is_forgotten) {
      await db.deleteFrom('idempotent_request').where(ofKey(request)).where(isForgotten).execute();
      continue;
    }
    const { status, body } = found;
    if (!found.fingerprint.equals(fingerprint)) return { kind: 'other_request' };
    if (status !== null && body !== null) return { kind: 'answered', status, body };
    if (!found.is_abandoned) return { kind: 'running' };
    // What the dead run did, if it did it, stays noted: the new one only builds the answer then (http/once.ts).
    const taken = await db
      .updateTable('idempotent_request')
      .set({ request_id: requestId, owner, started_at: sql<Date>`now()` })
      .where(ofKey(request))
      .where('request_id', '=', found.request_id)
      .where('status', 'is', null)
      .returning('result')
      .executeTakeFirst();
    if (taken) return { kind: 'new', ...(taken.result === null ? {} : { result: taken.result }) };
  }
};

/** The requests that were sent with an Idempotency-Key; `owner` is the name of this process's connections. */
export const idempotentRequests = (db: Database, owner: string) => ({
  begin: (request: KeyedRequest, fingerprint: Buffer): Promise<Begun> => begin(db, owner, request, fingerprint),

  /** Keeps the answer of a request that has the key. */
  async keep(request: KeyedRequest, status: number, body: string): Promise<void> {
    await db.updateTable('idempotent_request').set({ status, body }).where(ofRun(request)).execute();
  },

  /** Gives the key back: the request changed nothing. Where it did, the next run builds the answer. */
  async giveBack(request: KeyedRequest): Promise<void> {
    await db.deleteFrom('idempotent_request').where(ofRun(request)).where('result', 'is', null).execute();
    await db.updateTable('idempotent_request').set({ owner: null }).where(ofRun(request)).execute();
  },

  /** Forgets what is older than a day. @returns how many */
  async sweep(): Promise<number> {
    const { numDeletedRows } = await db.deleteFrom('idempotent_request').where(isForgotten).executeTakeFirst();
    return Number(numDeletedRows);
  },
});
export type IdempotentRequests = ReturnType<typeof idempotentRequests>;

/** True while the run has its key; nobody takes it over before the transaction ends. */
export const holdsKey = async (trx: Database, request: KeyedRequest): Promise<boolean> =>
  (await trx.selectFrom('idempotent_request').select('result').where(ofRun(request)).forUpdate().executeTakeFirst()) !==
  undefined;

/** Notes what a run did, in the transaction that does it. */
export const saveResult = async (trx: Database, request: KeyedRequest, result: unknown): Promise<void> => {
  await trx
    .updateTable('idempotent_request')
    .set({ result: JSON.stringify(result) })
    .where(ofRun(request))
    .execute();
};
