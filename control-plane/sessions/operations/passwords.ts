import type { Database } from '../../database/connection.ts';
import { type Problem, Refusal } from '../../http/refusal.ts';
import { linkInvalidRefusal } from '../auth-refusal.ts';
import { passwordChangedMail } from '../mail-texts.ts';
import { passwordProblem } from '../password-rule.ts';
import { findUser, saveEmailVerified, type WebUser } from '../store.ts';
import { type Browser, callAuth, callForCookies, headersOf, type WithCookies } from './call-auth.ts';
import type { AttemptCounts } from './count-attempts.ts';
import type { Auth } from './open-auth.ts';
import type { MailPost } from './post-mails.ts';

export interface PasswordDeps {
  readonly db: Database;
  readonly auth: Auth;
  readonly attempts: Pick<AttemptCounts, 'passwordTried' | 'passwordReset'>;
  readonly post: Pick<MailPost, 'send'>;
  /** Where somebody who did not change their password sets another one. */
  readonly resetPageUrl: string;
}

/** Throws the 400 of a password that is not taken. */
export const refusePassword = (problem: Problem | null): void => {
  if (problem === null) return;
  const { path, code, message } = problem;
  throw new Refusal('bad_request', { code, message: `${path}: ${message}`, details: [problem] });
};

/** Changing a password, by the one before or by a link from the mailbox. */
export const passwordOperations = ({ db, auth, attempts, post, resetPageUrl }: PasswordDeps) => {
  const tellOfChange = (user: WebUser): void => post.send(passwordChangedMail(user, resetPageUrl));

  return {
    /**
     * Ends every session of the user and begins a new one here. The password before is counted like a sign-in: a
     * cookie that was stolen must not be a way to guess it.
     */
    async changePassword(
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
      user: WebUser,
      browser: Browser,
    ): Promise<WithCookies<null>> {
      refusePassword(passwordProblem(newPassword, 'newPassword', user));
      const attempt = await attempts.passwordTried({ email: user.email, clientAddress: browser.clientAddress });
      const body = { currentPassword, newPassword, revokeOtherSessions: true };
      const { setCookies } = await callForCookies(
        auth.api.changePassword({ body, headers: headersOf(browser), returnHeaders: true }),
      );
      await attempt.wasRight();
      tellOfChange(user);
      return { data: null, setCookies };
    },

    /** Ends every session of the user. The link works once; a password that is refused leaves it as it is. */
    async resetPassword({ token, newPassword }: { token: string; newPassword: string }): Promise<void> {
      const { internalAdapter } = await auth.$context;
      const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
      const user = link === null ? null : await findUser(db, link.value);
      if (user === null) throw linkInvalidRefusal();
      refusePassword(passwordProblem(newPassword, 'newPassword', user));
      await callAuth(auth.api.resetPassword({ body: { token, newPassword } }));
      await attempts.passwordReset(user.email);
      tellOfChange(user);
    },

    /** A password that was set through the mailbox proves who reads it. */
    mailboxProven: (userId: string): Promise<void> => saveEmailVerified(db, userId),
  };
};
