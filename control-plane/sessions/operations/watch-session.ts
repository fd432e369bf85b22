import type { Database } from '../../database/connection.ts';
import type { WakeUps } from '../../dispatch/wake-ups.ts';
import { watchEnd } from '../../dispatch/watch-end.ts';
import { sessionEndsInMs } from '../store.ts';

/** Told of sessions that were ended (a trigger of migration 0017): the payload is the session's id. */
export const sessionChannel = 'farm_session';

export interface WatchSessionDeps {
  readonly db: Database;
  readonly wakeUps: Pick<WakeUps, 'on'>;
  readonly onFault: (error: unknown) => void;
}

/**
 * Tells of the end of a session while something of it is open: signed out, ended from elsewhere, or over by time.
 * Returns the way out, to be called when the use is over.
 */
export const watchSession =
  ({ db, wakeUps, onFault }: WatchSessionDeps) =>
  (sessionId: string, onEnd: () => void): Promise<() => void> =>
    watchEnd(
      {
        wakeUps,
        channel: sessionChannel,
        isAbout: (payload) => payload === sessionId,
        endsInMs: () => sessionEndsInMs(db, sessionId),
        onFault,
      },
      onEnd,
    );
