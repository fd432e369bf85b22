import { createHmac } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { Logger } from 'pino';
import type { Database } from '../../database/connection.ts';
import { type IdPrefix, newId } from '../../database/new-id.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';

/** An OpenID Connect issuer where users may sign in. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Mails that a flow of better-auth asks for; none of them is waited for. */
export interface FlowMails {
  verify(user: { email: string; name: string }, token: string): void;
  reset(user: { email: string; name: string }, token: string): void;
  alreadyRegistered(user: { email: string; name: string; emailVerified: boolean }): Promise<void>;
}

export interface AuthDeps {
  readonly db: Database;
  /** Where browsers reach the farm, without a slash at the end. */
  readonly publicUrl: string;
  readonly farmSecret: string;
  readonly isSignUpOpen: boolean;
  readonly oidc: OidcSettings | null;
  readonly logger: Pick<Logger, 'warn'>;
  readonly mails: FlowMails;
  /** Makes sure that a user has an account, before they get a session. */
  readonly ensureAccount: (userId: string) => Promise<void>;
  /** Tells that a reset proved who reads the mailbox. */
  readonly onPasswordReset: (userId: string) => Promise<void>;
}

export const authPath = '/auth';
export const oidcProviderId = 'oidc';
/** Set by the control plane itself on what it hands over, never taken from a request. */
export const clientAddressHeader = 'x-farm-client-address';

/** A session ends a week after it was last used. */
const sessionSeconds = 7 * 24 * 3_600;
const extendAfterSeconds = 24 * 3_600;
/** How long a browser's own signed copy of the session spares the look at the session's row. */
export const cookieCacheSeconds = 60;
export const verificationSeconds = 24 * 3_600;
export const resetSeconds = 3_600;

const idPrefixes: Readonly<Record<string, IdPrefix>> = {
  user: 'usr',
  session: 'ses',
  account: 'lgn',
  verification: 'vrf',
};

/** Signs cookies and links. A key of its own, so that nothing signed for another purpose passes here. */
const secretOf = (farmSecret: string): string => createHmac('sha256', farmSecret).update('web sessions').digest('hex');

const withoutTokens = async <T extends object>(login: T) => ({
  data: { ...login, accessToken: null, refreshToken: null, idToken: null, scope: null },
});

/**
 * better-auth over our own tables (migration 0017). Its routes are not mounted: routes.ts calls its endpoints, so that
 * bodies, errors, limits and origins are those of the rest of the farm.
 */
export const openAuth = (deps: AuthDeps) => {
  const { db, publicUrl, farmSecret, oidc, logger, mails } = deps;
  const isHttps = publicUrl.startsWith('https:');
  return betterAuth({
    appName: 'Reelyard',
    baseURL: publicUrl,
    basePath: authPath,
    secret: secretOf(farmSecret),
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    // Only the words: what is attached may hold tokens, addresses and rows (H8).
    logger: { level: 'error', log: (_level, message) => logger.warn({ message: wordsOf(message) }, 'web sign-in') },
    user: { modelName: 'web_user', fields: { emailVerified: 'email_verified', ...times } },
    session: {
      modelName: 'web_session',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
      expiresIn: sessionSeconds,
      updateAge: extendAfterSeconds,
      cookieCache: { enabled: true, maxAge: cookieCacheSeconds },
    },
    account: {
      modelName: 'web_login',
      fields: {
        providerId: 'provider_id',
        accountId: 'provider_account_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...times,
      },
      updateAccountOnSignIn: false,
    },
    verification: {
      modelName: 'web_verification',
      fields: { expiresAt: 'expires_at', ...times },
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: !deps.isSignUpOpen,
      requireEmailVerification: true,
      // password-rule.ts decides; these must only not be stricter.
      minPasswordLength: 1,
      maxPasswordLength: 1_000,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
      resetPasswordTokenExpiresIn: resetSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => mails.reset(user, token),
      onPasswordReset: ({ user }) => deps.onPasswordReset(user.id),
      onExistingUserSignUp: ({ user }) => mails.alreadyRegistered(user),
    },
    emailVerification: {
      sendVerificationEmail: async ({ user, token }) => mails.verify(user, token),
      expiresIn: verificationSeconds,
    },
    databaseHooks: {
      session: { create: { before: async ({ userId }) => deps.ensureAccount(userId) } },
      account: { create: { before: withoutTokens } },
    },
    advanced: {
      useSecureCookies: false,
      cookies: cookiesOf(isHttps),
      defaultCookieAttributes: { secure: isHttps, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      database: { generateId: ({ model }) => newId(idPrefixes[model] ?? 'vrf') },
    },
    onAPIError: { errorURL: `${publicUrl}${authPath}/sign-in` },
    plugins: oidc === null ? [] : [genericOAuth({ config: [providerOf(oidc, deps.isSignUpOpen)] })],
  });
};
export type Auth = ReturnType<typeof openAuth>;

const times = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

const wordsOf = (message: unknown): string => (typeof message === 'string' ? message : 'error');

/** `__Host-` binds a cookie to this very host and to TLS (G7); a browser refuses it over plain http. */
const cookiesOf = (isHttps: boolean) => {
  const prefix = isHttps ? '__Host-' : '';
  const nameOf = (name: string) => ({ name: `${prefix}reelyard.${name}` });
  return {
    session_token: nameOf('session'),
    session_data: nameOf('session_data'),
    dont_remember: nameOf('session_only'),
    state: nameOf('oidc_state'),
  };
};

export const sessionCookieName = (publicUrl: string): string =>
  cookiesOf(publicUrl.startsWith('https:')).session_token.name;

const providerOf = ({ issuer, clientId, clientSecret }: OidcSettings, isSignUpOpen: boolean) => ({
  providerId: oidcProviderId,
  discoveryUrl: `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
  clientId,
  clientSecret,
  scopes: ['openid', 'email', 'profile'],
  pkce: true,
  // Without the issuer's keys an ID token would only be read and not checked.
  requireIdTokenVerification: true,
  requireEmailVerification: true,
  disableSignUp: !isSignUpOpen,
});
