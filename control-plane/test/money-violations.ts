import { sql } from 'kysely';
import type { Database } from '../database/connection.ts';

/** What the auditor would find wrong with the money of a farm: payments and grants one to one, and every balance right. */
export const moneyViolations = async (db: Database): Promise<unknown[]> => {
  const { rows } = await sql`
    select 'I01' as invariant, v::text as row from inv.i01_balance_is_not_the_sum_of_its_ledger v
    union all select 'I02', v::text from inv.i02_negative_balance v
    union all select 'I03', v::text from inv.i03_was_negative_once v
    union all select 'I22', v::text from inv.i22_payment_not_given_once v`.execute(db);
  return rows;
};
