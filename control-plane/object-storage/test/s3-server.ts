import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { parseByteRange } from '../byte-range.ts';
import type { S3Settings } from '../s3-client.ts';
import { type SigningKey, signatureProblem } from './signature-v4.ts';

/**
 * An S3 server in memory, for tests where no other one is at hand. It does what the farm asks of S3 as the API reference
 * has it: signatures, expiry, clock skew and unsigned x-amz headers are checked on every request, signed payloads
 * against their hash; PUT (If-None-Match), copy (If-Match, REPLACE), GET (ranges, conditions, response-… overrides),
 * HEAD, DELETE; path style, one bucket. No lists, no parts, no access rules.
 */
export interface S3ServerOptions {
  /** False: like OpenStack Swift, which answers a conditional PUT with 501 and overlooks x-amz headers that are not signed. */
  readonly keepsFirst?: boolean;
  /** How far its clock is ahead. */
  readonly aheadMs?: number;
}

export interface Held {
  readonly body: Buffer;
  readonly contentType: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly etag: string;
}

type Trouble = 'busy' | 'silent' | 'cut';

export interface S3Server {
  readonly settings: S3Settings;
  readonly objects: Map<string, Held>;
  /** Requests that it took, as "METHOD key", since it began. */
  readonly requests: string[];
  /** Told of each request before it is done. */
  onRequest: ((request: string) => void) | null;
  /** From now on every request meets this; null = none. */
  trouble: Trouble | null;
  stop(): Promise<void>;
  /** On the same port, with the same objects. */
  start(): Promise<void>;
}

const bucket = 'farm';
const key: SigningKey = {
  accessKeyId: 'AKIATESTFARM',
  secretAccessKey: 'a secret / of the + test farm',
  region: 'eu-test-1',
};
const maxObjectBytes = 5 * 2 ** 30;

class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const statusOfProblem = { AuthorizationHeaderMalformed: 400 } as Readonly<Record<string, number>>;
const md5 = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

export const s3Server = async ({ keepsFirst = true, aheadMs = 0 }: S3ServerOptions = {}): Promise<S3Server> => {
  const objects = new Map<string, Held>();
  const requests: string[] = [];
  let trouble: Trouble | null = null;
  let onRequest: S3Server['onRequest'] = null;

  const stored = (name: string): Held => {
    const found = objects.get(name);
    if (!found) throw new S3Refusal(404, 'NoSuchKey');
    return found;
  };

  const metadataOf = (request: IncomingMessage): Record<string, string> =>
    Object.fromEntries(
      Object.entries(request.headers)
        .filter(([name]) => name.startsWith('x-amz-meta-'))
        .map(([name, value]) => [name.slice('x-amz-meta-'.length), String(value)]),
    );

  const keep = (request: IncomingMessage, name: string, body: Buffer): Held => {
    if (request.headers['if-none-match'] !== undefined && objects.has(name)) {
      throw new S3Refusal(412, 'PreconditionFailed');
    }
    const contentType = request.headers['content-type'] ?? 'binary/octet-stream';
    const held = { body, contentType, metadata: metadataOf(request), etag: md5(body) };
    objects.set(name, held);
    return held;
  };

  const put = async (request: IncomingMessage, response: ServerResponse, name: string): Promise<void> => {
    if (request.headers['if-none-match'] !== undefined && !keepsFirst) throw new S3Refusal(501, 'NotImplemented');
    const length = Number(request.headers['content-length'] ?? Number.NaN);
    if (Number.isNaN(length)) throw new S3Refusal(411, 'MissingContentLength');
    if (length > maxObjectBytes) throw new S3Refusal(400, 'EntityTooLarge');
    const body = await buffer(request);
    const signedHash = request.headers['x-amz-content-sha256'];
    if (signedHash !== undefined && signedHash !== 'UNSIGNED-PAYLOAD') {
      const actual = createHash('sha256').update(body).digest('hex');
      if (actual !== signedHash) throw new S3Refusal(400, 'XAmzContentSHA256Mismatch');
    }
    response.writeHead(200, { etag: keep(request, name, body).etag }).end();
  };

  const copy = (request: IncomingMessage, response: ServerResponse, name: string, source: string): void => {
    const from = stored(decodeURIComponent(source).replace(`${bucket}/`, ''));
    const match = request.headers['x-amz-copy-source-if-match'];
    if (match !== undefined && match !== from.etag) throw new S3Refusal(412, 'PreconditionFailed');
    const isReplaced = request.headers['x-amz-metadata-directive'] === 'REPLACE';
    const held = isReplaced ? keep(request, name, from.body) : from;
    objects.set(name, held);
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(`<CopyObjectResult><ETag>${held.etag}</ETag></CopyObjectResult>`);
  };

  const get = (request: IncomingMessage, response: ServerResponse, name: string, query: URLSearchParams): void => {
    const { body, contentType, metadata, etag } = stored(name);
    if (request.headers['if-match'] !== undefined && request.headers['if-match'] !== etag) {
      throw new S3Refusal(412, 'PreconditionFailed');
    }
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
    const range = parseByteRange(isSame ? request.headers.range : undefined, body.length);
    if (range.kind === 'unsatisfiable') throw new S3Refusal(416, 'InvalidRange');
    const [first, last] = range.kind === 'part' ? [range.startByte, range.endByte] : [0, body.length - 1];
    const overrides = ['content-disposition', 'cache-control', 'content-type'].flatMap((header): [string, string][] => {
      const value = query.get(`response-${header}`);
      return value === null ? [] : [[header, value]];
    });
    response.writeHead(range.kind === 'part' ? 206 : 200, {
      'content-type': contentType,
      'content-length': last - first + 1,
      'accept-ranges': 'bytes',
      etag,
      ...(range.kind === 'part' ? { 'content-range': `bytes ${first}-${last}/${body.length}` } : {}),
      ...Object.fromEntries(Object.entries(metadata).map(([header, value]) => [`x-amz-meta-${header}`, value])),
      ...Object.fromEntries(overrides),
    });
    if (request.method === 'HEAD') return void response.end();
    if (trouble !== 'cut') return void response.end(body.subarray(first, last + 1));
    response.write(body.subarray(first, Math.ceil((first + last) / 2)), () => response.destroy());
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s);
    const [, inBucket = '', ...rest] = path.split('/').map(decodeURIComponent);
    const name = rest.join('/');
    requests.push(`${request.method} ${name}`);
    onRequest?.(`${request.method} ${name}`);
    if (trouble === 'silent') return;
    if (trouble === 'busy') throw new S3Refusal(503, 'SlowDown');
    const isOverlooked = (header: string): boolean =>
      !keepsFirst && header.startsWith('x-amz-meta-') && query.includes('X-Amz-Signature');
    const headers = Object.fromEntries(
      Object.entries(request.headers)
        .filter(([header]) => !isOverlooked(header))
        .map(([header, value]) => [header, String(value)]),
    );
    const signed = { method: request.method ?? '', target: request.url ?? '', headers };
    const problem = signatureProblem(signed, key, new Date(Date.now() + aheadMs));
    if (problem !== null) throw new S3Refusal(statusOfProblem[problem] ?? 403, problem);
    if (inBucket !== bucket) throw new S3Refusal(404, 'NoSuchBucket');
    if (name === '') return void response.writeHead(200).end();
    const source = request.headers['x-amz-copy-source'];
    if (request.method === 'PUT' && source !== undefined) return copy(request, response, name, String(source));
    if (request.method === 'PUT') return put(request, response, name);
    if (request.method === 'GET' || request.method === 'HEAD') {
      return get(request, response, name, new URLSearchParams(query.replaceAll('+', '%2B')));
    }
    if (request.method !== 'DELETE') throw new S3Refusal(405, 'MethodNotAllowed');
    objects.delete(name);
    response.writeHead(204).end();
  };

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString());
    answer(request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return;
      request.resume();
      const { status, code } = error instanceof S3Refusal ? error : { status: 500, code: 'InternalError' };
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(
        request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
      );
    });
  };

  let server: Server;
  let port = 0;
  const start = async (): Promise<void> => {
    server = createServer(listener).listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  await start();

  return {
    settings: { ...key, endpoint: `http://127.0.0.1:${port}`, publicEndpoint: null, bucket, forcePathStyle: true },
    objects,
    requests,
    get onRequest() {
      return onRequest;
    },
    set onRequest(to) {
      onRequest = to;
    },
    get trouble() {
      return trouble;
    },
    set trouble(to) {
      trouble = to;
    },
    start,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
