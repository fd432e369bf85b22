import { sql } from 'kysely';
import type { Database, Transaction } from '../database/connection.ts';

export interface Member {
  readonly userId: string;
  readonly accountId: string;
  readonly role: 'member' | 'admin';
}

/** Where the sessions of a user were begun; of IPv6 addresses the /64. None for an address that is nobody's. */
export const addressesOfSessions = async (db: Database, email: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('web_session')
    .innerJoin('web_user', 'web_user.id', 'web_session.user_id')
    .select('web_session.ip_address')
    .distinct()
    .where('web_user.email', '=', email)
    .where('web_session.expires_at', '>', sql<Date>`now()`)
    .execute();
  return rows.flatMap(({ ip_address: address }) => (address === null || address === '' ? [] : [address]));
};

/** Whose session it is; null where it has ended or was ended. Asked for every request, by the primary key. */
export const findMemberOfSession = async (db: Database, sessionId: string): Promise<Member | null> =>
  (await db
    .selectFrom('web_session')
    .innerJoin('account_user', 'account_user.user_id', 'web_session.user_id')
    .select(['account_user.user_id as userId', 'account_user.account_id as accountId', 'account_user.role'])
    .where('web_session.id', '=', sessionId)
    .where('web_session.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()) ?? null;

/** Milliseconds until a session ends; null where it has. */
export const sessionEndsInMs = async (db: Database, sessionId: string): Promise<number | null> =>
  (
    await db
      .selectFrom('web_session')
      .select(sql<number>`(1000 * extract(epoch from expires_at - now()))::float8`.as('endsInMs'))
      .where('id', '=', sessionId)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst()
  )?.endsInMs ?? null;

export interface WebUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
}

const selectUsers = (db: Database) =>
  db.selectFrom('web_user').select(['id', 'email', 'name', 'email_verified as emailVerified']);

export const findUser = async (db: Database, userId: string): Promise<WebUser | null> =>
  (await selectUsers(db).where('id', '=', userId).executeTakeFirst()) ?? null;

export const findUserByEmail = async (db: Database, email: string): Promise<WebUser | null> =>
  (await selectUsers(db).where('email', '=', email).executeTakeFirst()) ?? null;

/** Holds a user's row: whoever makes their account does it alone. */
export const lockUser = async (trx: Transaction, userId: string): Promise<WebUser | null> =>
  (await selectUsers(trx).where('id', '=', userId).forUpdate().executeTakeFirst()) ?? null;

export const hasAccount = async (db: Database, userId: string): Promise<boolean> =>
  (await db.selectFrom('account_user').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !==
  undefined;

/** Puts a user into an account; one who is in an account stays there. */
export const insertMemberOnce = async (db: Database, { userId, accountId, role }: Member): Promise<void> => {
  await db
    .insertInto('account_user')
    .values({ user_id: userId, account_id: accountId, role })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
};

/** Stores a user with a password and a proven address; one who is there keeps everything. False where they were. */
export const insertUserOnce = async (
  trx: Transaction,
  user: { id: string; loginId: string; email: string; name: string; passwordHash: string },
): Promise<boolean> => {
  const inserted = await trx
    .insertInto('web_user')
    .values({ id: user.id, email: user.email, email_verified: true, name: user.name })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  await trx
    .insertInto('web_login')
    .values({
      id: user.loginId,
      provider_id: 'credential',
      provider_account_id: user.id,
      user_id: user.id,
      password: user.passwordHash,
    })
    .execute();
  return true;
};

export const saveEmailVerified = async (db: Database, userId: string): Promise<void> => {
  await db
    .updateTable('web_user')
    .set({ email_verified: true, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('email_verified', '=', false)
    .execute();
};

export interface WebSession {
  readonly id: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
}

/** The sessions of a user that have not ended, newest first. */
export const listSessions = async (db: Database, userId: string): Promise<WebSession[]> =>
  db
    .selectFrom('web_session')
    .select([
      'id',
      'ip_address as ipAddress',
      'user_agent as userAgent',
      'created_at as createdAt',
      'updated_at as updatedAt',
      'expires_at as expiresAt',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();

/** Ends one session of a user. False where they have no such session. */
export const deleteSession = async (db: Database, userId: string, sessionId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('web_session')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Ends every session of a user. @returns how many */
export const deleteSessionsOf = async (db: Database, userId: string): Promise<number> => {
  const { numDeletedRows } = await db.deleteFrom('web_session').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
};

/** Forgets what is over: sessions, links and tries of passwords. */
export const sweepEnded = async (db: Database, attemptWindowSeconds: number): Promise<void> => {
  await db.deleteFrom('web_session').where('expires_at', '<', sql<Date>`now()`).execute();
  await db.deleteFrom('web_verification').where('expires_at', '<', sql<Date>`now()`).execute();
  await db
    .deleteFrom('sign_in_attempt')
    .where('newest_at', '<', sql<Date>`now() - make_interval(secs => ${attemptWindowSeconds})`)
    .execute();
};
