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
      left join (select api_key_id as key_id, used from credit_key_use
                  where api_key_id = any(${keyIds}::text[]) and month = to_char(${month}, 'YYYY-MM')) u on true`.execute(
    db,
  );
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
    select key_month as month, action, sum(credits)::int as credits
      from (select h.key_month, h.action, h.plan_credits + h.purchased_credits - coalesce(
                     (select sum(d_available) from credit_ledger l
                      where l.op_key in ('refund:' || h.id || ':plan', 'refund:' || h.id || ':purchased')), 0) as credits
              from credit_hold h where h.api_key_id = ${keyId} and h.state <> 'released') held
     group by 1, 2 having sum(credits) <> 0`.execute(db);
  return rows;
};
