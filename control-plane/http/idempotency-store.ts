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
  | { readonly kind: 'new' }
  | { readonly kind: 'running' }
  | { readonly kind: 'other_request' }
  | { readonly kind: 'answered'; readonly status: number; readonly body: string };

/** How long an answer is kept. */
const keptFor = sql`interval '24 hours'`;
/** Longer than any request takes. One that has not answered by then died with its process: the key may run again. */
const abandonedAfter = sql`interval '5 minutes'`;

/** Takes a key for a request, or tells what became of the one that had it. */
const begin = async (db: Database, request: KeyedRequest, fingerprint: Buffer): Promise<Begun> => {
  const { accountId, environment, idempotencyKey, requestId } = request;
  for (;;) {
    const { rows: taken } = await sql`
      insert into idempotent_request as r (account_id, environment, idempotency_key, fingerprint, request_id)
      values (${accountId}, ${environment}, ${idempotencyKey}, ${fingerprint}, ${requestId})
      on conflict (account_id, environment, idempotency_key) do update
         set fingerprint = excluded.fingerprint, request_id = excluded.request_id, started_at = now(),
             status = null, body = null
       where r.started_at < now() - ${keptFor} or (r.status is null and r.started_at < now() - ${abandonedAfter})
      returning request_id`.execute(db);
    if (taken.length > 0) return { kind: 'new' };
    const found = await db
      .selectFrom('idempotent_request')
      .select(['fingerprint', 'status', 'body'])
      .where('account_id', '=', accountId)
      .where('environment', '=', environment)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst();
    // Given back in between: whoever comes first now has it.
    if (!found) continue;
    const { status, body } = found;
    if (!found.fingerprint.equals(fingerprint)) return { kind: 'other_request' };
    return status === null || body === null ? { kind: 'running' } : { kind: 'answered', status, body };
  }
};

/** The requests that were sent with an Idempotency-Key. */
export const idempotentRequests = (db: Database) => ({
  begin: (request: KeyedRequest, fingerprint: Buffer): Promise<Begun> => begin(db, request, fingerprint),

  /** Keeps the answer of a request that has the key. */
  async keep(request: KeyedRequest, status: number, body: string): Promise<void> {
    await db
      .updateTable('idempotent_request')
      .set({ status, body })
      .where('account_id', '=', request.accountId)
      .where('environment', '=', request.environment)
      .where('idempotency_key', '=', request.idempotencyKey)
      .where('request_id', '=', request.requestId)
      .execute();
  },

  /** Gives the key back: the request changed nothing. */
  async giveBack(request: KeyedRequest): Promise<void> {
    await db
      .deleteFrom('idempotent_request')
      .where('account_id', '=', request.accountId)
      .where('environment', '=', request.environment)
      .where('idempotency_key', '=', request.idempotencyKey)
      .where('request_id', '=', request.requestId)
      .execute();
  },

  /** Forgets what is older than a day. @returns how many */
  async sweep(): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('idempotent_request')
      .where('started_at', '<', sql<Date>`now() - ${keptFor}`)
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
});
export type IdempotentRequests = ReturnType<typeof idempotentRequests>;
