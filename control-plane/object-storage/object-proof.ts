import { createHmac, timingSafeEqual } from 'node:crypto';
import type { StoredObject } from './object-store.ts';

const hashName = 'reelyard-sha256';
const proofName = 'reelyard-proof';

const proofOf = (secret: string, { key, sizeBytes, sha256, contentType }: StoredObject): string =>
  createHmac('sha256', secret)
    // Named, so that no other text that the farm signs is ever one of these.
    .update(JSON.stringify(['stored object', key, sizeBytes, sha256, contentType]), 'utf8')
    .digest('hex');

/**
 * What an S3 object carries beside its bytes (x-amz-meta-…): its hash, and a proof that it was the control plane that
 * read the bytes and wrote the hash there. Some servers let the holder of an upload address add metadata of their own:
 * without the proof an uploader could name any hash.
 */
export const provenMetadata = (secret: string, object: StoredObject): Record<string, string> => ({
  [hashName]: object.sha256,
  [proofName]: proofOf(secret, object),
});

/** The hash that the metadata proves for this very object; null where it proves none. */
export const provenSha256 = (
  secret: string,
  object: Omit<StoredObject, 'sha256'>,
  metadata: Readonly<Record<string, string>>,
): string | null => {
  const sha256 = metadata[hashName] ?? '';
  const given = Buffer.from(metadata[proofName] ?? '', 'utf8');
  const expected = Buffer.from(proofOf(secret, { ...object, sha256 }), 'utf8');
  return given.length === expected.length && timingSafeEqual(given, expected) ? sha256 : null;
};
