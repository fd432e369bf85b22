import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';

/** Net credits of each key in the running UTC month, and when that month ends. Keys without a movement are left out. */
export const keyUseThisMonth = async (
  db: Database,
  keyIds: readonly string[],
): Promise<{ used: ReadonlyMap<string, number>; resetsAt: Date }> => {
  const month = sql`date_trunc('month', now() at time zone 'UTC')`;
  const { rows } = await sql<{ key_id: string | null; used: number | null; resets_at: Date }>`
    select u.key_id, u.used, (${month} + interval '1 month') at time zone 'UTC' as resets_at
      from (select) as one
      left join (select k.id as key_id, credit_use_of_key(c, k.id) as used
                   from api_key k join credit_account c on c.account_id = k.account_id
                  where k.id = any(${keyIds}::text[]) and c.key_use ? k.id) u on true`.execute(db);
  const used = new Map(rows.flatMap((row) => (row.key_id === null ? [] : [[row.key_id, row.used ?? 0] as const])));
  const resetsAt = rows[0]?.resets_at;
  if (!resetsAt) throw new Error('the database does not know the month');
  return { used, resetsAt };
};

/**
 * Net credits of a key by action and the UTC month in which they were set aside, over its whole life: what it holds
 * counts, what was given back does not.
 */
export const keyUseByMonth = async (
  db: Database,
  keyId: string,
): Promise<{ month: string; action: string; credits: number }[]> => {
  const { rows } = await sql<{ month: string; action: string; credits: number }>`
    with own as not materialized (
      select * from credit_ledger
       where account_id = (select account_id from api_key where id = ${keyId}) and api_key_id = ${keyId})
    select month, action, sum(credits)::int as credits
      from (select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, action, d_held as credits
              from own where kind = 'reserve'
             union all
            select to_char(hold.created_at at time zone 'UTC', 'YYYY-MM'), own.action, -own.d_available
              from own join credit_ledger hold on hold.op_key = own.subject
             where own.kind in ('release', 'refund')) counted
     group by 1, 2 having sum(credits) <> 0`.execute(db);
  return rows;
};
