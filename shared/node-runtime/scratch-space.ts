import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** The disk that a node's working files lie on. */
export interface ScratchSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const mostReservedBytes = 1_000_000_000;

/**
 * RULE: what must be free before a node takes more work: about five attempts at 200 MB each, but never more than a tenth of
 * the disk, so that a small one works as well.
 */
export const scratchReserveBytes = ({ totalBytes }: ScratchSpace): number =>
  Math.min(mostReservedBytes, Math.floor(totalBytes / 10));

/** RULE (C8): a node whose disk is nearly full leaves work to others instead of failing it. */
export const hasScratchRoom = (space: ScratchSpace): boolean => space.freeBytes >= scratchReserveBytes(space);

/** What is free to this process; what the system keeps for root is not. */
export const measureScratch = async (scratchPath: string): Promise<ScratchSpace> => {
  const { bavail, blocks, bsize } = await statfs(scratchPath);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
};

/** The size of all files below a folder; one that goes away meanwhile counts nothing. */
export const usedBytes = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};
