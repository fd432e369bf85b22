import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/connection.ts';
import type { WakeUps } from '../../dispatch/wake-ups.ts';
import type { CloseReason } from '../session.ts';
import { dueClose } from '../session-limits.ts';
import { listOpen, type OpenSession } from '../store/open-sessions.ts';
import type { EndSession } from './end-session.ts';

export interface SweepDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly ends: EndSession;
  readonly wakeUps: Pick<WakeUps, 'on'>;
  /** Told of every key that was revoked. */
  readonly keyChannel: string;
  readonly everyMs: number;
  readonly onFault: (error: unknown) => void;
}

const reasonFor = (session: OpenSession, now: Date): CloseReason | null => {
  if (session.isNodeGone) return 'node_lost';
  if (session.isKeyEnded) return 'key_ended';
  return dueClose(session, now);
};

/**
 * Ends the sessions whose time is over, whose node is gone, or whose key ended (S31, S103), and gives back browsers
 * that nobody gave back. Every control plane runs one: whoever locks a session first closes it.
 */
export const sessionSweeper = ({ db, clock, ends, wakeUps, keyChannel, everyMs, onFault }: SweepDependencies) => {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let isClosed = false;

  const sweep = async (): Promise<void> => {
    const now = clock();
    const due = (await listOpen(db)).flatMap((session) => {
      const reason = reasonFor(session, now);
      return reason === null ? [] : [{ id: session.id, reason }];
    });
    await Promise.all(due.map(({ id, reason }) => ends.close(id, reason).catch(onFault)));
    await ends.releaseAll();
  };

  const schedule = (ms: number): void => {
    if (isClosed) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      running = running
        .then(sweep)
        .catch(onFault)
        .finally(() => schedule(everyMs));
    }, ms);
  };
  const forget = wakeUps.on(keyChannel, () => schedule(0));

  return {
    /** One round, now. */
    sweep,
    start: (): void => schedule(everyMs),
    async close(): Promise<void> {
      isClosed = true;
      forget();
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
};
export type SessionSweeper = ReturnType<typeof sessionSweeper>;
