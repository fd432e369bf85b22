import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { LedgerRecord } from '../credits-view.ts';
import type { Bucket, EntryKind } from '../ledger-entry.ts';
import { kindsOfType, type LedgerQuery } from '../ledger-query.ts';

/** Newest first: one more than the page has, where there is one. Walks the account's entries backwards from the cursor. */
export const listEntries = async (db: Database, accountId: string, query: LedgerQuery): Promise<LedgerRecord[]> => {
  const { limit, cursor, type, keyId, projectId, from, to } = query;
  let selected = db
    .selectFrom('credit_ledger as entry')
    .leftJoin('export', (join) => join.onRef('export.hold_id', '=', 'entry.subject'))
    .selectAll('entry')
    .select('export.id as export_id')
    .where('entry.account_id', '=', accountId)
    .orderBy('entry.entry_no', 'desc')
    .limit(limit + 1);
  if (cursor !== undefined) selected = selected.where('entry.entry_no', '<', cursor);
  if (type !== undefined) selected = selected.where('entry.kind', 'in', kindsOfType(type));
  if (keyId !== undefined) selected = selected.where('entry.api_key_id', '=', keyId);
  if (projectId !== undefined) selected = selected.where('entry.project_id', '=', projectId);
  if (from !== undefined) selected = selected.where('entry.created_at', '>=', from);
  if (to !== undefined) selected = selected.where('entry.created_at', '<', to);
  const rows = await selected.execute();
  return rows.map((row) => ({
    id: row.id,
    entryNo: row.entry_no,
    createdAt: row.created_at,
    // Of these by the table's own wall, entry_fits_its_kind.
    kind: row.kind as EntryKind,
    bucket: row.bucket as Bucket,
    action: row.action,
    dAvailable: row.d_available,
    dHeld: row.d_held,
    planAfter: row.plan_after,
    purchasedAfter: row.purchased_after,
    subject: row.subject,
    keyId: row.api_key_id,
    projectId: row.project_id,
    exportId: row.export_id,
    reversesId: row.reverses_id,
    reason: row.reason,
    actorId: row.actor_id,
  }));
};

/** Net credits that all keys of an account hold or have spent in the running UTC month. */
export const accountUseThisMonth = async (db: Database, accountId: string): Promise<number> => {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(used.credits::int), 0)::int as used
      from credit_account c, jsonb_each_text(c.key_use) used(key_id, credits)
     where c.account_id = ${accountId} and c.key_month = to_char(now() at time zone 'UTC', 'YYYY-MM')`.execute(db);
  return rows[0]?.used ?? 0;
};
