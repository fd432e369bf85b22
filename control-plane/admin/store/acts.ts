import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/connection.ts';

export type ActOutcome = 'done' | 'unchanged' | 'refused';

/** What an operator asked for and what came of it. */
export interface NewAct {
  readonly actor: string;
  readonly operation: string;
  readonly target: string;
  /** No mutation takes a secret. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly outcome: ActOutcome;
  /** Of the refusal; null for what was not refused. */
  readonly code: string | null;
  readonly reason: string | null;
}

export interface Act extends NewAct {
  readonly id: number;
  readonly at: Date;
}

export const insertAct = async (db: Database, act: NewAct): Promise<void> => {
  await db
    .insertInto('admin_act')
    .values({ ...act, arguments: JSON.stringify(act.arguments) })
    .execute();
};

export interface ActFilter {
  readonly operation: string | null;
  readonly target: string | null;
  readonly actor: string | null;
  /** Acts before this one. */
  readonly before: number | null;
  readonly limit: number;
}

/** Newest first. */
export const listActs = async (db: Database, filter: ActFilter): Promise<Act[]> => {
  const { rows } = await sql<Act>`
    select id, at, actor, operation, target, arguments, outcome, code, reason
      from admin_act
     where (${filter.operation}::text is null or operation = ${filter.operation})
       and (${filter.target}::text is null or target = ${filter.target})
       and (${filter.actor}::text is null or actor = ${filter.actor})
       and (${filter.before}::bigint is null or id < ${filter.before})
     order by id desc limit ${filter.limit}`.execute(db);
  return rows;
};

/** Whoever asks with the same key waits until this transaction is over. */
export const lockOpKey = async (trx: Transaction, opKey: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${opKey}, 0))`.execute(trx);
};

/** The movement that was made under a key; null where none was. */
export const findMovement = async (
  trx: Transaction,
  opKey: string,
): Promise<{ accountId: string; bucket: string; credits: number } | null> =>
  (await trx
    .selectFrom('credit_ledger')
    .select(['account_id as accountId', 'bucket', 'd_available as credits'])
    .where('op_key', '=', opKey)
    .executeTakeFirst()) ?? null;
