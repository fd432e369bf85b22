import { createHash } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { attachmentDisposition } from './content-disposition.ts';
import { provenMetadata, provenSha256 } from './object-proof.ts';
import { assertStorageKey, KeyTakenError, type ObjectStore, type StoredObject } from './object-store.ts';
import { type Found, type OnStorageTrouble, s3Bucket } from './s3-bucket.ts';
import { type S3Settings, s3Client } from './s3-client.ts';

export interface S3StoreOptions {
  readonly settings: S3Settings;
  /** Proves hashes that lie beside objects. */
  readonly signingSecret: string;
  /** An upload that is larger counts as none: an S3 address cannot be signed for a size. */
  readonly maxUploadBytes: number;
  /** How long one request may take until its answer begins, tries and pauses included. */
  readonly callTimeoutMs: number;
  readonly clock: () => Date;
  readonly onTrouble: OnStorageTrouble;
}

export interface S3Store extends ObjectStore {
  /**
   * Whether the server refuses a second file for a key (If-None-Match: *); null until `ping` found out. Where it does, an
   * upload address is for the key itself. Where it does not, the address is for a place aside, from which `head` copies
   * the file to its key: what an address can still overwrite later is never what was accepted (B4).
   */
  readonly keepsFirst: boolean | null;
  close(): void;
}

/** Uploads that nobody accepted yet, or ever: a lifecycle rule of the bucket may remove them after a day. */
const stagedKey = (key: string): string => `incoming/${key}`;
const rememberedHashes = 1_000;
const putTries = 4;

/** Objects in one bucket of an S3 server. */
export const s3Store = (options: S3StoreOptions): S3Store => {
  const { settings, signingSecret, maxUploadBytes, clock } = options;
  const client = s3Client(settings, settings.endpoint);
  const signer = s3Client(settings, settings.publicEndpoint ?? settings.endpoint);
  const bucket = s3Bucket({
    client,
    bucket: settings.bucket,
    callTimeoutMs: options.callTimeoutMs,
    onTrouble: options.onTrouble,
  });
  const hashes = new Map<string, Promise<string | null>>();
  const lastOfKey = new Map<string, Promise<unknown>>();
  let keepsFirst: boolean | null = null;

  /** Each file is read once, however often it is asked for. Null: it is not there any more. */
  const hashOf = (at: string, found: Found): Promise<string | null> => {
    const name = `${at} ${found.etag} ${found.sizeBytes}`;
    const known = hashes.get(name);
    if (known !== undefined) return known;
    const hashing = bucket.hash(at, found);
    hashes.set(name, hashing);
    hashing.then(
      (sha256) => sha256 ?? hashes.delete(name),
      () => hashes.delete(name),
    );
    const [oldest] = hashes.keys();
    if (hashes.size > rememberedHashes && oldest !== undefined) hashes.delete(oldest);
    return hashing;
  };

  const describe = async (key: string, found: Found, at = key): Promise<StoredObject | null> => {
    const { sizeBytes, contentType, metadata } = found;
    // Aside, uploaders write: only at its key is a proof ours.
    const proven = at === key ? provenSha256(signingSecret, { key, sizeBytes, contentType }, metadata) : null;
    if (proven === null && sizeBytes > maxUploadBytes) return null;
    const sha256 = proven ?? (await hashOf(at, found));
    return sha256 === null ? null : { key, sizeBytes, sha256, contentType };
  };

  /** Copies an upload from aside to its key, with its proven hash. Null where it is gone, another, or too large. */
  const accept = async (key: string, staged: Found): Promise<StoredObject | null> => {
    const at = stagedKey(key);
    const object = await describe(key, staged, at);
    if (object === null) return null;
    const described = { contentType: object.contentType, metadata: provenMetadata(signingSecret, object) };
    if (!(await bucket.copy(at, staged, key, described))) return null;
    await bucket.remove(at);
    return object;
  };

  const find = async (key: string): Promise<StoredObject | null> => {
    const found = await bucket.lookUp(key);
    if (found !== null) return describe(key, found);
    const staged = await bucket.lookUp(stagedKey(key));
    if (staged === null) return null;
    const accepted = await accept(key, staged);
    if (accepted !== null) return accepted;
    // Another control plane accepted it meanwhile.
    const now = await bucket.lookUp(key);
    return now === null ? null : describe(key, now);
  };

  /** One at a time for each key, so that this process alone never puts or accepts two files for it. */
  const inTurn = async <T>(key: string, run: () => Promise<T>): Promise<T> => {
    const turn = (lastOfKey.get(key) ?? Promise.resolve()).then(run, run);
    lastOfKey.set(key, turn);
    try {
      return await turn;
    } finally {
      if (lastOfKey.get(key) === turn) lastOfKey.delete(key);
    }
  };

  const put = async (object: StoredObject, body: Buffer): Promise<StoredObject> => {
    const { key, contentType, sha256 } = object;
    const described = { contentType, metadata: provenMetadata(signingSecret, object) };
    for (let tries = 1; ; tries += 1) {
      // Without a server that keeps the first, two control planes at once could both put: keys of our own objects hold
      // the hash of the bytes, so that they would put the same.
      const taken = keepsFirst === true && tries === 1 ? null : await find(key);
      if (taken?.sha256 === sha256) return taken;
      if (taken !== null) throw new KeyTakenError(taken);
      if (await bucket.put(key, body, keepsFirst === true, described)) return object;
      // Taken, and yet nothing there: the other writer is still at it, or gave up.
      if (tries === putTries) throw bucket.troubled('put', new Error('the key stays busy'));
    }
  };

  /** Addresses are signed by the server's clock, as far as its answers told it. */
  const signing = (expiresInSeconds: number) => ({
    expiresIn: expiresInSeconds,
    signingDate: new Date(clock().getTime() + client.config.systemClockOffset),
  });

  return {
    get keepsFirst() {
      return keepsFirst;
    },

    async put(key, body, contentType) {
      assertStorageKey(key);
      const sha256 = createHash('sha256').update(body).digest('hex');
      return inTurn(key, () => put({ key, sizeBytes: body.length, sha256, contentType }, body));
    },

    async head(key) {
      assertStorageKey(key);
      return inTurn(key, () => find(key));
    },

    async read(key) {
      assertStorageKey(key);
      const body = await bucket.open('read', key);
      if (body === null) throw new Error(`no stored object ${key}`);
      return body;
    },

    async signRead(key, { expiresInSeconds, downloadFilename }) {
      assertStorageKey(key);
      const command = new GetObjectCommand({
        Bucket: settings.bucket,
        Key: key,
        ResponseContentDisposition: downloadFilename === undefined ? 'inline' : attachmentDisposition(downloadFilename),
        ResponseCacheControl: 'private, max-age=300, no-transform',
      });
      return getSignedUrl(signer, command, signing(expiresInSeconds));
    },

    async signUpload(key, contentType, expiresInSeconds) {
      assertStorageKey(key);
      const condition = keepsFirst === true ? { IfNoneMatch: '*' } : {};
      const Key = keepsFirst === true ? key : stagedKey(key);
      const command = new PutObjectCommand({ Bucket: settings.bucket, Key, ContentType: contentType, ...condition });
      const signedHeaders = new Set(['content-type', 'if-none-match']);
      const url = await getSignedUrl(signer, command, { ...signing(expiresInSeconds), signableHeaders: signedHeaders });
      const headers = { 'content-type': contentType, ...(keepsFirst === true ? { 'if-none-match': '*' } : {}) };
      return { url, headers, contentType };
    },

    async delete(key) {
      assertStorageKey(key);
      await Promise.all([bucket.remove(key), ...(keepsFirst === true ? [] : [bucket.remove(stagedKey(key))])]);
    },

    async ping() {
      if (keepsFirst === null) keepsFirst = await bucket.keepsFirst();
      else await bucket.ping();
    },

    close() {
      client.destroy();
      signer.destroy();
    },
  };
};
