import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { loginLinkKey, loginLinkSeconds, loginToken, readLoginToken } from '../login-link.ts';
import type { LinkProblem } from '../login-page-html.ts';
import type { BrowseSession } from '../session.ts';
import { dueClose, holdUntil, humanLeftSeconds, sessionEnd } from '../session-limits.ts';
import { findSession } from '../store/sessions.ts';
import { endHold, issueLogin, redeemLogin, renewHold } from '../store/sign-in.ts';
import type { BrowsingDependencies } from './dependencies.ts';
import type { LoginProfiles } from './login-profiles.ts';

type SignInDependencies = Pick<
  BrowsingDependencies,
  'db' | 'clock' | 'client' | 'nodes' | 'publicUrl' | 'farmSecret'
> & {
  readonly profiles: LoginProfiles;
};

/** A link that has less time left than this is replaced when it is shown. */
const freshSeconds = 5 * 60;

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/** Where the sign-in pages lie. */
export const loginPath = '/browse/login';

/** How a person signs in in the remote browser by themselves: links, who drives, and what is kept of it (N35). */
export const signIn = ({ db, clock, client, nodes, profiles, publicUrl, farmSecret }: SignInDependencies) => {
  const key = loginLinkKey(farmSecret);

  const openSessionOf = async (sessionId: string): Promise<BrowseSession | null> => {
    const session = await findSession(db, sessionId);
    return session === null || session.closed !== null || dueClose(session, clock()) !== null ? null : session;
  };

  /** What a link leads to. `used` also says that another link of the session took its place. */
  const readLink = async (token: string): Promise<{ session: BrowseSession; issue: number } | LinkProblem> => {
    const link = readLoginToken(key, token);
    if (link === null) return 'unknown';
    const session = await openSessionOf(link.sessionId);
    if (session === null) return 'closed';
    if (session.login.issue !== link.issue || session.login.redeemedAt !== null) return 'used';
    return link.expiresAt <= clock() ? 'expired' : { session, issue: link.issue };
  };

  const isDriver = (session: BrowseSession, secret: string): boolean =>
    session.driverSha256 !== null && timingSafeEqual(session.driverSha256, sha256(secret));

  return {
    /** The address of the sign-in page; null for browsers that are nobody's. The same one until it is used or old. */
    async loginUrlOf(session: BrowseSession): Promise<string | null> {
      if (session.holder === null || session.closed !== null) return null;
      const now = clock();
      const { issue, expiresAt, redeemedAt } = session.login;
      const isFresh =
        issue > 0 &&
        redeemedAt === null &&
        expiresAt !== null &&
        expiresAt.getTime() - now.getTime() > freshSeconds * 1_000;
      const validUntil = isFresh ? expiresAt : sessionEnd(now, loginLinkSeconds);
      const current = isFresh ? issue : await issueLogin(db, session.id, validUntil);
      if (current === null) return null;
      return `${publicUrl}${loginPath}/${loginToken(key, { sessionId: session.id, issue: current, expiresAt: validUntil })}`;
    },

    readLink,

    /** Takes a link: the browser window that holds the secret drives from now on, and nobody else (D14). */
    async redeem(token: string): Promise<{ session: BrowseSession; secret: string } | LinkProblem> {
      const link = await readLink(token);
      if (typeof link === 'string') return link;
      const secret = randomBytes(32).toString('base64url');
      const at = clock();
      const { session, issue } = link;
      const order = { at, driverSha256: sha256(secret), holdUntil: holdUntil(at) };
      return (await redeemLogin(db, { sessionId: session.id, issue }, order)) ? { session, secret } : 'used';
    },

    /** The open session that a browser window drives; null for every other one. */
    async driven(sessionId: string, secret: string): Promise<BrowseSession | null> {
      const session = await openSessionOf(sessionId);
      return session !== null && isDriver(session, secret) ? session : null;
    },

    /** The person is there: agents wait on. False where another window drives, or the session ended. */
    stay: (sessionId: string, secret: string): Promise<boolean> => {
      const at = clock();
      return renewHold(db, sessionId, { driverSha256: sha256(secret), at, holdUntil: holdUntil(at) });
    },

    /** The person closed the page: agents wait a little, because a page that is loaded again comes back. */
    async leave(sessionId: string, secret: string): Promise<void> {
      const at = clock();
      const soon = new Date(at.getTime() + humanLeftSeconds * 1_000);
      await renewHold(db, sessionId, { driverSha256: sha256(secret), at, holdUntil: soon });
    },

    /** S79: agents go on, and what the browser knows now is kept at once: it survives the loss of its node. */
    async finish(session: BrowseSession): Promise<void> {
      await endHold(db, session.id, clock());
      const node = await nodes.findSessionNode(session.nodeId);
      const answer = node === null ? null : await client.profile(node, session.id);
      if (answer?.kind === 'done' && answer.value.profile !== null) {
        await profiles.bringHome(session, answer.value.profile);
      }
    },
  };
};
export type SignIn = ReturnType<typeof signIn>;
