import type { Readable } from 'node:stream';
import { storageKeyPattern } from '@reelyard/shared/contracts/storage-keys.ts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.ts';
import { parseByteRange } from './byte-range.ts';
import { attachmentDisposition } from './content-disposition.ts';
import { type LocalDiskStore, ObjectTooLargeError } from './local-disk.ts';
import { KeyTakenError, type StoredObject } from './object-store.ts';
import { readGrant, type SignedGrant } from './url-signature.ts';

export interface StorageRoutesDeps {
  readonly store: LocalDiskStore;
  readonly signingSecret: string;
  readonly clock: () => Date;
  /** The largest object that one upload may make. */
  readonly maxUploadBytes: number;
}

interface StorageRequest {
  Params: { '*': string };
  Querystring: Record<string, unknown>;
}

const noObject = (): Refusal =>
  new Refusal('not_found', { code: 'OBJECT_NOT_FOUND', message: 'There is no such object.' });

const grantOf = (
  deps: StorageRoutesDeps,
  method: SignedGrant['method'],
  request: FastifyRequest<StorageRequest>,
): SignedGrant => {
  const key = request.params['*'];
  const grant = readGrant(deps.signingSecret, method, key, request.query, Math.floor(deps.clock().getTime() / 1000));
  if (typeof grant === 'object' && storageKeyPattern.test(key)) return grant;
  throw new Refusal('forbidden', {
    code: grant === 'expired' ? 'ADDRESS_EXPIRED' : 'ADDRESS_NOT_SIGNED',
    message:
      grant === 'expired' ? 'This address has expired; ask for a new one.' : 'This address was not signed by us.',
  });
};

const etagOf = (object: StoredObject): string => `"${object.sha256}"`;

/** Bytes of callers are served as what they are and never as a page of ours: no sniffing, no scripts. */
const describe = (reply: FastifyReply, object: StoredObject, grant: SignedGrant): FastifyReply =>
  reply.headers({
    'content-type': object.contentType,
    etag: etagOf(object),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, max-age=300, no-transform',
    'content-disposition': grant.downloadFilename === null ? 'inline' : attachmentDisposition(grant.downloadFilename),
  });

const readObject = async (
  deps: StorageRoutesDeps,
  request: FastifyRequest<StorageRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const grant = grantOf(deps, 'GET', request);
  const object = await deps.store.head(grant.key);
  if (!object) throw noObject();
  describe(reply, object, grant);
  if (request.headers['if-none-match'] === etagOf(object)) return reply.code(304).send();
  const ifRange = request.headers['if-range'];
  const rangeHeader = ifRange === undefined || ifRange === etagOf(object) ? request.headers.range : undefined;
  const range = parseByteRange(rangeHeader, object.sizeBytes);
  if (range.kind === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${object.sizeBytes}`).send();
  }
  const [startByte, endByte] = range.kind === 'part' ? [range.startByte, range.endByte] : [0, object.sizeBytes - 1];
  if (range.kind === 'part') {
    reply.code(206).header('content-range', `bytes ${startByte}-${endByte}/${object.sizeBytes}`);
  }
  reply.header('content-length', endByte - startByte + 1);
  return request.method === 'HEAD' ? reply.send() : reply.send(deps.store.readPart(grant.key, startByte, endByte));
};

const takeUpload = async (
  deps: StorageRoutesDeps,
  request: FastifyRequest<StorageRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const grant = grantOf(deps, 'PUT', request);
  if (grant.contentType === null || request.headers['content-type'] !== grant.contentType) {
    throw new Refusal('unsupported_media_type', {
      code: 'CONTENT_TYPE_DIFFERS',
      message: 'The content type is not the one that this address was signed for.',
    });
  }
  const tooLarge = (): Refusal =>
    new Refusal('too_large', {
      code: 'OBJECT_TOO_LARGE',
      message: `An upload may have at most ${deps.maxUploadBytes} bytes.`,
    });
  if (Number(request.headers['content-length'] ?? 0) > deps.maxUploadBytes) throw tooLarge();
  try {
    const object = await deps.store.write(grant.key, request.body as Readable, grant.contentType, deps.maxUploadBytes);
    return reply.code(201).header('etag', etagOf(object)).send();
  } catch (error) {
    if (error instanceof ObjectTooLargeError) throw tooLarge();
    if (!(error instanceof KeyTakenError)) throw error;
    // The entity tag tells a node whose first answer was lost that its own bytes are the ones that lie here.
    throw new Refusal('conflict', {
      code: 'KEY_TAKEN',
      message: 'This key holds a file already.',
      headers: { etag: etagOf(error.stored) },
      body: { sha256: error.stored.sha256, sizeBytes: error.stored.sizeBytes },
    });
  }
};

/** `/storage/<key>?expires=…&signature=…`: the local store's signed addresses, outside the API and its keys. */
export const storageRoutes =
  (deps: StorageRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers();
    // The body stays a stream: an upload is never held in memory.
    app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    app.route<StorageRequest>({
      method: ['GET', 'HEAD'],
      url: '/storage/*',
      exposeHeadRoute: false,
      schema: { hide: true },
      handler: (request, reply) => readObject(deps, request, reply),
    });
    app.route<StorageRequest>({
      method: 'PUT',
      url: '/storage/*',
      schema: { hide: true },
      handler: (request, reply) => takeUpload(deps, request, reply),
    });
  };
