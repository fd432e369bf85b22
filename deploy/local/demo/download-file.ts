import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes what `url` holds to `filePath`, whole or not at all; answers its size in bytes. */
export async function downloadFile(url: string, filePath: string, signal: AbortSignal): Promise<number> {
  const response = await fetch(url, { signal });
  if (!response.ok || response.body === null) throw new Error(`downloading answered ${response.status}`);
  const half = `${filePath}.part`;
  try {
    await pipeline(Readable.fromWeb(response.body), createWriteStream(half), { signal });
    await rename(half, filePath);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
  return (await stat(filePath)).size;
}
