import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isBrowserUser } from './unprivileged-user.ts';

const profileName = /^playwright_chromiumdev_profile-/;
/** A browser that is being started has its folder before its process. */
const youngMs = 60_000;

const commandLines = (): string =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        // It has ended since.
        return '';
      }
    })
    .join('\n');

/**
 * Removes the working folders of browsers whose node was killed with -9: Playwright, which made them, had no time to. Only
 * those of our own browsers' users (as root), or of ours (otherwise), that no process has.
 *
 * @returns how many there were
 */
export const removeLeftProfiles = (folder: string, nowMs: number): number => {
  if (process.platform !== 'linux') return 0;
  const ownUid = process.getuid?.() ?? -1;
  const isOurs = (uid: number): boolean => (ownUid === 0 ? isBrowserUser(uid) : uid === ownUid);
  const candidates = readdirSync(folder)
    .filter((name) => profileName.test(name))
    .map((name) => join(folder, name))
    .filter((path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found?.isDirectory() === true && isOurs(found.uid) && nowMs - found.ctimeMs > youngMs;
    });
  const running = candidates.length === 0 ? '' : commandLines();
  const left = candidates.filter((path) => !running.includes(`--user-data-dir=${path}`));
  for (const path of left) rmSync(path, { recursive: true, force: true });
  return left.length;
};
