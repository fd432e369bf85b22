import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { followingParent } from './run-as.ts';

export interface ProcessSpec {
  /** As people read it: "render node 1". */
  readonly name: string;
  /** Program and arguments. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Takes stdout and stderr. */
  readonly logFile: string;
  /** How long it may drain after SIGTERM before it is killed. */
  readonly drainMs: number;
}

/** An end that nobody asked for. */
export interface UnexpectedExit {
  readonly name: string;
  /** "exit code 1", "signal SIGKILL" or why it could not be started. */
  readonly reason: string;
  readonly restartInMs: number;
  readonly logFile: string;
}

export interface SupervisedProcess {
  readonly name: string;
  /** The running process; null while it waits for its restart. */
  pid(): number | null;
  /** Lets it drain, kills what is left of it after `drainMs` or when `hurry` aborts; settles when it is gone. */
  stop(hurry: AbortSignal): Promise<void>;
}

const firstRestartMs = 500;
const longestRestartMs = 30_000;
/** Who ran this long was healthy: the next restart is quick again. */
const healthyMs = 60_000;

/**
 * Keeps a process running: it is started again when it ends by itself, each time later. It and its children end with this
 * process, kill -9 included (its children follow it, it follows us). Call it from the main thread.
 */
export function superviseProcess(
  spec: ProcessSpec,
  { onStart, onExit }: { onStart: (pid: number) => void; onExit: (exit: UnexpectedExit) => void },
): SupervisedProcess {
  let child: ChildProcess | null = null;
  let restart: NodeJS.Timeout | null = null;
  let stopping = false;
  let nextRestartMs = firstRestartMs;
  const stopped = Promise.withResolvers<void>();

  const run = () => {
    restart = null;
    const startedAtMs = performance.now();
    const running = spawnLogged(spec);
    child = running;
    if (running.pid !== undefined) onStart(running.pid);
    const ended = (reason: string) => {
      if (child !== running) return;
      child = null;
      killGroup(running);
      if (stopping) {
        stopped.resolve();
        return;
      }
      if (performance.now() - startedAtMs > healthyMs) nextRestartMs = firstRestartMs;
      restart = setTimeout(run, nextRestartMs);
      onExit({ name: spec.name, reason, restartInMs: nextRestartMs, logFile: spec.logFile });
      nextRestartMs = Math.min(nextRestartMs * 2, longestRestartMs);
    };
    running.once('error', (error) => ended(error.message));
    running.once('exit', (code, signal) => ended(signal === null ? `exit code ${code}` : `signal ${signal}`));
  };
  run();

  return {
    name: spec.name,
    pid: () => child?.pid ?? null,
    async stop(hurry) {
      stopping = true;
      if (restart !== null) clearTimeout(restart);
      if (child === null) return;
      const running = child;
      running.kill('SIGTERM');
      const kill = () => killGroup(running);
      const patience = setTimeout(kill, spec.drainMs);
      if (hurry.aborted) kill();
      hurry.addEventListener('abort', kill, { once: true });
      await stopped.promise;
      clearTimeout(patience);
      hurry.removeEventListener('abort', kill);
    },
  };
}

/** In a process group of its own, so that Ctrl-C reaches the launcher alone, which then stops things in order. */
function spawnLogged(spec: ProcessSpec): ChildProcess {
  const log = openSync(spec.logFile, 'a', 0o600);
  try {
    const { file, args } = followingParent('KILL', {}, spec.command);
    return spawn(file, args, { env: spec.env, detached: true, stdio: ['ignore', log, log] });
  } finally {
    closeSync(log);
  }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group has ended already.
  }
}
