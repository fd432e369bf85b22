import { createWriteStream } from 'node:fs';
import { type EmbeddedPostgres, startPostgres } from './postgres.ts';
import type { UnexpectedExit } from './supervised-process.ts';

export interface SupervisedPostgres {
  readonly name: string;
  readonly url: string;
  pid(): number | null;
  stop(): Promise<void>;
}

const restartMs = 500;
const longestRestartMs = 30_000;

/** The embedded PostgreSQL on `dataDir`, started again on the same port when it dies; its log goes to `logFile`. */
export async function supervisePostgres(
  dataDir: string,
  logFile: string,
  onExit: (exit: UnexpectedExit) => void,
): Promise<SupervisedPostgres> {
  const name = 'database';
  const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
  const onLog = (line: string) => log.write(`${line}\n`);
  const first = await startPostgres({ dataDir, onLog });
  let current: EmbeddedPostgres | null = null;
  let stopping = false;
  let restart: NodeJS.Timeout | null = null;
  let starting: Promise<void> | null = null;

  const again = (restartInMs: number, reason: string) => {
    onExit({ name, reason, restartInMs, logFile });
    restart = setTimeout(() => {
      restart = null;
      starting = startPostgres({ dataDir, port: first.port, onLog }).then(watch, (error: Error) => {
        if (!stopping) again(Math.min(restartInMs * 2, longestRestartMs), error.message);
      });
    }, restartInMs);
  };
  const watch = (server: EmbeddedPostgres) => {
    current = server;
    void server.exited.then(() => {
      current = null;
      if (!stopping) again(restartMs, 'it ended by itself');
    });
  };
  watch(first);

  return {
    name,
    url: first.url,
    pid: () => current?.pid ?? null,
    async stop() {
      stopping = true;
      if (restart !== null) clearTimeout(restart);
      await starting;
      await current?.stop();
      log.end();
    },
  };
}
