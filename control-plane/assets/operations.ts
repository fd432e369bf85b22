import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { storageKeys } from '@reelyard/shared/contracts/storage-keys.ts';
import type { GuardedFetch } from '@reelyard/shared/egress/guarded-fetch.ts';
import { type Database, inTransaction } from '../database/connection.ts';
import type { Problem } from '../http/refusal.ts';
import type { ObjectStore } from '../object-storage/object-store.ts';
import { bytesOfDataUri } from './data-uri.ts';
import { type ImageRequirements, requirementProblem } from './image-facts.ts';
import { fetchTimeoutMs, maxConcurrentFetches, maxImageBytes } from './image-limits.ts';
import * as problems from './image-problem.ts';
import type { ImageDecoder } from './operations/image-decoder.ts';
import { takeTurns } from './operations/take-turns.ts';
import { findRecentSource, type KnownSource, saveSource } from './store.ts';
import type { StoredImage } from './stored-image.ts';

export interface ImageIntake extends ImageRequirements {
  readonly accountId: string;
  /** http(s) address or data URI. */
  readonly url: string;
  /** Where the caller wrote it: `scenes[1].parameters.logo`. */
  readonly path: string;
}

export type ImageIntakeResult = { readonly image: StoredImage } | { readonly problem: Problem };

export interface AssetOperations {
  /**
   * Takes a picture in: fetches it from where the caller says, decodes it under caps, stores it anew under the hash of
   * its content. An address that the account gave within the last hour is not fetched again. Expected failures are
   * values with the place they belong to, so that a request can report all of them at once (N22).
   */
  intakeImage(intake: ImageIntake): Promise<ImageIntakeResult>;
  /** The picture scaled down to at most `sidePx` × `sidePx`: rows of red, green, blue, alpha bytes. */
  samplePixels(image: StoredImage, sidePx: number): Promise<Uint8Array>;
}

export interface AssetDependencies {
  readonly db: Database;
  readonly store: Pick<ObjectStore, 'head' | 'put' | 'read'>;
  readonly fetch: Pick<GuardedFetch, 'get'>;
  readonly decoder: Pick<ImageDecoder, 'reencode' | 'shrink'>;
}

type Taken = KnownSource | { readonly problem: problems.ImageProblem };
type Fetched = { readonly bytes: Buffer } | { readonly problem: problems.ImageProblem };

const accept = 'image/avif,image/webp,image/png,image/svg+xml,image/jpeg,image/gif;q=0.9,*/*;q=0.1';
const sha256Of = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

export const assetOperations = ({ db, store, fetch, decoder }: AssetDependencies): AssetOperations => {
  const fetchTurn = takeTurns(maxConcurrentFetches);
  /** The same picture asked for several times in one request (a logo in every scene) is taken in once. */
  const underWay = new Map<string, Promise<Taken>>();

  const fetched = async ({ url }: ImageIntake): Promise<Fetched> => {
    const inline = bytesOfDataUri(url);
    if (inline !== null) {
      if (inline.bytes === null) return { problem: problems.notData() };
      return inline.bytes.length > maxImageBytes
        ? { problem: problems.tooLarge(maxImageBytes) }
        : { bytes: inline.bytes };
    }
    const outcome = await fetchTurn(() =>
      fetch.get(url, { maxBytes: maxImageBytes, timeoutMs: fetchTimeoutMs, headers: { accept } }),
    );
    if (outcome.kind === 'refused')
      return { problem: problems.notFetched(outcome.code, outcome.message, maxImageBytes) };
    const isFound = outcome.status >= 200 && outcome.status < 300;
    return isFound ? { bytes: outcome.body } : { problem: problems.notFound(outcome.status) };
  };

  const takeIn = async (intake: ImageIntake, sourceSha256: string): Promise<Taken> => {
    const source = await fetched(intake);
    if ('problem' in source) return source;
    const reencoding = await decoder.reencode(source.bytes);
    if ('problem' in reencoding) return reencoding;
    const { body, ...picture } = reencoding.image;
    const sha256 = sha256Of(body);
    const storageKey = storageKeys.image(intake.accountId, sha256, picture.mimeType === 'image/png' ? 'png' : 'jpg');
    await store.put(storageKey, body, picture.mimeType);
    const known = { image: { ...picture, sha256, storageKey }, facts: reencoding.facts };
    // Bytes first, then the row: a row always points at an object that is there.
    await inTransaction(db, (trx) => saveSource(trx, intake.accountId, sourceSha256, known));
    return known;
  };

  const knownOrTaken = async (intake: ImageIntake, sourceSha256: string): Promise<Taken> => {
    const recent = await findRecentSource(db, intake.accountId, sourceSha256);
    const isStored = recent !== null && (await store.head(recent.image.storageKey)) !== null;
    return isStored ? recent : takeIn(intake, sourceSha256);
  };

  const taken = (intake: ImageIntake): Promise<Taken> => {
    const sourceSha256 = sha256Of(intake.url);
    const key = `${intake.accountId} ${sourceSha256}`;
    const already = underWay.get(key);
    if (already !== undefined) return already;
    const taking = knownOrTaken(intake, sourceSha256).finally(() => underWay.delete(key));
    underWay.set(key, taking);
    return taking;
  };

  return {
    async intakeImage(intake) {
      const refused = (problem: problems.ImageProblem): ImageIntakeResult => ({
        problem: { path: intake.path, ...problem },
      });
      const result = await taken(intake);
      if ('problem' in result) return refused(result.problem);
      const problem = requirementProblem(result.facts, intake);
      return problem === null ? { image: result.image } : refused(problem);
    },

    async samplePixels(image, sidePx) {
      return decoder.shrink(await buffer(await store.read(image.storageKey)), sidePx);
    },
  };
};
