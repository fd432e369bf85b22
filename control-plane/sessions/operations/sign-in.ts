import type { Database } from '../../database/connection.ts';
import { Refusal } from '../../http/refusal.ts';
import { deleteSession, deleteSessionsOf } from '../store.ts';
import { type Browser, callForCookies, currentSession, headersOf, type WithCookies } from './call-auth.ts';
import type { AttemptCounts } from './count-attempts.ts';
import type { Auth } from './open-auth.ts';

export interface SignInDeps {
  readonly db: Database;
  readonly auth: Auth;
  readonly attempts: Pick<AttemptCounts, 'passwordTried'>;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** False: the session ends with the browser. */
  readonly remember: boolean;
}

/** Coming and going. */
export const signInOperations = ({ db, auth, attempts }: SignInDeps) => ({
  /**
   * Every sign-in is a new session with a new token, whatever cookie came along; the session that the browser had
   * before ends (G7). Throws 401 where address or password are wrong, 403 where the address is not confirmed, 429.
   */
  async signIn({ email, password, remember }: Credentials, browser: Browser): Promise<WithCookies<null>> {
    const attempt = await attempts.passwordTried({ email, clientAddress: browser.clientAddress });
    const before = await currentSession(auth, browser);
    const body = { email, password, rememberMe: remember };
    try {
      const { setCookies } = await callForCookies(
        auth.api.signInEmail({ body, headers: headersOf(browser), returnHeaders: true }),
      );
      await attempt.wasRight();
      if (before) await deleteSession(db, before.user.id, before.session.id);
      return { data: null, setCookies };
    } catch (error) {
      if (error instanceof Refusal && error.code === 'EMAIL_NOT_VERIFIED') await attempt.wasRight();
      throw error;
    }
  },

  /** Ends this session, or all of the user's. Who is not signed in is signed out all the same. */
  async signOut(everywhere: boolean, browser: Browser): Promise<WithCookies<null>> {
    const session = everywhere ? await currentSession(auth, browser) : null;
    if (session) await deleteSessionsOf(db, session.user.id);
    const { setCookies } = await callForCookies(auth.api.signOut({ headers: headersOf(browser), returnHeaders: true }));
    return { data: null, setCookies };
  },
});
