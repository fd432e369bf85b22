import type { WakeUps } from './wake-ups.ts';

export interface WatchedEnd {
  readonly wakeUps: Pick<WakeUps, 'on'>;
  /** Where an end is told of at once. */
  readonly channel: string;
  readonly isAbout: (payload: string) => boolean;
  /** Milliseconds until it ends by itself (Infinity = never); null where it is over. */
  readonly endsInMs: () => Promise<number | null>;
  readonly onFault: (error: unknown) => void;
}

/** Also without a notification: the connection that listens may be dead without knowing it. */
const lookAgainMs = 10_000;
const lookAfterFaultMs = 1_000;

/**
 * Tells of the end of something while it is in use. Notifications and the clock only say when to look; `endsInMs`
 * decides. Returns the way out, to be called when the use is over. Rejects where the first look fails.
 */
export const watchEnd = async (watched: WatchedEnd, onEnd: () => void): Promise<() => void> => {
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
    const endsInMs = await watched.endsInMs();
    if (isOver) return;
    if (endsInMs !== null) return lookIn(Math.min(endsInMs, lookAgainMs));
    leave();
    onEnd();
  };
  const look = (): void => {
    judge().catch((error: unknown) => {
      watched.onFault(error);
      if (!isOver) lookIn(lookAfterFaultMs);
    });
  };
  // Before the first look: an end that is told in between is not lost.
  const forget = watched.wakeUps.on(watched.channel, (payload) => {
    if (payload === null || watched.isAbout(payload)) look();
  });
  await judge().catch((error: unknown) => {
    leave();
    throw error;
  });
  return leave;
};
