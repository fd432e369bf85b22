import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { storageKeys } from '@reelyard/shared/contracts/storage-keys.ts';
import { type Database, inTransaction } from '../../database/connection.ts';
import type { ObjectStore } from '../../object-storage/object-store.ts';
import type { ImageProblem } from '../image-problem.ts';
import { headerBytes, type PictureHeader, pictureHeader } from '../picture-header.ts';
import { saveImage } from '../store.ts';
import type { StoredImage } from '../stored-image.ts';
import type { ImageDecoder } from './image-decoder.ts';

/** A picture laid over another one: pixels from its top left corner. */
export interface StoredPatch {
  readonly picture: Pick<StoredImage, 'storageKey'>;
  readonly leftPx: number;
  readonly topPx: number;
}

/** Pictures that a node made, which lie in the store already. */
export interface StoredPictures {
  /** The type and size by its first bytes; null where it is no PNG or JPEG. Throws where nothing is stored there. */
  headerOf(storageKey: string): Promise<PictureHeader | null>;
  /** Keeps the picture for good, under the hash of its bytes: what it was copied from may be deleted. */
  keep(accountId: string, picture: StoredImage): Promise<StoredImage>;
  /** The picture with others laid over it, in order. */
  compose(accountId: string, page: StoredImage, patches: readonly StoredPatch[]): Promise<StoredImage>;
  /** Decodes it under caps and stores it anew, as a picture that a caller gave: what it shows is a stranger's. */
  reencode(
    accountId: string,
    storageKey: string,
  ): Promise<{ readonly image: StoredImage } | { readonly problem: ImageProblem }>;
}

export interface StoredPicturesDeps {
  readonly db: Database;
  readonly store: Pick<ObjectStore, 'put' | 'read'>;
  readonly decoder: Pick<ImageDecoder, 'compose' | 'reencode'>;
}

/** The first bytes of an object, whatever follows. */
const firstBytes = async (store: StoredPicturesDeps['store'], storageKey: string): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await store.read(storageKey)) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= headerBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, headerBytes);
};

export const storedPictures = ({ db, store, decoder }: StoredPicturesDeps): StoredPictures => {
  const bytesOf = async (storageKey: string): Promise<Buffer> => buffer(await store.read(storageKey));

  const save = async (accountId: string, body: Buffer, header: PictureHeader): Promise<StoredImage> => {
    const sha256 = createHash('sha256').update(body).digest('hex');
    const storageKey = storageKeys.image(accountId, sha256, header.mimeType === 'image/png' ? 'png' : 'jpg');
    const image = { ...header, sha256, storageKey };
    await store.put(storageKey, body, header.mimeType);
    // Bytes first, then the row: a row always points at an object that is there.
    await inTransaction(db, (trx) => saveImage(trx, accountId, image));
    return image;
  };

  return {
    headerOf: async (storageKey) => pictureHeader(await firstBytes(store, storageKey)),

    async keep(accountId, { storageKey, mimeType, widthPx, heightPx }) {
      return save(accountId, await bytesOf(storageKey), { mimeType, widthPx, heightPx });
    },

    async compose(accountId, page, patches) {
      const laid = patches.map(async ({ picture, ...place }) => ({
        ...place,
        bytes: await bytesOf(picture.storageKey),
      }));
      const { body, ...size } = await decoder.compose(await bytesOf(page.storageKey), await Promise.all(laid));
      return save(accountId, body, { mimeType: 'image/png', ...size });
    },

    async reencode(accountId, storageKey) {
      const reencoding = await decoder.reencode(await bytesOf(storageKey));
      if ('problem' in reencoding) return reencoding;
      const { body, ...header } = reencoding.image;
      return { image: await save(accountId, body, header) };
    },
  };
};
