import { inTransaction, type Transaction } from '../../database/connection.ts';
import { Refusal } from '../../http/refusal.ts';
import type { BrowseSession, ClosedPart, CloseReason } from '../session.ts';
import { billedSeconds } from '../session-limits.ts';
import { listUnreleased, openIdsOfProject } from '../store/open-sessions.ts';
import { insertUsage } from '../store/records.ts';
import { closeSession, findSession, lockSession, markReleased } from '../store/sessions.ts';
import type { BrowsingDependencies } from './dependencies.ts';
import type { LoginProfiles } from './login-profiles.ts';

type EndDependencies = Pick<BrowsingDependencies, 'db' | 'clock' | 'client' | 'nodes' | 'credits' | 'onFault'> & {
  readonly profiles: LoginProfiles;
};

/**
 * The end of sessions, in two halves. Closing is a change of records in one transaction: state, bill, usage record.
 * Releasing gives the browser back and brings the profile home; it can be done later and again, by any control plane.
 */
export const endSession = ({ db, clock, client, nodes, credits, profiles, onFault }: EndDependencies) => {
  const billOf = async (trx: Transaction, session: BrowseSession, reason: CloseReason, lastUsedAt: Date) => {
    if (session.purpose === 'capture' || reason === 'open_failed') return { billedSeconds: 0, billedCredits: 0 };
    const seconds = billedSeconds({ ...session, lastUsedAt });
    const { id: sessionId, accountId, apiKeyId: keyId, environment } = session;
    if (environment === 'test' || keyId === null) return { billedSeconds: seconds, billedCredits: 0 };
    const billedCredits = await credits
      .chargeBrowse(trx, { accountId, keyId, sessionId, seconds })
      // G3: a key that ended spends nothing any more, whatever it used before.
      .catch((error: unknown) => {
        if (error instanceof Refusal && error.kind === 'unauthorized') return 0;
        throw error;
      });
    return { billedSeconds: seconds, billedCredits };
  };

  /** S31, S115, S121: ends a session once, billed to its last use; how it ended, or ended before. Null: there is none. */
  const closeIn = async (trx: Transaction, sessionId: string, reason: CloseReason): Promise<ClosedPart | null> => {
    const session = await lockSession(trx, sessionId);
    if (session === null || session.closed !== null) return session?.closed ?? null;
    const at = clock();
    // To ask for the end is a use; whatever else ends a session is not.
    const lastUsedAt = reason === 'closed' && at < session.endsAt ? at : session.lastUsedAt;
    const closed = { at, reason, ...(await billOf(trx, session, reason, lastUsedAt)) };
    await closeSession(trx, sessionId, { ...closed, lastUsedAt });
    if (session.purpose === 'agent' && reason !== 'open_failed') {
      await insertUsage(trx, { ...session, lastUsedAt }, closed);
    }
    return closed;
  };

  /** Gives the browser of a closed session back. A node that does not answer ends it by its own clock. */
  const release = async (sessionId: string): Promise<void> => {
    const session = await findSession(db, sessionId);
    if (session === null) return;
    const node = await nodes.findSessionNode(session.nodeId);
    const answer = node === null ? null : await client.close(node, sessionId);
    if (answer?.kind === 'done' && answer.value.profile !== null) {
      await profiles.bringHome(session, answer.value.profile);
    }
    await markReleased(db, sessionId, clock());
  };

  const close = async (sessionId: string, reason: CloseReason): Promise<ClosedPart | null> => {
    const closed = await inTransaction(db, (trx) => closeIn(trx, sessionId, reason));
    // What is closed stays closed; a release that fails is done again by the sweep.
    await release(sessionId).catch(onFault);
    return closed;
  };

  return {
    close,

    /** S31: ends the sessions of a project in the transaction that publishes it; the sweep releases them. */
    async closeForProject(trx: Transaction, projectId: string): Promise<void> {
      for (const sessionId of await openIdsOfProject(trx, projectId)) await closeIn(trx, sessionId, 'published');
    },

    /** Releases what others closed; how many. */
    async releaseAll(): Promise<number> {
      const sessionIds = await listUnreleased(db);
      await Promise.all(sessionIds.map((sessionId) => release(sessionId).catch(onFault)));
      return sessionIds.length;
    },
  };
};
export type EndSession = ReturnType<typeof endSession>;
