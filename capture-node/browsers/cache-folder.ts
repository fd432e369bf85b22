import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where unpacked things are kept. Root's home is closed to the user that browsers run as; /var/cache is not. */
export const defaultCaches = (): readonly string[] =>
  process.getuid?.() === 0 ? ['/var/cache', tmpdir(), '/tmp'] : [join(homedir(), '.cache'), tmpdir(), '/tmp'];

/** Somebody else's folder, or one that others may write to, could hold somebody else's program. */
const isOurs = (folder: string): boolean => {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found !== undefined && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
};

/** A umask of 077 leaves files that only their owner reads, and browsers run as another user. */
const openToAll = (folder: string): void => {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, entry.isDirectory() || (statSync(path).mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
};

/** Writes the content into `folder`, which will stand at `target` in the end. */
type Fill = (folder: string, target: string) => Promise<void>;

/** Null where nothing can be written below `cache`, or where `target` is there and not ours. */
const fillOnce = async (cache: string, name: string, fill: Fill): Promise<string | null> => {
  const target = join(cache, name);
  if (isOurs(target)) return target;
  let half: string;
  try {
    mkdirSync(cache, { recursive: true });
    half = mkdtempSync(`${target}-`);
  } catch {
    return null;
  }
  try {
    await fill(half, target);
    openToAll(half);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    throw error;
  }
  try {
    renameSync(half, target);
  } catch {
    // Another process was faster, and its folder came there by a rename as well; or somebody else's stands in the way.
    rmSync(half, { recursive: true, force: true });
  }
  return isOurs(target) ? target : null;
};

/**
 * A folder that `fill` wrote, in the first of `caches` where that is possible and `usable` agrees. It comes into being by
 * one rename, so processes that start together see all of it or nothing. `name` carries the version of what is in it.
 *
 * @throws what `fill` threw (a disk that is full), or an error where no cache can be used
 */
export const cacheFolder = async (
  name: string,
  fill: Fill,
  usable: (folder: string) => boolean,
  caches: readonly string[] = defaultCaches(),
): Promise<string> => {
  for (const cache of caches) {
    const folder = await fillOnce(cache, name, fill);
    if (folder !== null && usable(folder)) return folder;
  }
  throw new Error(`${name} cannot be used from any of ${caches.join(', ')}`);
};
