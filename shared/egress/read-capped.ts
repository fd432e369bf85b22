import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

/** Content encodings that can be undone, by their name in `content-encoding`. */
const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
} as const;

export type CappedBody =
  | { readonly kind: 'whole' | 'cut'; readonly body: Buffer }
  /** Not the encoding that the header names, or one that is not known here. */
  | { readonly kind: 'undecodable' };

const isDecoder = (name: string): name is keyof typeof decoders => Object.hasOwn(decoders, name);

const collect = async (source: Readable, maxBytes: number): Promise<CappedBody> => {
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const room = maxBytes - total;
    if (chunk.length > room) {
      chunks.push(chunk.subarray(0, room));
      return { kind: 'cut', body: Buffer.concat(chunks) };
    }
    chunks.push(chunk);
    total += chunk.length;
  }
  return { kind: 'whole', body: Buffer.concat(chunks) };
};

/**
 * Reads at most `maxBytes` of a body, counted after decoding, so that a small compressed bomb ends at the same size as
 * an endless plain body. Only one encoding is undone: a server that stacks them is refused, not followed.
 *
 * @param contentEncoding the header as it came; empty for none
 * @throws what the source throws: a connection that broke, the reason of an abort
 */
export const readCapped = async (source: Readable, contentEncoding: string, maxBytes: number): Promise<CappedBody> => {
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return collect(source, maxBytes);
  if (!isDecoder(encoding)) return { kind: 'undecodable' };
  const decoder = decoders[encoding]();
  let sourceError: Error | null = null;
  source.once('error', (error: Error) => {
    sourceError = error;
    decoder.destroy(error);
  });
  source.pipe(decoder);
  try {
    return await collect(decoder, maxBytes);
  } catch (error) {
    if (sourceError !== null) throw error;
    return { kind: 'undecodable' };
  } finally {
    decoder.destroy();
  }
};
