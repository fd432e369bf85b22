import path from 'node:path';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { AccountOperations } from '../accounts/operations.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/connection.ts';
import type { WakeUps } from '../dispatch/wake-ups.ts';
import type { WebSessions } from '../http/api-plugin.ts';
import { ownOrigins } from '../http/same-origin.ts';
import { fileMailer, smtpMailer } from '../sessions/client.ts';
import { type OidcSettings, sessionCookieName } from '../sessions/operations/open-auth.ts';
import { watchSession } from '../sessions/operations/watch-session.ts';
import { type SessionOperations, sessionOperations } from '../sessions/operations.ts';
import { pageRoutes } from '../sessions/routes/pages.ts';
import { sessionRoutes } from '../sessions/routes.ts';

export interface WebAccountsDeps {
  readonly config: Config;
  readonly db: Database;
  readonly accounts: Pick<AccountOperations, 'ensureAccount'>;
  readonly logger: Logger;
  readonly onFault: (error: unknown) => void;
}

const oidcOf = (config: Config): OidcSettings | null => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  return { issuer, clientId, clientSecret };
};

export interface WebAccounts {
  readonly sessions: SessionOperations;
  /** What /api/v2 needs of people who are signed in. */
  readonly webSessions: WebSessions;
  /** The account of whoever sends a page's request, where they are signed in; null for everybody else. */
  readonly viewerAccountId: (request: FastifyRequest) => Promise<string | null>;
  plugins(onUncounted: () => void): readonly FastifyPluginAsync[];
  /** Cuts what a session has open when it ends. */
  watchSession(wakeUps: Pick<WakeUps, 'on'>): ReturnType<typeof watchSession>;
}

/** The part of the composition that signs people in. */
export const composeWebAccounts = ({ config, db, accounts, logger, onFault }: WebAccountsDeps): WebAccounts => {
  const { FARM_PUBLIC_URL: publicUrl, SMTP_URL, MAIL_FROM } = config;
  const origins = ownOrigins(publicUrl);
  const oidc = oidcOf(config);
  const sessions = sessionOperations({
    db,
    accounts,
    publicUrl,
    farmSecret: config.FARM_SIGNING_SECRET,
    isSignUpOpen: config.FARM_SIGN_UP === 'open',
    oidc,
    mailer:
      SMTP_URL !== undefined && MAIL_FROM !== undefined
        ? smtpMailer(SMTP_URL, MAIL_FROM)
        : fileMailer(path.join(config.FARM_DATA, 'mail'), logger),
    logger,
    onFault,
  });
  return {
    sessions,
    webSessions: {
      cookieName: sessionCookieName(publicUrl),
      origins,
      authenticate: ({ headers, ip }) =>
        sessions.authenticate({ cookie: headers.cookie, userAgent: headers['user-agent'], clientAddress: ip }),
    },
    viewerAccountId: async ({ headers, ip }) => {
      if (headers.cookie?.includes(sessionCookieName(publicUrl)) !== true) return null;
      const browser = { cookie: headers.cookie, userAgent: headers['user-agent'], clientAddress: ip };
      const signedIn = await sessions.authenticate(browser).catch(() => null);
      return signedIn?.caller.accountId ?? null;
    },
    plugins: (onUncounted) => [
      pageRoutes,
      sessionRoutes({
        sessions,
        origins,
        waysIn: { signUp: config.FARM_SIGN_UP, oidc: oidc !== null },
        onUncounted,
      }),
    ],
    watchSession: (wakeUps) => watchSession({ db, wakeUps, onFault }),
  };
};
