import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';

/** What a movement adds to a key's use: a hold counts as soon as it is set aside, and not when it is given back. */
const use = sql<number>`case kind when 'reserve' then d_held when 'release' then d_held
                                  when 'refund' then -d_available else 0 end`;

/** Net credits of each key in the running UTC month, and when that month ends. Keys without a movement are left out. */
export const keyUseThisMonth = async (
  db: Database,
  keyIds: readonly string[],
): Promise<{ used: ReadonlyMap<string, number>; resetsAt: Date }> => {
  const month = sql`date_trunc('month', now() at time zone 'UTC')`;
  const { rows } = await sql<{ key_id: string | null; used: number | null; resets_at: Date }>`
    select u.key_id, u.used, (${month} + interval '1 month') at time zone 'UTC' as resets_at
      from (select) as one
      left join (select api_key_id as key_id, sum(${use})::int as used from credit_ledger
                  where api_key_id = any(${keyIds}::text[]) and created_at >= ${month} at time zone 'UTC'
                  group by api_key_id) u on true`.execute(db);
  const used = new Map(rows.flatMap((row) => (row.key_id === null ? [] : [[row.key_id, row.used ?? 0] as const])));
  const resetsAt = rows[0]?.resets_at;
  if (!resetsAt) throw new Error('the database does not know the month');
  return { used, resetsAt };
};

/** Net credits of a key by UTC month and action, over its whole life. */
export const keyUseByMonth = async (
  db: Database,
  keyId: string,
): Promise<{ month: string; action: string; credits: number }[]> => {
  const { rows } = await sql<{ month: string; action: string; credits: number }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, coalesce(action, 'OTHER') as action,
           sum(${use})::int as credits
      from credit_ledger where api_key_id = ${keyId}
     group by 1, 2 having sum(${use}) <> 0`.execute(db);
  return rows;
};
