import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface ScratchDir extends AsyncDisposable {
  readonly path: string;
}

const prefix = 'attempt-';

/** A folder of one attempt: `await using dir = await openScratchDir(root)` removes it with everything inside. */
export const openScratchDir = async (rootPath: string): Promise<ScratchDir> => {
  const path = await mkdtemp(join(rootPath, prefix));
  return {
    path,
    [Symbol.asyncDispose]: async () => await rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
};

/** C8: at boot nothing runs, so the attempts' folders in the scratch root were left by a node that was killed. */
export const cleanScratch = async (rootPath: string): Promise<void> => {
  await mkdir(rootPath, { recursive: true });
  const left = (await readdir(rootPath)).filter((name) => name.startsWith(prefix));
  await Promise.all(left.map(async (name) => await rm(join(rootPath, name), { recursive: true, force: true })));
};
