import {
  type ActionResult,
  type BrowseAction,
  maxStepsPerSession,
  type Outline,
} from '@reelyard/shared/contracts/browse-session.ts';
import type { CaptureAnswer, CaptureInPage } from '@reelyard/shared/contracts/session-protocol.ts';
import { type Caller, ownerOf } from '../../http/authenticate.ts';
import { notFound } from '../../http/refusal.ts';
import type { SessionNode } from '../../nodes/operations.ts';
import { pageProblem, personIsAtIt, sessionEnded, tooManySteps } from '../browse-refusals.ts';
import type { NodeAnswer } from '../client.ts';
import type { BrowseSession, CloseReason } from '../session.ts';
import { dueClose, expiresAt, isHeld } from '../session-limits.ts';
import { insertSteps } from '../store/records.ts';
import { findOwned, settleSteps, useSession } from '../store/sessions.ts';
import type { BrowsingDependencies } from './dependencies.ts';
import type { EndSession } from './end-session.ts';

type UseDependencies = Pick<BrowsingDependencies, 'db' | 'clock' | 'client' | 'nodes'> & {
  readonly ends: EndSession;
  readonly requireMinutes: (owner: { accountId: string; environment: 'live' | 'test' }) => Promise<void>;
};

/** Of an address only the host is logged: paths and queries hold what was typed. */
const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

/** What a caller does in an open session. Every verb checks that it is theirs, open, not held by a person, and in time. */
export const useSessions = ({ db, clock, client, nodes, ends, requireMinutes }: UseDependencies) => {
  const getSession = async (caller: Caller, sessionId: string): Promise<BrowseSession> => {
    const session = await findOwned(db, ownerOf(caller), sessionId);
    if (session === null) throw notFound('browse session');
    return session;
  };

  const refuseEnded = async (session: BrowseSession, reason: CloseReason): Promise<never> => {
    throw sessionEnded({ closed: (await ends.close(session.id, reason)) ?? session.closed });
  };

  /** The session and its node, where it may be used now. Throws 404, and 400, 429 or 503 refusals. */
  const getUsable = async (
    caller: Caller,
    sessionId: string,
  ): Promise<{ session: BrowseSession; node: SessionNode }> => {
    const session = await getSession(caller, sessionId);
    if (session.closed !== null) throw sessionEnded(session);
    const now = clock();
    const due = dueClose(session, now);
    if (due !== null) return await refuseEnded(session, due);
    if (session.humanHoldUntil !== null && isHeld(session, now)) throw personIsAtIt(session.humanHoldUntil, now);
    if (session.purpose === 'agent') {
      await requireMinutes(session).catch(async (refusal: unknown) => {
        await ends.close(session.id, 'daily_minutes');
        throw refusal;
      });
    }
    const node = await nodes.findSessionNode(session.nodeId);
    return node === null ? await refuseEnded(session, 'node_lost') : { session, node };
  };

  /** What the node answered, or the refusal that it means. */
  const valueOf = async <T>(session: BrowseSession, answer: NodeAnswer<T>): Promise<T> => {
    if (answer.kind === 'done') return answer.value;
    if (answer.kind === 'problem') throw pageProblem(answer.problem, answer.message);
    return await refuseEnded(session, 'node_lost');
  };

  const use = async (session: BrowseSession, steps: number): Promise<void> => {
    if (await useSession(db, session.id, { at: clock(), steps })) return;
    const now = clock();
    const { stepsUsed } = session;
    if (steps > 0) throw tooManySteps(stepsUsed, steps, maxStepsPerSession, expiresAt(session), now);
    throw sessionEnded(session);
  };

  return {
    getSession,
    getUsable,
    valueOf,

    async outline(caller: Caller, sessionId: string): Promise<{ session: BrowseSession; outline: Outline }> {
      const { session, node } = await getUsable(caller, sessionId);
      await use(session, 0);
      const { outline } = await valueOf(session, await client.outline(node, sessionId));
      return { session: await getSession(caller, sessionId), outline };
    },

    /**
     * S77: does steps one after the other; a refused or failed one ends the batch. Steps are counted before they are
     * done, so that two calls at once cannot pass the limit, and those that were not done are given back.
     */
    async runSteps(
      caller: Caller,
      sessionId: string,
      actions: readonly BrowseAction[],
    ): Promise<{ session: BrowseSession; results: readonly ActionResult[]; outline: Outline }> {
      const { session, node } = await getUsable(caller, sessionId);
      await use(session, actions.length);
      const { results, outline } = await valueOf(session, await client.actions(node, sessionId, actions));
      const at = clock();
      await settleSteps(db, sessionId, { at, undone: actions.length - results.length });
      const steps = results.flatMap(({ index, status, code, url }) => {
        const action = actions[index]?.type;
        return action === undefined ? [] : [{ action, status, code, host: hostOf(url) }];
      });
      await insertSteps(db, session, steps, at);
      return { session: await getSession(caller, sessionId), results, outline };
    },

    /** S70: captures the page that the session shows. Throws a 400 refusal with the problem's code (capture.ts). */
    async captureInSession(caller: Caller, sessionId: string, body: CaptureInPage): Promise<CaptureAnswer> {
      const { session, node } = await getUsable(caller, sessionId);
      await use(session, 0);
      const answer = await valueOf(session, await client.capture(node, sessionId, body));
      await settleSteps(db, sessionId, { at: clock(), undone: 0 });
      return answer;
    },
  };
};
export type UseSessions = ReturnType<typeof useSessions>;
