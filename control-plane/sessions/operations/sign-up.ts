import { setTimeout as delay } from 'node:timers/promises';
import { Refusal } from '../../http/refusal.ts';
import { passwordProblem } from '../password-rule.ts';
import { callAuth } from './call-auth.ts';
import type { AttemptCounts } from './count-attempts.ts';
import type { Auth } from './open-auth.ts';
import { refusePassword } from './passwords.ts';

export interface SignUpDeps {
  readonly auth: Auth;
  readonly attempts: Pick<AttemptCounts, 'mailAsked'>;
}

/** Longer than the work behind any of these answers: how long one takes must not tell whether there is an account. */
const answerAfterMs = 400;

const notBefore = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const [done] = await Promise.allSettled([work, delay(ms)]);
  if (done.status === 'rejected') throw done.reason;
};

/** What strangers may ask for. Every answer is the same whether or not the address has an account (G5). */
export const signUpOperations = ({ auth, attempts }: SignUpDeps) => {
  const signUp = async (body: { email: string; password: string; name: string }): Promise<void> => {
    try {
      await callAuth(auth.api.signUpEmail({ body }));
    } catch (error) {
      // The one that came first sends the mail; to say more would tell that there was one.
      if (!(error instanceof Refusal && error.code === 'SIGN_UP_UNDER_WAY')) throw error;
    }
  };

  return {
    /** Sends a link to confirm the address; to one that has an account, a mail that says so. */
    async signUp(
      { email, password, name }: { email: string; password: string; name: string },
      clientAddress: string,
    ): Promise<void> {
      refusePassword(passwordProblem(password, 'password', { email, name }));
      await attempts.mailAsked(clientAddress);
      await notBefore(answerAfterMs, signUp({ email, password, name }));
    },

    /** Sends another link to confirm an address that is not confirmed yet. */
    async askForVerification(email: string, clientAddress: string): Promise<void> {
      await attempts.mailAsked(clientAddress);
      await notBefore(answerAfterMs, callAuth(auth.api.sendVerificationEmail({ body: { email } })));
    },

    /** Sends a link to set a new password. */
    async askForReset(email: string, clientAddress: string): Promise<void> {
      await attempts.mailAsked(clientAddress);
      await notBefore(answerAfterMs, callAuth(auth.api.requestPasswordReset({ body: { email } })));
    },

    /** Confirms an address by the token of the mail; a second time changes nothing. */
    async verifyEmail(token: string): Promise<void> {
      await callAuth(auth.api.verifyEmail({ query: { token } }));
    },
  };
};
