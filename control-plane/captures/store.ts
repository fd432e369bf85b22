import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../database/connection.ts';
import type { CaptureTable } from '../database/schema.gen.ts';
import { type StoredCapture, storedCaptureSchema } from './stored-capture.ts';

/** The scene's slot that a capture of components is for. */
export interface CaptureTarget {
  readonly projectId: string;
  readonly sceneId: string;
  readonly slotKey: string;
}

export interface NewCapture {
  readonly id: string;
  readonly accountId: string;
  readonly environment: 'live' | 'test';
  readonly keyId: string | null;
  readonly userId: string | null;
  /** Null for one picture of a page (S74). */
  readonly target: CaptureTarget | null;
  /** The credit set aside; null where nothing is paid. */
  readonly holdId: string | null;
}

export interface Capture {
  readonly id: string;
  readonly accountId: string;
  readonly state: CaptureTable['state'];
  readonly target: CaptureTarget | null;
  readonly holdId: string | null;
  /** Who asked for it in the web app; null for a key. */
  readonly userId: string | null;
  readonly createdAt: Date;
  /** Null while it runs, where it failed, and once it expired. */
  readonly result: StoredCapture | null;
  readonly failure: Pick<JobFailure, 'code' | 'message'> | null;
  readonly endedAt: Date | null;
}

const captureOf = (row: Selectable<CaptureTable>): Capture => ({
  id: row.id,
  accountId: row.account_id,
  state: row.state,
  target:
    row.project_id === null || row.scene_id === null || row.slot_key === null
      ? null
      : { projectId: row.project_id, sceneId: row.scene_id, slotKey: row.slot_key },
  holdId: row.hold_id,
  userId: row.web_user_id,
  createdAt: row.created_at,
  result: row.result === null ? null : storedCaptureSchema.parse(row.result),
  failure: row.failure as Capture['failure'],
  endedAt: row.ended_at,
});

export const insertCapture = async (trx: Transaction, capture: NewCapture): Promise<void> => {
  const { target } = capture;
  await trx
    .insertInto('capture')
    .values({
      id: capture.id,
      account_id: capture.accountId,
      environment: capture.environment,
      api_key_id: capture.keyId,
      web_user_id: capture.userId,
      kind: target === null ? 'page' : 'components',
      state: 'running',
      project_id: target?.projectId ?? null,
      scene_id: target?.sceneId ?? null,
      slot_key: target?.slotKey ?? null,
      hold_id: capture.holdId,
      ended_at: null,
    })
    .execute();
};

/** How a capture ended. */
export type CaptureEnd =
  | { readonly state: 'ready'; readonly result: StoredCapture }
  | { readonly state: 'login_required' }
  | { readonly state: 'failed'; readonly failure: Pick<JobFailure, 'code' | 'message'> };

/** Ends a capture that runs; null where somebody ended it before (the fence: only one end pays or gives back). */
export const endCapture = async (trx: Transaction, captureId: string, end: CaptureEnd): Promise<Capture | null> => {
  const row = await trx
    .updateTable('capture')
    .set({
      state: end.state,
      ended_at: sql<Date>`now()`,
      result: end.state === 'ready' ? JSON.stringify(end.result) : null,
      failure: end.state === 'failed' ? JSON.stringify(end.failure) : null,
    })
    .where('id', '=', captureId)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst();
  return row ? captureOf(row) : null;
};

/** Null where there is none, or it is another account's. */
export const findCapture = async (
  db: Database | Transaction,
  accountId: string,
  captureId: string,
): Promise<Capture | null> => {
  const row = await db
    .selectFrom('capture')
    .selectAll()
    .where('id', '=', captureId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ? captureOf(row) : null;
};

/**
 * Captures that nobody works on any more: the process that waited for them was killed, or their node never answered.
 * Times are the database's; both are longer than any capture takes.
 */
export const listAbandoned = async (
  db: Database,
  olderThanSeconds: { readonly components: number; readonly page: number },
): Promise<{ id: string; kind: CaptureTable['kind'] }[]> =>
  db
    .selectFrom('capture')
    .select(['id', 'kind'])
    .where('state', '=', 'running')
    .where((row) =>
      row.or(
        (['components', 'page'] as const).map((kind) =>
          row.and([
            row('kind', '=', kind),
            row('created_at', '<', sql<Date>`now() - make_interval(secs => ${olderThanSeconds[kind]})`),
          ]),
        ),
      ),
    )
    .execute();

/** Ended captures whose files are still there and no longer needed, the oldest first. */
export const listExpired = async (
  db: Database,
  olderThanSeconds: number,
  limit: number,
): Promise<{ id: string; accountId: string; result: StoredCapture | null }[]> => {
  const rows = await db
    .selectFrom('capture')
    .select(['id', 'account_id', 'result'])
    .where('is_swept', '=', false)
    .where('ended_at', '<', sql<Date>`now() - make_interval(secs => ${olderThanSeconds})`)
    .orderBy('ended_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    result: row.result === null ? null : storedCaptureSchema.parse(row.result),
  }));
};

export const markSwept = async (db: Database, captureId: string): Promise<void> => {
  await db.updateTable('capture').set({ is_swept: true }).where('id', '=', captureId).execute();
};
