import { totalmem } from 'node:os';

/** The rest is for the node itself and for the system's file cache. */
const shareOfMemory = 0.75;

/** What a node may plan with of the container or the machine; a limit of "unlimited" shows as a number beyond any machine. */
export const usableMemoryBytes = (): number => {
  const limit = process.constrainedMemory();
  const total = totalmem();
  return Math.floor(Math.min(limit > 0 ? limit : total, total) * shareOfMemory);
};
