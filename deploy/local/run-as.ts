import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The user a child process runs as; empty = the same one as ours. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

const nobody: RunAs = { uid: 65534, gid: 65534 };

/**
 * Who runs PostgreSQL, which refuses root: ourselves where we are not root; else the owner of the cluster that is there
 * already (a farm first started without root), else nobody.
 */
export function databaseUser(clusterFolder: string): RunAs {
  if (process.getuid?.() !== 0) return {};
  const cluster = statSync(clusterFolder, { throwIfNoEntry: false });
  return cluster === undefined || cluster.uid === 0 ? nobody : { uid: cluster.uid, gid: cluster.gid };
}

/**
 * Command line that runs `command` as `runAs` and sends it `signal` when the thread that spawned it ends, kill -9 included.
 * Start it from the main thread. Without util-linux's setpriv, which every glibc distribution has, the user has to be set by
 * `spawn` and the child outlives a killed parent; a restart then finds it and says so.
 */
export function followingParent(
  signal: 'INT' | 'TERM' | 'KILL',
  runAs: RunAs,
  command: readonly string[],
): { file: string; args: readonly string[]; runAs: RunAs } {
  if (!hasSetpriv()) return { file: command[0] ?? '', args: command.slice(1), runAs };
  const drop = runAs.uid === undefined ? [] : [`--reuid=${runAs.uid}`, `--regid=${runAs.gid}`, '--clear-groups'];
  return { file: 'setpriv', args: [...drop, `--pdeathsig=${signal}`, '--', ...command], runAs: {} };
}

let setprivWorks: boolean | undefined;

function hasSetpriv(): boolean {
  setprivWorks ??= spawnSync('setpriv', ['--pdeathsig=clear', '--', 'true']).status === 0;
  return setprivWorks;
}
