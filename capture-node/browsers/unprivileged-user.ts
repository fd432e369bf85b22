import { spawnSync } from 'node:child_process';

/** The user that a child process runs as; empty = the same one as ours. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Users for browsers of a node that runs as root: ids that nobody has. systemd leaves this range free. It is not
 * `nobody`, which the embedded database runs as: a page that broke out of its sandbox could trace that one.
 */
const firstUid = 60_600;
const uidCount = 500;

/** RULE: a user of its own for each browser that runs at one time. */
export const browserUser = (serial: number, isRoot: boolean): RunAs => {
  if (!isRoot) return {};
  const id = firstUid + (serial % uidCount);
  return { uid: id, gid: id };
};

export const isBrowserUser = (uid: number): boolean => uid >= firstUid && uid < firstUid + uidCount;

let setprivWorks: boolean | undefined;

/** util-linux's setpriv with --pdeathsig, which busybox's lacks: believe only a trial run. */
export const hasSetpriv = (): boolean => {
  setprivWorks ??= spawnSync('setpriv', ['--pdeathsig=clear', '--', 'true'], { stdio: 'ignore' }).status === 0;
  return setprivWorks;
};

/** Whether this process can start others as somebody else: root of a container may have no other user to give. */
export const canDropPrivileges = (): boolean => {
  if (process.getuid?.() !== 0 || !hasSetpriv()) return false;
  const user = [`--reuid=${firstUid}`, `--regid=${firstUid}`, '--clear-groups', '--bounding-set=-all'];
  return spawnSync('setpriv', [...user, '--', 'true'], { stdio: 'ignore' }).status === 0;
};
