import type { ActionResult, BrowseAction } from '@reelyard/shared/contracts/browse-session.ts';
import type { Transaction } from '../database/connection.ts';
import type { Caller } from '../http/authenticate.ts';
import type { MetaPart } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import type { LoginsAnswer, OpenBody, OutlineAnswer, StatusAnswer } from './browse-bodies.ts';
import type { BrowsingDependencies } from './operations/dependencies.ts';
import { endSession } from './operations/end-session.ts';
import { loginProfiles } from './operations/login-profiles.ts';
import { openSession } from './operations/open-session.ts';
import { signIn } from './operations/sign-in.ts';
import { useSessions } from './operations/use-session.ts';
import type { BrowseSession, ClosedPart, CloseReason } from './session.ts';
import { closedView, creditWarnings, outlineView, statusView } from './session-view.ts';
import { type LoggedStep, stepsOfProject } from './store/records.ts';

export type { OpenedBrowser, OpenRequest } from './operations/open-session.ts';

interface Answered<T> {
  readonly answer: T;
  readonly meta: MetaPart;
}

/** Browsing sessions: what callers of the API may do with them, and what captures need of them (S75–S83). */
export const browsingOperations = (deps: BrowsingDependencies) => {
  const { db, clock } = deps;
  const profiles = loginProfiles(deps);
  const ends = endSession({ ...deps, profiles });
  const opening = openSession({ ...deps, ends, profiles });
  const uses = useSessions({ ...deps, ends, requireMinutes: opening.requireMinutes });
  const people = signIn({ ...deps, profiles });

  const metaOf = (session: Parameters<typeof creditWarnings>[0]): MetaPart => {
    const warnings = creditWarnings(session, clock());
    return warnings.length > 0 ? { warnings } : {};
  };
  const viewOf = async (
    { session, outline }: Awaited<ReturnType<typeof uses.outline>>,
    results: readonly ActionResult[] = [],
  ): Promise<OutlineAnswer> => outlineView(session, outline, { loginUrl: await people.loginUrlOf(session), results });

  return {
    ends,
    people,

    // For captures: sessions without their views.
    ...opening,
    ...uses,
    /** Null for browsers that are nobody's. */
    loginUrlOf: (session: BrowseSession): Promise<string | null> => people.loginUrlOf(session),
    closeSession: (sessionId: string, reason: CloseReason): Promise<ClosedPart | null> => ends.close(sessionId, reason),
    /** S31: in the transaction that publishes the project. */
    closeForProject: (trx: Transaction, projectId: string): Promise<void> => ends.closeForProject(trx, projectId),

    async open(caller: Caller, { url, projectId, sceneId }: OpenBody) {
      const request = { url, projectId: projectId ?? null, sceneId: sceneId ?? null, purpose: 'agent' as const };
      const opened = await opening.openSession(caller, request);
      const outline = await viewOf(opened);
      const { id, viewport } = opened.session;
      const { expiresAt } = statusView(opened.session, clock());
      const { loginUrl } = outline;
      const answer = { id, viewport, expiresAt, ...(loginUrl === undefined ? {} : { loginUrl }), outline };
      return { answer, meta: metaOf(opened.session) };
    },

    async outline(caller: Caller, sessionId: string): Promise<Answered<OutlineAnswer>> {
      const found = await uses.outline(caller, sessionId);
      return { answer: await viewOf(found), meta: metaOf(found.session) };
    },

    async act(caller: Caller, sessionId: string, actions: readonly BrowseAction[]) {
      const done = await uses.runSteps(caller, sessionId, actions);
      const outline = await viewOf(done, done.results);
      return { answer: { results: [...done.results], outline }, meta: metaOf(done.session) };
    },

    /** N35: a session that was closed before answers how it ended. */
    async close(caller: Caller, sessionId: string) {
      const session = await uses.getSession(caller, sessionId);
      const closed = session.closed ?? (await ends.close(sessionId, 'closed'));
      if (closed === null) throw new Error(`the session ${sessionId} vanished while it was closed`);
      return closedView(closed);
    },

    async status(caller: Caller, sessionId: string): Promise<StatusAnswer> {
      return statusView(await uses.getSession(caller, sessionId), clock());
    },

    /** S79: an agent says that its person is signed in. */
    async humanDone(caller: Caller, sessionId: string) {
      const session = await uses.getSession(caller, sessionId);
      if (session.holder === null) {
        throw new Refusal('bad_request', {
          code: 'ANONYMOUS_BROWSER',
          message: 'Sandbox keys browse anonymously: nobody can sign in here. Use a live key.',
        });
      }
      if (session.closed === null && session.login.redeemedAt === null && session.humanSignedInAt === null) {
        throw new Refusal('bad_request', {
          code: 'LOGIN_NOT_STARTED',
          message: 'Nobody has opened the loginUrl of this session yet. Give it to the person who should sign in.',
        });
      }
      if (session.closed === null) await people.finish(session);
      const found = await uses.outline(caller, sessionId);
      const { humanSignedInAt, humanHoldUntil } = statusView(found.session, clock());
      return { answer: { humanSignedInAt, humanHoldUntil, outline: await viewOf(found) }, meta: metaOf(found.session) };
    },

    logins: (caller: Caller): Promise<LoginsAnswer> => profiles.describe(caller),
    resetLogins: (caller: Caller): Promise<void> => profiles.reset(caller),

    /** S83: the steps that were logged on a project, newest first. Throws 404 where it is not the caller's. */
    async projectSteps(
      caller: Caller,
      projectId: string,
      page: { page: number; limit: number },
    ): Promise<{ steps: LoggedStep[]; total: number }> {
      await deps.captureSlotsOf(caller, projectId, null);
      return await stepsOfProject(db, projectId, page);
    },
  };
};
export type BrowsingOperations = ReturnType<typeof browsingOperations>;
