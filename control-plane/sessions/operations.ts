import type { Logger } from 'pino';
import type { AccountOperations } from '../accounts/operations.ts';
import type { Database } from '../database/connection.ts';
import type { WebCaller } from '../http/authenticate.ts';
import { notFound } from '../http/refusal.ts';
import { attemptWindowSeconds } from './attempt-limits.ts';
import { sessionEndedRefusal } from './auth-refusal.ts';
import type { Mailer } from './client.ts';
import { alreadyRegisteredMail, resetMail, verificationMail } from './mail-texts.ts';
import { authenticateSession } from './operations/authenticate-session.ts';
import { attemptCounts } from './operations/count-attempts.ts';
import { accountMembers, type NewUser } from './operations/join-account.ts';
import { type Auth, authPath, type FlowMails, type OidcSettings, openAuth } from './operations/open-auth.ts';
import { passwordOperations } from './operations/passwords.ts';
import { mailPost } from './operations/post-mails.ts';
import { signInOperations } from './operations/sign-in.ts';
import { oidcOperations } from './operations/sign-in-with-oidc.ts';
import { signUpOperations } from './operations/sign-up.ts';
import { deleteSession, findUser, listSessions, sweepEnded, type WebUser } from './store.ts';

export interface SessionDeps {
  readonly db: Database;
  readonly accounts: Pick<AccountOperations, 'ensureAccount'>;
  /** Where browsers reach the farm, without a slash at the end. */
  readonly publicUrl: string;
  readonly farmSecret: string;
  readonly isSignUpOpen: boolean;
  readonly oidc: OidcSettings | null;
  readonly mailer: Mailer;
  readonly logger: Pick<Logger, 'warn'>;
  readonly onFault: (error: unknown) => void;
}

const sweepEveryMs = 900_000;

/** Web accounts: people who sign in, with a password or at an issuer. */
export const sessionOperations = (deps: SessionDeps) => {
  const { db, publicUrl, farmSecret, isSignUpOpen, oidc, logger, onFault } = deps;
  const members = accountMembers(deps);
  const attempts = attemptCounts({ db, farmSecret });
  const post = mailPost({ mailer: deps.mailer, mayMail: attempts.mayMail, onFault });
  // Behind `#`: a browser sends it to no server, so that no log and no Referer has it (H8).
  const linkTo = (page: string, token: string): string => `${publicUrl}${authPath}/${page}#token=${token}`;

  const mails: FlowMails = {
    verify: (user, token) => post.send(verificationMail(user, linkTo('verify-email', token))),
    reset: (user, token) => post.send(resetMail(user, linkTo('reset-password', token))),
    // An address that was never confirmed may have been registered by somebody else, with their password: its owner
    // gets a link to set one of their own, which also confirms the address.
    async alreadyRegistered(user) {
      if (user.emailVerified) post.send(alreadyRegisteredMail(user, `${publicUrl}${authPath}/sign-in`));
      else await auth.api.requestPasswordReset({ body: { email: user.email } });
    },
  };
  const open = (withOidc: OidcSettings | null): Auth =>
    openAuth({
      db,
      publicUrl,
      farmSecret,
      isSignUpOpen,
      oidc: withOidc,
      logger,
      mails,
      ensureAccount: (userId) => members.ensureAccount(userId),
      onPasswordReset: (userId) => passwords.mailboxProven(userId),
    });
  // Without the issuer: whether it answers must not matter to whoever has a password or a session.
  const auth = open(null);
  const passwords = passwordOperations({
    db,
    auth,
    attempts,
    post,
    resetPageUrl: `${publicUrl}${authPath}/reset-password`,
  });
  const getUser = async (userId: string): Promise<WebUser> => {
    const user = await findUser(db, userId);
    if (user === null) throw sessionEndedRefusal();
    return user;
  };
  const sweep = setInterval(() => {
    sweepEnded(db, attemptWindowSeconds).catch(onFault);
  }, sweepEveryMs).unref();

  return {
    ...signInOperations({ db, auth, attempts }),
    ...signUpOperations({ auth, attempts }),
    ...passwords,
    authenticate: authenticateSession({ db, auth }),
    ensureUser: (user: NewUser) => members.ensureUser(user),
    oidc: oidcOperations({ db, open: () => open(oidc), isConfigured: oidc !== null, publicUrl }),
    getUser,

    /** The devices where a user is signed in. */
    listSessions: (caller: WebCaller) => listSessions(db, caller.userId),

    /** Signs out one device; throws 404 where it is no session of the user's. */
    async endSession(caller: WebCaller, sessionId: string): Promise<void> {
      if (!(await deleteSession(db, caller.userId, sessionId))) throw notFound('session');
    },

    /** Waits for mails that are being sent. */
    async close(): Promise<void> {
      clearInterval(sweep);
      await post.close();
    },
  };
};
export type SessionOperations = ReturnType<typeof sessionOperations>;
