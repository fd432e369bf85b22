import type { Readable } from 'node:stream';

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
  /** Null where there is no such object. */
  head(key: string): Promise<StoredObject | null>;
  /** Streams an object. Throws where there is none. */
  read(key: string): Promise<Readable>;
  /** An address that reads the object, ranges included, without any other credential. */
  signRead(key: string, options: SignedRead): Promise<string>;
  /** An address that takes exactly one file for this key; a key that is taken already is refused (B4). */
  signUpload(key: string, contentType: string, expiresInSeconds: number): Promise<SignedUpload>;
  delete(key: string): Promise<void>;
}
