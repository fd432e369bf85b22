import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';

/** Releases the data folder; it is released by the end of the process too, however that comes. */
export interface FarmLock {
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes sure that one farm at a time uses `dataPath`.
 * The lock is a socket in Linux's abstract namespace, named after the folder's inode: the kernel gives it to one process and
 * takes it back when that one dies, which no lock file can promise.
 * Throws when another farm has it; the message names its process.
 */
export async function lockFarm(dataPath: string): Promise<FarmLock> {
  const { dev, ino } = statSync(dataPath);
  const path = `\0reelyard-farm-${dev}-${ino}`;
  const server = createServer((socket) => socket.end(String(process.pid)));
  server.unref();
  if (!(await couldListen(server, path))) {
    const pid = await ownerOf(path);
    throw new Error(
      `a farm is already running on ${dataPath}${pid === '' ? '' : ` (process ${pid})`}.\n` +
        `Stop it${pid === '' ? '' : ` (Ctrl-C in its terminal, or kill ${pid})`}, or give this one other data: FARM_DATA=/another/folder`,
    );
  }
  return {
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

async function couldListen(server: Server, path: string): Promise<boolean> {
  try {
    server.listen({ path });
    await once(server, 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}

async function ownerOf(path: string): Promise<string> {
  try {
    return await text(connect({ path }));
  } catch {
    return '';
  }
}
