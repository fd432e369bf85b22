import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  assertStorageKey,
  KeyTakenError,
  type ObjectStore,
  type SignedRead,
  type StoredObject,
} from './object-store.ts';
import { grantQuery } from './url-signature.ts';

/** More bytes came than one object may have. */
export class ObjectTooLargeError extends Error {}

/** The local store, with what its HTTP routes need beyond the interface. */
export interface LocalDiskStore extends ObjectStore {
  /** Reads bytes `startByte`…`endByte` (both inclusive). */
  readPart(key: string, startByte: number, endByte: number): Readable;
  /**
   * Takes a whole body for a free key: hashed while it is written, visible only once every byte is on disk. Throws
   * KeyTakenError, ObjectTooLargeError, or what the source throws; then nothing is left behind.
   */
  write(key: string, source: AsyncIterable<Buffer>, contentType: string, maxBytes: number): Promise<StoredObject>;
}

export interface LocalDiskOptions {
  readonly rootPath: string;
  /** Where the control plane is reached, without a trailing slash. */
  readonly baseUrl: string;
  readonly signingSecret: string;
  readonly clock: () => Date;
}

const metaSchema = z.strictObject({ sizeBytes: z.int(), sha256: z.string(), contentType: z.string() });

const syncPath = async (target: string): Promise<void> => {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const writeBody = async (
  filePath: string,
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  maxBytes: number,
): Promise<{ sizeBytes: number; sha256: string }> => {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const handle = await open(filePath, 'wx');
  try {
    for await (const chunk of source) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw new ObjectTooLargeError(`more than ${maxBytes} bytes`);
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { sizeBytes, sha256: hash.digest('hex') };
};

/**
 * Objects on the local disk. An object is a FOLDER `<key>.object` with its bytes and its description, made aside and
 * renamed into place: rename onto a folder that is not empty fails, so that bytes and description appear together and
 * a key is taken exactly once, without a lock. (Two files and a link(2) were rejected: the loser of a race could
 * overwrite the winner's description.) No key contains a dot before its last segment, so no folder nests in another
 * object.
 */
export const localDiskStore = (options: LocalDiskOptions): LocalDiskStore => {
  const incomingPath = path.join(options.rootPath, '.incoming');

  const folderOf = (key: string): string => {
    assertStorageKey(key);
    return path.join(options.rootPath, `${key}.object`);
  };

  const head = async (key: string): Promise<StoredObject | null> => {
    const text = await readFile(path.join(folderOf(key), 'meta.json'), 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return null;
      throw new Error(`reading the description of ${key}`, { cause });
    });
    return text === null ? null : { key, ...metaSchema.parse(JSON.parse(text)) };
  };

  const writeFrom = async (
    key: string,
    source: AsyncIterable<Buffer> | Iterable<Buffer>,
    contentType: string,
    maxBytes: number,
  ): Promise<StoredObject> => {
    const folder = folderOf(key);
    const taken = await head(key);
    if (taken) throw new KeyTakenError(taken);
    const aside = path.join(incomingPath, randomUUID());
    await mkdir(aside, { recursive: true });
    try {
      const written = await writeBody(path.join(aside, 'body'), source, maxBytes);
      const meta = { ...written, contentType };
      await writeBody(path.join(aside, 'meta.json'), [Buffer.from(JSON.stringify(meta))], 10_000);
      await syncPath(aside);
      await mkdir(path.dirname(folder), { recursive: true });
      await rename(aside, folder).catch(async (cause: NodeJS.ErrnoException) => {
        const winner = await head(key);
        throw winner ? new KeyTakenError(winner) : new Error(`putting ${key} in place`, { cause });
      });
      await syncPath(path.dirname(folder));
      return { key, ...meta };
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
  };

  const signedUrl = (key: string, query: URLSearchParams): string => {
    folderOf(key);
    return `${options.baseUrl}/storage/${key}?${query.toString()}`;
  };
  const expiresAtSeconds = (seconds: number): number => Math.floor(options.clock().getTime() / 1000) + seconds;

  return {
    head,
    write: writeFrom,

    async put(key, body, contentType) {
      try {
        return await writeFrom(key, [body], contentType, Number.POSITIVE_INFINITY);
      } catch (error) {
        const sha256 = createHash('sha256').update(body).digest('hex');
        // The control plane's own objects are content-addressed: the same bytes again are the same object.
        if (error instanceof KeyTakenError && error.stored.sha256 === sha256) return error.stored;
        throw error;
      }
    },

    async read(key) {
      if (!(await head(key))) throw new Error(`no stored object ${key}`);
      return createReadStream(path.join(folderOf(key), 'body'));
    },

    readPart: (key, startByte, endByte) =>
      endByte < startByte
        ? Readable.from([])
        : createReadStream(path.join(folderOf(key), 'body'), { start: startByte, end: endByte }),

    signRead: async (key, { expiresInSeconds, downloadFilename }: SignedRead) =>
      signedUrl(
        key,
        grantQuery(options.signingSecret, {
          method: 'GET',
          key,
          expiresAtSeconds: expiresAtSeconds(expiresInSeconds),
          downloadFilename: downloadFilename ?? null,
          contentType: null,
        }),
      ),

    signUpload: async (key, contentType, expiresInSeconds) => ({
      url: signedUrl(
        key,
        grantQuery(options.signingSecret, {
          method: 'PUT',
          key,
          expiresAtSeconds: expiresAtSeconds(expiresInSeconds),
          downloadFilename: null,
          contentType,
        }),
      ),
      headers: { 'content-type': contentType },
      contentType,
    }),

    async delete(key) {
      const folder = folderOf(key);
      const aside = path.join(incomingPath, randomUUID());
      await mkdir(incomingPath, { recursive: true });
      // Renamed first: a reader never meets an object that is half removed.
      await rename(folder, aside).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== 'ENOENT') throw new Error(`deleting ${key}`, { cause });
      });
      await rm(aside, { recursive: true, force: true });
    },

    async ping() {
      await mkdir(incomingPath, { recursive: true });
      await access(incomingPath, constants.W_OK);
    },
  };
};
