import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../database/connection.ts';
import type { BrowseSessionTable } from '../../database/schema.gen.ts';
import type { Owner } from '../../http/authenticate.ts';
import type { BrowseSession, CloseReason } from '../session.ts';
import { maxOpenSessions } from '../session-limits.ts';

const closedPart = (row: Selectable<BrowseSessionTable>): BrowseSession['closed'] => {
  const { closed_at: at, close_reason: reason, billed_seconds: billedSeconds, billed_credits: billedCredits } = row;
  return at === null || reason === null || billedSeconds === null || billedCredits === null
    ? null
    : { at, reason, billedSeconds, billedCredits };
};

const sessionOf = (row: Selectable<BrowseSessionTable>): BrowseSession => ({
  id: row.id,
  accountId: row.account_id,
  environment: row.environment,
  apiKeyId: row.api_key_id,
  webUserId: row.web_user_id,
  purpose: row.purpose,
  projectId: row.project_id,
  sceneId: row.scene_id,
  nodeId: row.node_id,
  startHost: row.start_host,
  viewport: { widthPx: row.viewport_width_px, heightPx: row.viewport_height_px, isMobile: row.viewport_is_mobile },
  holder:
    row.profile_holder === null || row.profile_generation === null
      ? null
      : { name: row.profile_holder, generation: row.profile_generation },
  stepsUsed: row.steps_used,
  openedAt: row.opened_at,
  lastUsedAt: row.last_used_at,
  endsAt: row.ends_at,
  login: { issue: row.login_issue, expiresAt: row.login_expires_at, redeemedAt: row.login_redeemed_at },
  driverSha256: row.driver_sha256,
  humanHoldUntil: row.human_hold_until,
  humanSignedInAt: row.human_signed_in_at,
  closed: closedPart(row),
});

export type NewSession = Omit<
  BrowseSession,
  'stepsUsed' | 'lastUsedAt' | 'login' | 'driverSha256' | 'humanHoldUntil' | 'humanSignedInAt' | 'closed'
>;

const valuesOf = (session: NewSession) => ({
  id: session.id,
  account_id: session.accountId,
  environment: session.environment,
  api_key_id: session.apiKeyId,
  web_user_id: session.webUserId,
  purpose: session.purpose,
  project_id: session.projectId,
  scene_id: session.sceneId,
  node_id: session.nodeId,
  start_host: session.startHost,
  viewport_width_px: session.viewport.widthPx,
  viewport_height_px: session.viewport.heightPx,
  viewport_is_mobile: session.viewport.isMobile,
  profile_holder: session.holder?.name ?? null,
  profile_generation: session.holder?.generation ?? null,
  opened_at: session.openedAt,
  last_used_at: session.openedAt,
  ends_at: session.endsAt,
});

/** The lowest number that no open session of the account has; null where all are taken. */
const freeSlot = async (db: Database, accountId: string): Promise<number | null> => {
  const { rows } = await sql<{ slot: number }>`
    select slot from generate_series(1, ${maxOpenSessions}) as slot
     where not exists (select from browse_session b where b.account_id = ${accountId} and b.slot = slot.slot)
     order by slot limit 1`.execute(db);
  return rows[0]?.slot ?? null;
};

/**
 * Stores a session that is about to be opened; false where the account has as many agents' sessions as it may. The
 * unique index on (account, slot) decides between callers that ask at once (G10): who loses a number tries the next.
 */
export const insertSession = async (db: Database, session: NewSession): Promise<boolean> => {
  for (;;) {
    const slot = session.purpose === 'agent' ? await freeSlot(db, session.accountId) : null;
    if (session.purpose === 'agent' && slot === null) return false;
    const row = await db
      .insertInto('browse_session')
      .values({ ...valuesOf(session), slot })
      .onConflict((conflict) => conflict.columns(['account_id', 'slot']).where('slot', 'is not', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row !== undefined) return true;
  }
};

const uniqueViolation = '23505';
const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === uniqueViolation;

/** Makes a capture's session an agent's, billed from now on; false where the account has as many as it may, or it ended. */
export const keepAsAgent = async (db: Database, sessionId: string, at: Date, endsAt: Date): Promise<boolean> => {
  const session = await findSession(db, sessionId);
  if (session === null || session.closed !== null) return false;
  for (;;) {
    const slot = await freeSlot(db, session.accountId);
    if (slot === null) return false;
    try {
      const { numUpdatedRows } = await db
        .updateTable('browse_session')
        .set({ purpose: 'agent', slot, opened_at: at, last_used_at: at, ends_at: endsAt })
        .where('id', '=', sessionId)
        .where('purpose', '=', 'capture')
        .where('closed_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
};

/** The time that opening took is nobody's: a session begins when its page is there. */
export const beginSession = async (db: Database, sessionId: string, at: Date, endsAt: Date): Promise<void> => {
  await db
    .updateTable('browse_session')
    .set({ opened_at: at, last_used_at: at, ends_at: endsAt })
    .where('id', '=', sessionId)
    .where('closed_at', 'is', null)
    .execute();
};

export const findSession = async (db: Database, sessionId: string): Promise<BrowseSession | null> => {
  const row = await db.selectFrom('browse_session').selectAll().where('id', '=', sessionId).executeTakeFirst();
  return row === undefined ? null : sessionOf(row);
};

/** A session of an account; those of an environment that the caller does not see do not exist for it (N43). */
export const findOwned = async (db: Database, owner: Owner, sessionId: string): Promise<BrowseSession | null> => {
  const row = await db
    .selectFrom('browse_session')
    .selectAll()
    .where('id', '=', sessionId)
    .where('account_id', '=', owner.accountId)
    .where('environment', 'in', owner.environments)
    .executeTakeFirst();
  return row === undefined ? null : sessionOf(row);
};

/** As findSession, but nobody else closes it before the transaction ends. */
export const lockSession = async (trx: Transaction, sessionId: string): Promise<BrowseSession | null> => {
  const row = await trx
    .selectFrom('browse_session')
    .selectAll()
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : sessionOf(row);
};

/** Notes a use and counts steps, in one statement: false where the session ended, or would pass its 150 steps. */
export const useSession = async (
  db: Database,
  sessionId: string,
  { at, steps }: { at: Date; steps: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('browse_session')
    .set({
      last_used_at: sql<Date>`greatest(last_used_at, ${at})`,
      steps_used: sql<number>`steps_used + ${steps}`,
    })
    .where('id', '=', sessionId)
    .where('closed_at', 'is', null)
    .where(sql<boolean>`steps_used + ${steps} <= 150`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** Of a batch that was stopped by a refusal: steps that were counted and not done; with what was done the session was used until `at`. */
export const settleSteps = async (
  db: Database,
  sessionId: string,
  { at, undone }: { at: Date; undone: number },
): Promise<void> => {
  await db
    .updateTable('browse_session')
    .set({
      last_used_at: sql<Date>`greatest(last_used_at, ${at})`,
      steps_used: sql<number>`steps_used - ${undone}`,
    })
    .where('id', '=', sessionId)
    .where('closed_at', 'is', null)
    .execute();
};

/** Closes; false where it was closed before. */
export const closeSession = async (
  trx: Transaction,
  sessionId: string,
  closed: { at: Date; lastUsedAt: Date; reason: CloseReason; billedSeconds: number; billedCredits: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('browse_session')
    .set({
      closed_at: closed.at,
      last_used_at: closed.lastUsedAt,
      close_reason: closed.reason,
      billed_seconds: closed.billedSeconds,
      billed_credits: closed.billedCredits,
      slot: null,
      human_hold_until: null,
      driver_sha256: null,
    })
    .where('id', '=', sessionId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

export const markReleased = async (db: Database, sessionId: string, at: Date): Promise<void> => {
  await db
    .updateTable('browse_session')
    .set({ released_at: at })
    .where('id', '=', sessionId)
    .where('released_at', 'is', null)
    .execute();
};
