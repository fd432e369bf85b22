import type { OpenedSession, OpenSession, VisitedProfile } from '@reelyard/shared/contracts/session-protocol.ts';
import type { StorageState } from '../browsers/browser-lease.ts';
import type { BrowserPool } from '../browsers/pool.ts';
import { type LiveSession, openLiveSession } from './live-session.ts';

export interface SessionBookOptions {
  readonly pool: BrowserPool;
  /** The most sessions at one time: jobs need browsers too. */
  readonly maxSessions: number;
  readonly onOpened: () => void;
  readonly onClosed: (seconds: number) => void;
}

export interface HeldSession {
  readonly session: LiveSession;
  /** Notes a use: the session's idle time begins anew. */
  touch(): void;
}

/** Another session cannot be taken now. */
export class NodeFull extends Error {
  override readonly name = 'NodeFull';
}

/** The control plane ends sessions in time; what it forgot, or cannot reach, ends here a little later. */
const graceSeconds = 60;
/** A person waits at the other end: who finds no browser tries another node. */
const browserWaitMs = 8_000;
/** A page of an application that polls and streams for an hour. */
const sessionTraffic = {
  maxPageBytes: 200 * 1_024 * 1_024,
  maxSessionBytes: 2 * 1_024 * 1_024 * 1_024,
  maxConnections: 256,
  idleMs: 120_000,
};

interface Entry extends HeldSession {
  /** False for a browser that is nobody's: its state is thrown away. */
  readonly hasProfile: boolean;
  end(): Promise<void>;
}

/** The sessions of this node. They live in its memory and die with it, which the control plane tells their callers. */
export const sessionBook = ({ pool, maxSessions, onOpened, onClosed }: SessionBookOptions) => {
  const held = new Map<string, Entry>();
  let openingCount = 0;
  let isClosed = false;

  const hold = async (request: OpenSession): Promise<OpenedSession> => {
    const beganAtMs = performance.now();
    const leaving = new AbortController();
    const lease = await pool.acquire({
      identity: request.sessionId,
      viewport: { ...request.viewport, scale: 2 },
      // Its shape is Playwright's own; the contract names only the parts that the farm reads.
      ...(request.profile === null ? {} : { storageState: request.profile as unknown as StorageState }),
      wallMs: (request.maxSeconds + graceSeconds) * 1_000,
      waitMs: browserWaitMs,
      traffic: sessionTraffic,
      signal: leaving.signal,
    });
    let idle: NodeJS.Timeout | undefined;
    try {
      const { session, opened } = await openLiveSession(lease, request);
      const touch = (): void => {
        clearTimeout(idle);
        idle = setTimeout(() => void lease.release(), (request.idleSeconds + graceSeconds) * 1_000);
        idle.unref();
      };
      touch();
      const hasProfile = request.profile !== null;
      const entry: Entry = { session, touch, hasProfile, end: async () => await lease.release() };
      held.set(request.sessionId, entry);
      lease.signal.addEventListener(
        'abort',
        () => {
          clearTimeout(idle);
          held.delete(request.sessionId);
          onClosed((performance.now() - beganAtMs) / 1_000);
        },
        { once: true },
      );
      lease.signal.throwIfAborted();
      onOpened();
      return opened;
    } catch (error) {
      await lease.release();
      throw error;
    }
  };

  return {
    get count(): number {
      return held.size + openingCount;
    },
    has: (sessionId: string): boolean => held.has(sessionId),

    /** @throws NodeFull, NoBrowserFree, CaptureProblemError, LeaseEnded */
    async open(request: OpenSession): Promise<OpenedSession> {
      if (isClosed || held.size + openingCount >= maxSessions) throw new NodeFull('no session more');
      openingCount += 1;
      try {
        return await hold(request);
      } finally {
        openingCount -= 1;
      }
    },

    /** Null where the session is not here, or ended. Using it is what keeps it. */
    use(sessionId: string): HeldSession | null {
      const found = held.get(sessionId);
      found?.touch();
      return found ?? null;
    },

    async profileOf(sessionId: string): Promise<VisitedProfile | null> {
      const found = held.get(sessionId);
      return found?.hasProfile === true ? await found.session.profile() : null;
    },

    /** Ends a session; what its browser knows, where it was somebody's. */
    async close(sessionId: string): Promise<VisitedProfile | null> {
      const found = held.get(sessionId);
      if (found === undefined) return null;
      try {
        return found.hasProfile ? await found.session.profile().catch(() => null) : null;
      } finally {
        await found.end();
      }
    },

    /** Ends all: the node leaves, or is another one to the control plane. */
    async closeAll(): Promise<void> {
      await Promise.all([...held.values()].map(async (each) => await each.end()));
    },
    stopTaking(): void {
      isClosed = true;
    },
  };
};
export type SessionBook = ReturnType<typeof sessionBook>;
