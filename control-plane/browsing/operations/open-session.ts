import { type Outline, sessionIdleSeconds, sessionMaxSeconds } from '@reelyard/shared/contracts/browse-session.ts';
import type { Viewport } from '@reelyard/shared/contracts/capture.ts';
import { inTransaction } from '../../database/connection.ts';
import { newId } from '../../database/new-id.ts';
import { type Caller, keyIdOf, userIdOf } from '../../http/authenticate.ts';
import { requireFeature } from '../../http/require-feature.ts';
import type { SessionNode } from '../../nodes/operations.ts';
import { dayIsOver, noBrowser, pageProblem, sessionEnded, tooManySessions } from '../browse-refusals.ts';
import type { BrowseSession } from '../session.ts';
import { browseDay, dailyBrowseMinutes, sessionEnd } from '../session-limits.ts';
import { sessionViewport } from '../session-viewport.ts';
import { browseSecondsOf, earliestEnd, openCountByNode } from '../store/open-sessions.ts';
import { beginSession, findSession, insertSession, keepAsAgent, type NewSession } from '../store/sessions.ts';
import type { BrowsingDependencies } from './dependencies.ts';
import type { EndSession } from './end-session.ts';
import type { LoginProfiles } from './login-profiles.ts';

export interface OpenRequest {
  readonly url: string;
  readonly projectId: string | null;
  readonly sceneId: string | null;
  /** `capture`: for one capture, neither counted among the three nor billed; see keepSession. */
  readonly purpose: BrowseSession['purpose'];
  /** Instead of the window of the scene's template. */
  readonly viewport?: Viewport;
}

export interface OpenedBrowser {
  readonly session: BrowseSession;
  readonly outline: Outline;
  /** What the page itself answered with. */
  readonly httpStatus: number | null;
}

type OpenDependencies = BrowsingDependencies & { readonly ends: EndSession; readonly profiles: LoginProfiles };

/** Opens sessions (S75): limits, a node with room, the page. */
export const openSession = (deps: OpenDependencies) => {
  const { db, clock, client, nodes, accounts, credits, ends, profiles } = deps;

  /** S120: throws where the account's browser time of the day is over. */
  const requireMinutes = async (owner: { accountId: string; environment: 'live' | 'test' }): Promise<void> => {
    const now = clock();
    const day = browseDay(now);
    const used = await browseSecondsOf(db, owner, day, now);
    if (used >= dailyBrowseMinutes[owner.environment] * 60) throw dayIsOver(owner.environment, used, day.end, now);
  };

  /** N53: null where time costs nothing: in the sandbox, and for a person who is signed in (S106). */
  const affordableSeconds = async (session: Pick<NewSession, 'accountId' | 'apiKeyId' | 'environment'>) => {
    const { accountId, apiKeyId: keyId, environment } = session;
    if (keyId === null || environment === 'test') return null;
    return await inTransaction(db, (trx) => credits.affordableBrowseSeconds(trx, { accountId, keyId }));
  };

  /** The nodes that have fewest sessions come first. */
  const nodesByLoad = async (): Promise<SessionNode[]> => {
    const [ready, counts] = await Promise.all([nodes.listSessionNodes(), openCountByNode(db)]);
    return ready.sort((a, b) => (counts.get(a.id) ?? 0) - (counts.get(b.id) ?? 0));
  };

  const reserve = async (session: NewSession): Promise<void> => {
    if (await insertSession(db, session)) return;
    throw tooManySessions(await earliestEnd(db, session.accountId, sessionIdleSeconds), clock());
  };

  const openOn = async (node: SessionNode, session: NewSession, url: string): Promise<OpenedBrowser | null> => {
    const answer = await client.open(node, {
      sessionId: session.id,
      url,
      viewport: session.viewport,
      profile: await profiles.load(session.accountId, session.holder),
      idleSeconds: sessionIdleSeconds,
      maxSeconds: sessionMaxSeconds,
    });
    if (answer.kind === 'full' || answer.kind === 'gone') return null;
    if (answer.kind === 'problem') throw pageProblem(answer.problem, answer.message);
    const openedAt = clock();
    await beginSession(db, session.id, openedAt, sessionEnd(openedAt, await affordableSeconds(session)));
    const stored = await findSession(db, session.id);
    if (stored === null || stored.closed !== null) throw sessionEnded({ closed: stored?.closed ?? null });
    return { session: stored, ...answer.value };
  };

  return {
    requireMinutes,

    /**
     * @throws Refusal 403 feature, 404 project or scene, 429 limits with a reset time, 400 the page, 503 no node has room
     */
    async openSession(caller: Caller, request: OpenRequest): Promise<OpenedBrowser> {
      const { projectId, sceneId, purpose } = request;
      if (purpose === 'agent') await requireFeature(accounts, caller, 'mcp_browse');
      const slots = projectId === null ? [] : await deps.captureSlotsOf(caller, projectId, sceneId);
      if (purpose === 'agent') await requireMinutes(caller);
      const candidates = await nodesByLoad();
      const [first] = candidates;
      if (first === undefined) throw noBrowser();
      const draft = {
        accountId: caller.accountId,
        environment: caller.environment,
        apiKeyId: keyIdOf(caller),
        webUserId: userIdOf(caller),
        purpose,
        projectId,
        sceneId,
        startHost: URL.parse(request.url)?.host ?? '',
        viewport: request.viewport ?? sessionViewport(slots),
        holder: await profiles.holderFor(caller),
        openedAt: clock(),
        endsAt: sessionEnd(clock(), null),
      };
      for (const node of candidates) {
        const session = { ...draft, id: newId('bws'), nodeId: node.id };
        await reserve(session);
        let opened: OpenedBrowser | null = null;
        try {
          opened = await openOn(node, session, request.url);
        } finally {
          if (opened === null) await ends.close(session.id, 'open_failed');
        }
        if (opened !== null) return opened;
      }
      throw noBrowser();
    },

    /**
     * Leaves a capture's session open for its caller: an agent's from now on, with its limits and its bill. False where
     * the account has three open already.
     */
    async keepSession(sessionId: string): Promise<boolean> {
      const session = await findSession(db, sessionId);
      if (session === null) return false;
      const now = clock();
      return await keepAsAgent(db, sessionId, now, sessionEnd(now, await affordableSeconds(session)));
    },
  };
};
