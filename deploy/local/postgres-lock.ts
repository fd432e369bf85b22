import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const runningPatienceMs = 2_000;
const stoppingPatienceMs = 30_000;

/**
 * Makes sure that no server is on `cluster` and removes what a crashed one left.
 *
 * PostgreSQL clears a stale postmaster.pid itself unless its number has gone to another process of the same user: then it
 * refuses to start for good. So the file is removed here, once no process works in the folder any more (a backend may
 * outlive its postmaster for a moment). A server that is just ending, because its farm was killed, is waited for.
 * Throws when one is running and stays.
 */
export async function clearStaleLock(cluster: string): Promise<void> {
  const lock = join(cluster, 'postmaster.pid');
  const startedAtMs = Date.now();
  for (;;) {
    const before = readLock(lock);
    const pid = processIn(cluster);
    if (pid === null) {
      // A server that came up between the two looks has written its own.
      if (before !== null && readLock(lock)?.pid === before.pid) rmSync(lock, { force: true });
      return;
    }
    const patienceMs = before?.status === 'ready' ? runningPatienceMs : stoppingPatienceMs;
    if (Date.now() - startedAtMs > patienceMs) {
      throw new Error(
        `another PostgreSQL (process ${pid}) serves ${cluster}: stop the farm that uses it, or choose another FARM_DATA`,
      );
    }
    await delay(50);
  }
}

/** First line: the postmaster's pid; eighth: starting, ready or stopping. */
function readLock(lock: string): { pid: string; status: string } | null {
  try {
    const lines = readFileSync(lock, 'utf8').split('\n');
    return { pid: lines[0] ?? '', status: (lines[7] ?? '').trim() };
  } catch {
    return null;
  }
}

/** Every process of a server works in its data folder. */
function processIn(folder: string): number | null {
  for (const name of readdirSync('/proc')) {
    try {
      if (/^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === folder) return Number(name);
    } catch {
      // Gone meanwhile, or another user's: that one cannot be in a folder that only its owner enters.
    }
  }
  return null;
}
