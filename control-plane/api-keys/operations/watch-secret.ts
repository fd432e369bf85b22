import type { Database } from '../../database/connection.ts';
import type { WakeUps } from '../../dispatch/wake-ups.ts';
import { watchEnd } from '../../dispatch/watch-end.ts';
import { hashKeySecret } from '../key-secret.ts';
import { findKeyByHash, keyChannel } from '../store.ts';

export interface WatchSecretDeps {
  readonly db: Database;
  readonly wakeUps: Pick<WakeUps, 'on'>;
  readonly onFault: (error: unknown) => void;
}

/**
 * Tells of the end of a secret while it is in use (S103): its key was revoked or expired, or a rotation replaced it.
 * What ends it is the same query that refuses the next request. Returns the way out, to be called when the use is over.
 */
export const watchSecret =
  ({ db, wakeUps, onFault }: WatchSecretDeps) =>
  async (secret: string, onEnd: () => void): Promise<() => void> => {
    const hash = hashKeySecret(secret);
    let keyId: string | null = null;
    const endsInMs = async (): Promise<number | null> => {
      const key = await findKeyByHash(db, hash);
      keyId = key?.id ?? null;
      return key?.state === 'active' ? (key.endsInMs ?? Number.POSITIVE_INFINITY) : null;
    };
    // Before the first answer it may be about any key: that end is not to be lost.
    const isAbout = (payload: string): boolean => keyId === null || payload === keyId;
    return await watchEnd({ wakeUps, channel: keyChannel, isAbout, endsInMs, onFault }, onEnd);
  };
export type WatchSecret = ReturnType<typeof watchSecret>;
