import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface ScratchDir extends AsyncDisposable {
  readonly path: string;
}

/** A folder of one attempt: `await using dir = await openScratchDir(root)` removes it with everything inside. */
export const openScratchDir = async (rootPath: string): Promise<ScratchDir> => {
  const path = await mkdtemp(join(rootPath, 'attempt-'));
  return {
    path,
    [Symbol.asyncDispose]: async () => await rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
};

/** C8: at boot nothing runs, so whatever lies in the scratch root was left by a node that was killed. */
export const cleanScratch = async (rootPath: string): Promise<void> => {
  await mkdir(rootPath, { recursive: true });
  const left = await readdir(rootPath);
  await Promise.all(left.map(async (name) => await rm(join(rootPath, name), { recursive: true, force: true })));
};
