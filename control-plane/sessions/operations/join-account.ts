import type { AccountOperations } from '../../accounts/operations.ts';
import { type Database, inTransaction } from '../../database/connection.ts';
import { newId } from '../../database/new-id.ts';
import { findUserByEmail, hasAccount, insertMemberOnce, insertUserOnce, lockUser, type Member } from '../store.ts';
import { hashPassword } from './hash-password.ts';

export interface JoinDeps {
  readonly db: Database;
  readonly accounts: Pick<AccountOperations, 'ensureAccount'>;
}

export interface NewUser extends Omit<Member, 'userId'> {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** Users and the accounts that they are in. */
export const accountMembers = ({ db, accounts }: JoinDeps) => ({
  /**
   * Makes sure that a user has an account: one of their own on the Free plan, with its ten credits once. Made with the
   * first session and not with the sign-up: an address that nobody reads gets no credits, and however a user comes in
   * (password, issuer) it is this one place that makes it.
   */
  async ensureAccount(userId: string): Promise<void> {
    if (await hasAccount(db, userId)) return;
    await inTransaction(db, async (trx) => {
      const user = await lockUser(trx, userId);
      if (user === null) throw new Error(`there is no user ${userId}`);
      if (await hasAccount(trx, userId)) return;
      const accountId = newId('acc');
      const name = user.name.trim().slice(0, 100) || (user.email.split('@')[0] ?? user.email);
      await accounts.ensureAccount({ id: accountId, name, plan: 'free' }, trx);
      await insertMemberOnce(trx, { userId, accountId, role: 'member' });
    });
  },

  /**
   * Makes sure that an account has this user, their address proven (the local farm's own operator). Whoever has the
   * address already keeps their password, account and role.
   */
  async ensureUser(user: NewUser): Promise<void> {
    const { email, password, name, accountId, role } = user;
    if ((await findUserByEmail(db, email)) !== null) return;
    const passwordHash = await hashPassword(password);
    const id = newId('usr');
    await inTransaction(db, async (trx) => {
      const isNew = await insertUserOnce(trx, { id, loginId: newId('lgn'), email, name, passwordHash });
      if (isNew) await insertMemberOnce(trx, { userId: id, accountId, role });
    });
  },
});
export type AccountMembers = ReturnType<typeof accountMembers>;
