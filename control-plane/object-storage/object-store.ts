import type { Readable } from 'node:stream';
import { storageKeyPattern } from '@reelyard/shared/contracts/storage-keys.ts';

/** What the store knows about an object. `sha256` is of the whole file, ours, not the store's own checksum. */
export interface StoredObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly contentType: string;
}

export interface SignedRead {
  readonly expiresInSeconds: number;
  /** Forces a download under this name (Content-Disposition: attachment); absent = shown inline. */
  readonly downloadFilename?: string;
}

export interface SignedUpload {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly contentType: string;
}

/** Local disk or S3 behind one interface; one conformance suite runs over both. Keys come from storage-keys.ts only. */
export interface ObjectStore {
  /** Stores bytes made by the control plane itself (images, not videos). Atomic: readers see all or nothing. */
  put(key: string, body: Buffer, contentType: string): Promise<StoredObject>;
  /** Null where there is no such object. Its hash is of the bytes as they lie there, whatever an uploader said. */
  head(key: string): Promise<StoredObject | null>;
  /** Streams an object. Throws where there is none. */
  read(key: string): Promise<Readable>;
  /** An address that reads the object, ranges included, without any other credential. */
  signRead(key: string, options: SignedRead): Promise<string>;
  /** An address that takes exactly one file for this key; a key that is taken already keeps what it holds (B4). */
  signUpload(key: string, contentType: string, expiresInSeconds: number): Promise<SignedUpload>;
  delete(key: string): Promise<void>;
  /** Settles where the store would take and give objects now; throws where it would not. */
  ping(): Promise<void>;
}

/**
 * The largest object that one upload may make: what one PUT to S3 takes. The longest video, 50 scenes of 7 seconds in 4K
 * at 60 frames a second, has 3.5 GB at the highest rate of the ladder (79 Mbit/s): no upload needs several parts.
 */
export const maxUploadBytes = 5 * 2 ** 30;

/** Throws for everything that storage-keys.ts would not have built (G11). */
export const assertStorageKey = (key: string): void => {
  if (!storageKeyPattern.test(key) || key.length > 900) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
};

/** A key that holds another file already (B4); carries what it holds, so that a repeated upload can tell its own. */
export class KeyTakenError extends Error {
  readonly stored: StoredObject;
  constructor(stored: StoredObject) {
    super(`the key ${stored.key} is taken`);
    this.name = 'KeyTakenError';
    this.stored = stored;
  }
}
