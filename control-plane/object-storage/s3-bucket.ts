import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import {
  type StorageOperation,
  type StorageTrouble,
  StorageUnavailableError,
  s3ErrorOf,
  storageTroubleOf,
} from './storage-trouble.ts';

/** Told of everything that the server did not do; `error` is its own name for it and holds no secret. */
export type OnStorageTrouble = (trouble: {
  operation: StorageOperation;
  trouble: StorageTrouble;
  error: string;
}) => void;

/** What lies under a key of the bucket. */
export interface Found {
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly etag: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Description {
  readonly contentType: string;
  readonly metadata: Record<string, string>;
}

export interface S3BucketParts {
  readonly client: S3Client;
  readonly bucket: string;
  readonly callTimeoutMs: number;
  readonly onTrouble: OnStorageTrouble;
}

/** 5 GiB at 20 MiB/s. */
const copyTimeoutMs = 260_000;

const isStatus = (error: unknown, ...statuses: number[]): boolean => statuses.includes(s3ErrorOf(error).status ?? 0);
/** Another file is there, or another writer is at it. */
const isTaken = (error: unknown): boolean => isStatus(error, 409, 412);
const isMissing = (error: unknown): boolean => isStatus(error, 404) && s3ErrorOf(error).name !== 'NoSuchBucket';

/**
 * One bucket of an S3 server: each verb is one request, tried a bounded number of times. What the server cannot do now
 * is a StorageUnavailableError; what it does not have, or keeps, is a normal result.
 */
export const s3Bucket = ({ client, bucket: Bucket, callTimeoutMs, onTrouble }: S3BucketParts) => {
  // Who asks whether it works does not want to wait for as long as work would.
  const pingTimeoutMs = callTimeoutMs / 4;

  /** Only until the answer begins: a body may take as long as it keeps coming. */
  const bounded = async <T>(
    run: (call: { abortSignal: AbortSignal; requestTimeout: number }) => Promise<T>,
    timeoutMs: number,
  ): Promise<T> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    try {
      return await run({ abortSignal: late.signal, requestTimeout: timeoutMs / 2 });
    } finally {
      clearTimeout(timer);
    }
  };

  const troubled = (operation: StorageOperation, error: unknown, isWholeBucket = false): StorageUnavailableError => {
    const trouble = storageTroubleOf(error, isWholeBucket);
    const { name, code, status } = s3ErrorOf(error);
    onTrouble({ operation, trouble, error: [name, code, status].filter((part) => part !== null).join(' ') });
    return new StorageUnavailableError(trouble, error);
  };

  /** A body that ends before its announced length is an error of HTTP itself, so what is read is whole. */
  async function* bodyOf(operation: StorageOperation, body: Readable): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of body) yield chunk as Buffer;
    } catch (error) {
      throw troubled(operation, error);
    } finally {
      body.destroy();
    }
  }

  /** The bytes, or null where there is nothing; those of `etag`, where one is named. */
  const open = async (operation: 'read' | 'verify', Key: string, etag?: string): Promise<Readable | null> => {
    try {
      const command = new GetObjectCommand({ Bucket, Key, ...(etag === undefined ? {} : { IfMatch: etag }) });
      const answer = await bounded((call) => client.send(command, call), callTimeoutMs);
      return Readable.from(bodyOf(operation, answer.Body as Readable), { objectMode: false });
    } catch (error) {
      if (isMissing(error) || isStatus(error, 412)) return null;
      throw troubled(operation, error);
    }
  };

  const put = async (
    Key: string,
    Body: Buffer | string,
    isConditional: boolean,
    described?: Description,
    timeoutMs = callTimeoutMs,
  ) => {
    const command = new PutObjectCommand({
      Bucket,
      Key,
      Body,
      ...(described === undefined ? {} : { ContentType: described.contentType, Metadata: described.metadata }),
      ...(isConditional ? { IfNoneMatch: '*' } : {}),
    });
    await bounded((call) => client.send(command, call), timeoutMs);
  };

  const remove = async (Key: string, timeoutMs = callTimeoutMs): Promise<void> => {
    await bounded((call) => client.send(new DeleteObjectCommand({ Bucket, Key }), call), timeoutMs);
  };

  return {
    open,
    troubled,

    /** Null where there is nothing. */
    async lookUp(Key: string): Promise<Found | null> {
      try {
        const answer = await bounded(
          (call) => client.send(new HeadObjectCommand({ Bucket, Key }), call),
          callTimeoutMs,
        );
        return {
          sizeBytes: answer.ContentLength ?? 0,
          contentType: answer.ContentType ?? '',
          etag: answer.ETag ?? '',
          metadata: answer.Metadata ?? {},
        };
      } catch (error) {
        if (isMissing(error)) return null;
        throw troubled('head', error);
      }
    },

    /**
     * SHA-256 of every byte as it lies there (C5), whatever an uploader or a checksum header says. Null: it is not there
     * any more, or another.
     */
    async hash(Key: string, { etag }: Found): Promise<string | null> {
      const body = await open('verify', Key, etag);
      if (body === null) return null;
      const hash = createHash('sha256');
      for await (const chunk of body) hash.update(chunk as Buffer);
      return hash.digest('hex');
    },

    /** True: it lies there now. False: the key was taken, which a server sees that is asked to (`isConditional`). */
    async put(Key: string, body: Buffer, isConditional: boolean, described: Description): Promise<boolean> {
      try {
        await put(Key, body, isConditional, described);
        return true;
      } catch (error) {
        if (isTaken(error)) return false;
        throw troubled('put', error);
      }
    },

    /** Copies the very bytes that were found. False: they are not there any more. */
    async copy(from: string, found: Found, to: string, { contentType, metadata }: Description): Promise<boolean> {
      const command = new CopyObjectCommand({
        Bucket,
        Key: to,
        CopySource: `${Bucket}/${from}`,
        CopySourceIfMatch: found.etag,
        MetadataDirective: 'REPLACE',
        ContentType: contentType,
        Metadata: metadata,
      });
      try {
        await bounded((call) => client.send(command, call), copyTimeoutMs);
        return true;
      } catch (error) {
        if (isMissing(error) || isTaken(error)) return false;
        throw troubled('accept', error);
      }
    },

    async remove(Key: string): Promise<void> {
      await remove(Key).catch((error: unknown) => {
        if (!isMissing(error)) throw troubled('delete', error);
      });
    },

    /** Puts two files for one key and sees whether the first is kept. */
    async keepsFirst(): Promise<boolean> {
      const key = `probes/${randomUUID()}`;
      try {
        await put(key, 'first', false, undefined, pingTimeoutMs);
        return await put(key, 'second', true, undefined, pingTimeoutMs).then(
          () => false,
          (error: unknown) => {
            if (isStatus(error, 412)) return true;
            // Servers that know no conditions for PUT say so in one of these ways, or put it all the same.
            if (isStatus(error, 400, 501)) return false;
            throw error;
          },
        );
      } catch (error) {
        throw troubled('ping', error);
      } finally {
        await remove(key, pingTimeoutMs).catch(() => {});
      }
    },

    /** Settles where the server lets us into the bucket. */
    async ping(): Promise<void> {
      await bounded((call) => client.send(new HeadBucketCommand({ Bucket }), call), pingTimeoutMs).catch(
        (error: unknown) => {
          throw troubled('ping', error, true);
        },
      );
    },
  };
};
