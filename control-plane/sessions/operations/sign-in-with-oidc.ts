import type { Database } from '../../database/connection.ts';
import { Refusal } from '../../http/refusal.ts';
import { deleteSession } from '../store.ts';
import { type Browser, callForCookies, currentSession, headersOf, type WithCookies } from './call-auth.ts';
import { type Auth, authPath, oidcProviderId, sessionCookieName } from './open-auth.ts';

export interface OidcDeps {
  readonly db: Database;
  /** Asks the issuer for its addresses and keys again where it did not answer before. */
  readonly open: () => Auth;
  readonly isConfigured: boolean;
  readonly publicUrl: string;
}

const unavailable = (): Refusal =>
  new Refusal('unavailable', {
    code: 'OIDC_UNAVAILABLE',
    message: 'The sign-in service does not answer. Try again soon, or sign in with a password.',
    headers: { 'retry-after': '10' },
  });

const notConfigured = (): Refusal =>
  new Refusal('unavailable', {
    code: 'OIDC_NOT_CONFIGURED',
    message: 'This farm has no sign-in service: its operator sets OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
  });

/** An issuer that does not answer is asked again, but not by every request. */
const askAgainAfterMs = 2_000;

/** Signing in at an OpenID Connect issuer: authorization code with PKCE, state and nonce, ID token checked by its keys. */
export const oidcOperations = ({ db, open, isConfigured, publicUrl }: OidcDeps) => {
  let current: { readonly auth: Auth; readonly openedAtMs: number } | null = null;

  const ready = async (): Promise<Auth> => {
    if (!isConfigured) throw notConfigured();
    const isStale = (): boolean => current === null || performance.now() - current.openedAtMs > askAgainAfterMs;
    const isUsable = async (auth: Auth): Promise<boolean> =>
      (await auth.$context).socialProviders.some(({ id }) => id === oidcProviderId);
    if (current !== null && (await isUsable(current.auth))) return current.auth;
    if (isStale()) current = { auth: open(), openedAtMs: performance.now() };
    if (current !== null && (await isUsable(current.auth))) return current.auth;
    throw unavailable();
  };

  return {
    /** Where the browser is to go. `returnPath` is a path of the farm (return-path.ts). */
    async begin(returnPath: string, browser: Browser): Promise<WithCookies<{ url: string }>> {
      const auth = await ready();
      const body = {
        provider: oidcProviderId,
        callbackURL: `${publicUrl}${returnPath}`,
        errorCallbackURL: `${publicUrl}${authPath}/sign-in`,
        disableRedirect: true,
      };
      const { data, setCookies } = await callForCookies(
        auth.api.signInSocial({ body, headers: headersOf(browser), returnHeaders: true }),
      );
      if (data.url === undefined) throw unavailable();
      return { data: { url: data.url }, setCookies };
    },

    /** The issuer sends the browser back here. @returns where it goes on to, with or without a session */
    async finish(query: string, browser: Browser): Promise<WithCookies<{ location: string }>> {
      const auth = await ready();
      const url = `${publicUrl}${authPath}/callback/${oidcProviderId}${query}`;
      const before = await currentSession(auth, browser);
      const response = await auth.handler(new Request(url, { headers: headersOf(browser) }));
      const location = response.headers.get('location');
      if (location === null) throw unavailable();
      const setCookies = response.headers.getSetCookie();
      const isSignedIn = setCookies.some((cookie) => cookie.startsWith(`${sessionCookieName(publicUrl)}=`));
      if (before && isSignedIn) await deleteSession(db, before.user.id, before.session.id);
      return { data: { location }, setCookies };
    },
  };
};
