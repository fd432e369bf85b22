import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import { type FailureStage, JobFailureError } from '../contracts/job-failure.ts';
import type { UploadedFile, uploadTargetSchema } from '../contracts/node-protocol.ts';
import { type RetryPolicy, withRetries } from './retry.ts';

export type UploadTarget = z.infer<typeof uploadTargetSchema>;

export interface TransferOptions {
  readonly signal: AbortSignal;
  readonly retryPolicy: RetryPolicy;
  /** No more tries after this long. */
  readonly giveUpAfterMs: number;
}

/** The store did not take or give the bytes; `passing` = another try may go better. */
class TransferError extends Error {
  readonly passing: boolean;
  constructor(message: string, passing: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TransferError';
    this.passing = passing;
  }
}

const isPassingStatus = (status: number): boolean => status >= 500 || status === 408 || status === 429;

const persistently = async <T>(
  run: (signal: AbortSignal) => Promise<T>,
  options: TransferOptions,
  failure: { stage: FailureStage; code: string; message: string },
): Promise<T> => {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.giveUpAfterMs)]);
  try {
    return await withRetries(
      async () => await run(signal),
      (error) => !(error instanceof TransferError) || error.passing,
      options.retryPolicy,
      signal,
    );
  } catch (cause) {
    options.signal.throwIfAborted();
    throw new JobFailureError({ blame: 'storage', retryable: true, ...failure }, { cause });
  }
};

/** Fetches a stored object into a file. Throws a JobFailureError that blames storage, or the signal's reason. */
export const downloadFile = async (url: string, filePath: string, options: TransferOptions): Promise<void> => {
  const once = async (signal: AbortSignal): Promise<void> => {
    const response = await fetch(url, { signal });
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel();
      throw new TransferError(`the store answered ${response.status}`, isPassingStatus(response.status));
    }
    // A body cut short of its content-length is an error of fetch itself, so what is written is whole.
    await pipeline(Readable.fromWeb(response.body), createWriteStream(filePath), { signal });
  };
  const message = 'A stored file could not be read.';
  await persistently(once, options, { stage: 'prepare', code: 'DOWNLOAD_FAILED', message });
};

/** SHA-256 of what a response says it holds, where it says so (our own store puts it into the entity tag). */
const storedSha256 = (response: Response): string | null =>
  /^"([0-9a-f]{64})"$/.exec(response.headers.get('etag') ?? '')?.[1] ?? null;

/**
 * Puts a file to a signed address, hashed while it is sent. A key that is taken already is fine where it holds these
 * very bytes: then only the answer to an earlier try was lost. Throws like `downloadFile`.
 */
export const uploadFile = async (
  target: UploadTarget,
  filePath: string,
  options: TransferOptions,
): Promise<UploadedFile> => {
  const once = async (signal: AbortSignal): Promise<UploadedFile> => {
    const { size: sizeBytes } = await stat(filePath);
    const hash = createHash('sha256');
    const hashed = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    const body = createReadStream(filePath).on('error', (error) => hashed.destroy(error));
    const response = await fetch(target.url, {
      method: 'PUT',
      headers: { 'content-type': target.contentType, ...target.headers, 'content-length': String(sizeBytes) },
      body: Readable.toWeb(body.pipe(hashed)) as ReadableStream<Uint8Array>,
      duplex: 'half',
      redirect: 'error',
      signal,
    }).finally(() => body.destroy());
    await response.arrayBuffer();
    const sha256 = hash.digest('hex');
    const stored = storedSha256(response);
    if (response.ok) {
      if (stored === null || stored === sha256) return { sha256, sizeBytes };
      throw new TransferError('the store holds other bytes than were sent', false);
    }
    const isTaken = response.status === 412 || (response.status === 409 && stored !== null);
    if (isTaken) {
      // A store that does not say what it holds is believed: the completion names the hash, and is checked.
      const own = await sha256Of(filePath);
      if (stored === null || own === stored) return { sha256: own, sizeBytes };
    }
    // S3 answers 409 while another try for the key, of which we lost the answer, is still under way.
    const isPassing = isPassingStatus(response.status) || (response.status === 409 && stored === null);
    throw new TransferError(`the store answered ${response.status}`, isPassing);
  };
  const message = 'A finished file could not be stored.';
  return await persistently(once, options, { stage: 'upload', code: 'UPLOAD_FAILED', message });
};

const sha256Of = async (filePath: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(filePath)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};
