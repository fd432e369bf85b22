import { readFileSync } from 'node:fs';
import type { Environment } from './config.ts';

interface Ancestor {
  readonly pid: number;
  readonly parentPid: number;
  readonly command: string;
  /** Ticks since boot: tells a process from a later one with the same number. */
  readonly startedAt: string;
}

const lookEveryMs = 500;
const farthest = 5;

/**
 * Under `npm run`, npm is the launcher: killed with -9 it cannot pass anything on, and the shell in between lives on.
 * So its process, and the ones between it and us, are watched, and `onGone` is called once when one of them has gone.
 * A command that was started in another way is left alone: it may be meant to outlive its shell.
 */
export function followNpm(environment: Environment, onGone: () => void): void {
  if (environment['npm_lifecycle_event'] === undefined) return;
  const watched = ancestorsUpToNpm();
  if (watched.length === 0) return;
  const timer = setInterval(() => {
    if (watched.every(({ pid, startedAt }) => ancestor(pid)?.startedAt === startedAt)) return;
    clearInterval(timer);
    onGone();
  }, lookEveryMs);
  timer.unref();
}

function ancestorsUpToNpm(): Ancestor[] {
  const found: Ancestor[] = [];
  let next = ancestor(process.ppid);
  while (next !== null && found.length < farthest) {
    found.push(next);
    if (next.command.startsWith('npm')) return found;
    next = ancestor(next.parentPid);
  }
  return [];
}

/** From /proc/<pid>/stat: "pid (command) state ppid … starttime"; the command may hold spaces and brackets. */
function ancestor(pid: number): Ancestor | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parentPid] = fields;
    if (state === 'Z') return null;
    const command = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return { pid, parentPid: Number(parentPid), command, startedAt: fields[19] ?? '' };
  } catch {
    return null;
  }
}
