import type { Database } from '../../database/connection.ts';
import type { WakeUps } from '../../dispatch/wake-ups.ts';
import { hashKeySecret } from '../key-secret.ts';
import { findKeyByHash, keyChannel } from '../store.ts';

export interface WatchSecretDeps {
  readonly db: Database;
  readonly wakeUps: Pick<WakeUps, 'on'>;
  readonly onFault: (error: unknown) => void;
}

/** Also without a notification: the connection that listens may be dead without knowing it. */
const lookAgainMs = 10_000;
const lookAfterFaultMs = 1_000;

/**
 * Tells of the end of a secret while it is in use (S103): its key was revoked or expired, or a rotation replaced it.
 * Notifications and the clock only say when to look; what ends it is the same query that refuses the next request.
 * Returns the way out, to be called when the use is over.
 */
export const watchSecret =
  ({ db, wakeUps, onFault }: WatchSecretDeps) =>
  async (secret: string, onEnd: () => void): Promise<() => void> => {
    const hash = hashKeySecret(secret);
    let keyId: string | null = null;
    let isOver = false;
    let timer: NodeJS.Timeout | undefined;

    const leave = (): void => {
      isOver = true;
      clearTimeout(timer);
      forget();
    };
    const lookIn = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(look, Math.max(ms, 0));
      timer.unref();
    };
    const judge = async (): Promise<void> => {
      const key = await findKeyByHash(db, hash);
      if (isOver) return;
      keyId = key?.id ?? null;
      if (key?.state !== 'active') {
        leave();
        onEnd();
      } else lookIn(Math.min(key.endsInMs ?? lookAgainMs, lookAgainMs));
    };
    const look = (): void => {
      judge().catch((error: unknown) => {
        onFault(error);
        if (!isOver) lookIn(lookAfterFaultMs);
      });
    };
    // Before the first look: an end that is told in between is not lost.
    const forget = wakeUps.on(keyChannel, (payload) => {
      if (payload === null || keyId === null || payload === keyId) look();
    });
    await judge().catch((error: unknown) => {
      leave();
      throw error;
    });
    return leave;
  };
export type WatchSecret = ReturnType<typeof watchSecret>;
