import type { Database } from '../../database/connection.ts';
import type { WakeUps } from '../../dispatch/wake-ups.ts';
import { sessionEndsInMs } from '../store.ts';

/** Told of sessions that were ended (a trigger of migration 0017): the payload is the session's id. */
export const sessionChannel = 'farm_session';

export interface WatchSessionDeps {
  readonly db: Database;
  readonly wakeUps: Pick<WakeUps, 'on'>;
  readonly onFault: (error: unknown) => void;
}

/** Also without a notification: the connection that listens may be dead without knowing it. */
const lookAgainMs = 10_000;
const lookAfterFaultMs = 1_000;

/**
 * Tells of the end of a session while something of it is open: signed out, ended from elsewhere, or over by time.
 * Returns the way out, to be called when the use is over.
 */
export const watchSession =
  ({ db, wakeUps, onFault }: WatchSessionDeps) =>
  async (sessionId: string, onEnd: () => void): Promise<() => void> => {
    let isOver = false;
    let timer: NodeJS.Timeout | undefined;
    const leave = (): void => {
      isOver = true;
      clearTimeout(timer);
      forget();
    };
    const lookIn = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(look, Math.max(ms, 0)).unref();
    };
    const judge = async (): Promise<void> => {
      const endsInMs = await sessionEndsInMs(db, sessionId);
      if (isOver) return;
      if (endsInMs !== null) return lookIn(Math.min(endsInMs, lookAgainMs));
      leave();
      onEnd();
    };
    const look = (): void => {
      judge().catch((error: unknown) => {
        onFault(error);
        if (!isOver) lookIn(lookAfterFaultMs);
      });
    };
    // Before the first look: an end that is told in between is not lost.
    const forget = wakeUps.on(sessionChannel, (payload) => {
      if (payload === null || payload === sessionId) look();
    });
    await judge().catch((error: unknown) => {
      leave();
      throw error;
    });
    return leave;
  };
