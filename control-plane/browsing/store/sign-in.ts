import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';

/** The link that is valid from now on; every earlier one is void. Null where the session ended. */
export const issueLogin = async (db: Database, sessionId: string, expiresAt: Date): Promise<number | null> => {
  const row = await db
    .updateTable('browse_session')
    .set({
      login_issue: sql<number>`login_issue + 1`,
      login_expires_at: expiresAt,
      login_redeemed_at: null,
    })
    .where('id', '=', sessionId)
    .where('closed_at', 'is', null)
    .returning('login_issue')
    .executeTakeFirst();
  return row?.login_issue ?? null;
};

/** N35, D14: the newest link, once, in time. Of two browsers that redeem it at once one gets false. */
export const redeemLogin = async (
  db: Database,
  link: { sessionId: string; issue: number },
  { at, driverSha256, holdUntil }: { at: Date; driverSha256: Buffer; holdUntil: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('browse_session')
    .set({ login_redeemed_at: at, driver_sha256: driverSha256, human_hold_until: holdUntil, last_used_at: at })
    .where('id', '=', link.sessionId)
    .where('login_issue', '=', link.issue)
    .where('login_redeemed_at', 'is', null)
    .where('login_expires_at', '>', at)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** Notes that the person is still there, until when agents wait; false where another window drives, or the session ended. */
export const renewHold = async (
  db: Database,
  sessionId: string,
  { driverSha256, at, holdUntil }: { driverSha256: Buffer; at: Date; holdUntil: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('browse_session')
    .set({ human_hold_until: holdUntil, last_used_at: sql<Date>`greatest(last_used_at, ${at})` })
    .where('id', '=', sessionId)
    .where('driver_sha256', '=', driverSha256)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** The person said that they are signed in, or somebody in whose name the session runs did: agents go on. */
export const endHold = async (db: Database, sessionId: string, signedInAt: Date): Promise<void> => {
  await db
    .updateTable('browse_session')
    .set({ human_hold_until: null, driver_sha256: null, human_signed_in_at: signedInAt, last_used_at: signedInAt })
    .where('id', '=', sessionId)
    .where('closed_at', 'is', null)
    .execute();
};
