import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from './object-store.ts';

export interface StoredFile {
  readonly contentType: string;
  readonly body: Buffer;
}

/** The signed addresses of a store, as we find them again in our own answers. */
export interface StoredAddresses {
  /** Where they all lead: what a page's policy has to let in. */
  readonly origin: string;
  /**
   * The file at an address that we signed; null where the address leads elsewhere, or the file is gone or larger. Only for
   * addresses of our own answers: the signature is not looked at.
   */
  readAt(address: string, maxBytes: number): Promise<StoredFile | null>;
}

export const storedAddresses = async (
  objects: Pick<ObjectStore, 'signRead' | 'head' | 'read'>,
): Promise<StoredAddresses> => {
  const sample = 'probes/address';
  const { origin, pathname } = new URL(await objects.signRead(sample, { expiresInSeconds: 1 }));
  const folder = pathname.slice(0, -sample.length);
  return {
    origin,
    async readAt(address, maxBytes) {
      const url = URL.parse(address);
      if (url?.origin !== origin || !url.pathname.startsWith(folder)) return null;
      const key = url.pathname.slice(folder.length);
      const found = await objects.head(key);
      if (found === null || found.sizeBytes > maxBytes) return null;
      return { contentType: found.contentType, body: await buffer(await objects.read(key)) };
    },
  };
};
