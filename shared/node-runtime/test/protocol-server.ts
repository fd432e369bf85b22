import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JobKind, PayloadOf, WriteOf } from '../../contracts/jobs/catalog.ts';

export interface Said {
  readonly path: string;
  readonly token: string;
  readonly body: Record<string, unknown>;
}

/** What a request is met with instead of the usual answer; `cut` takes it in and drops the connection. */
export type Reaction = { readonly status: number; readonly body?: object } | 'cut' | 'refuse';

/** A small control plane on a real socket: hands out jobs, takes files and remembers everything that was said. */
export interface ProtocolServer extends AsyncDisposable {
  readonly baseUrl: string;
  readonly said: readonly Said[];
  readonly files: ReadonlyMap<string, Buffer>;
  /** Puts a job into the queue; a waiting node gets it at once. */
  offer(
    jobId: string,
    terms?: { leaseSeconds?: number; maxRunSeconds?: number; payload?: PayloadOf<'scene.render'> },
  ): void;
  /** The same for a job of another kind, with the files that it may hand in. */
  offerJob<K extends JobKind>(kind: K, jobId: string, payload: PayloadOf<K>, writes: readonly WriteOf<K>[]): void;
  /** The next request whose path ends so meets this; later ones the next reaction or the usual answer. */
  react(pathEnd: string, ...reactions: Reaction[]): void;
  /** Resolves with the request, seen already or still to come (the `nth`, counted from 1). */
  heard(pathEnd: string, nth?: number): Promise<Said>;
  /** Closes every connection and refuses new ones, on the same port, until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
}

export const scenePayload: PayloadOf<'scene.render'> = {
  sceneId: 'scn_1',
  templateSlug: 'any',
  templateVersion: 1,
  values: {},
  watermark: false,
  widthPx: 320,
  heightPx: 180,
  fps: 30,
  codec: 'h264',
  renditionHash: 'a'.repeat(64),
};

export const source = Buffer.from('stored bytes');

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const answer = (
  response: ServerResponse,
  status: number,
  body?: object,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
};

export const protocolServer = async (): Promise<ProtocolServer> => {
  const said: Said[] = [];
  const files = new Map<string, Buffer>();
  const jobs: object[] = [];
  const reactions = new Map<string, Reaction[]>();
  let waiting: ServerResponse[] = [];
  let listeners: (() => void)[] = [];
  let registrations = 0;
  let port = 0;

  const grant = (): void => {
    waiting = waiting.filter((response) => !response.destroyed);
    while (waiting.length > 0 && jobs.length > 0) {
      const [job] = jobs.splice(0, 1);
      const [response] = waiting.splice(0, 1);
      if (response !== undefined) answer(response, 200, job);
    }
  };

  const usual = (path: string, response: ServerResponse): void => {
    if (path.endsWith('/register')) {
      registrations += 1;
      answer(response, 200, { nodeId: `nod_${registrations}`, nodeToken: `token-${registrations}` });
    } else if (path.endsWith('/lease')) {
      waiting.push(response);
      grant();
    } else if (path.endsWith('/heartbeat')) answer(response, 200, { stop: null });
    else answer(response, 200, { state: 'ready' });
  };

  const store = (path: string, body: Buffer, response: ServerResponse): void => {
    const taken = files.get(path);
    if (taken === undefined) files.set(path, body);
    const etag = `"${createHash('sha256')
      .update(taken ?? body)
      .digest('hex')}"`;
    answer(response, taken === undefined ? 201 : 409, {}, { etag });
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    const raw = await readBody(request);
    const isFile = path.startsWith('/files/');
    said.push({ path, token, body: isFile ? {} : (JSON.parse(raw.toString()) as Record<string, unknown>) });
    const key = [...reactions.keys()].find((end) => path.endsWith(end));
    const reaction = key === undefined ? undefined : reactions.get(key)?.shift();
    if (reaction === 'refuse') request.socket.destroy();
    else if (reaction === 'cut') {
      if (isFile) files.set(path, raw);
      request.socket.destroy();
    } else if (reaction !== undefined) answer(response, reaction.status, reaction.body);
    else if (isFile && request.method === 'GET') response.end(source);
    else if (isFile) store(path, raw, response);
    else usual(path, response);
    for (const listener of listeners) listener();
  };

  let server: Server;
  const listen = async (): Promise<void> => {
    server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  await listen();
  const baseUrl = `http://127.0.0.1:${port}`;

  const target = (jobId: string, name: string): object => ({
    url: `${baseUrl}/files/${jobId}-${name}`,
    headers: {},
    contentType: 'application/octet-stream',
  });

  return {
    baseUrl,
    said,
    files,
    offer: (jobId, { leaseSeconds = 15, maxRunSeconds = 600, payload = scenePayload } = {}) => {
      const writes = { video: target(jobId, 'video'), poster: target(jobId, 'poster') };
      const reads = { 'accounts/a/images/b.png': `${baseUrl}/files/source` };
      jobs.push({
        kind: 'scene.render',
        jobId,
        attempt: 1,
        leaseSeconds,
        maxRunSeconds,
        reads,
        writes,
        payload,
      });
      grant();
    },
    offerJob: (kind, jobId, payload, names) => {
      const writes = Object.fromEntries(names.map((name) => [name, target(jobId, name)]));
      jobs.push({ kind, jobId, attempt: 1, leaseSeconds: 15, maxRunSeconds: 60, reads: {}, writes, payload });
      grant();
    },
    react: (pathEnd, ...list) => {
      reactions.set(pathEnd, [...(reactions.get(pathEnd) ?? []), ...list]);
    },
    heard: async (pathEnd, nth = 1) => {
      const found = (): Said | undefined => said.filter(({ path }) => path.endsWith(pathEnd))[nth - 1];
      const already = found();
      if (already !== undefined) return already;
      return await new Promise((resolve) => {
        const listener = (): void => {
          const now = found();
          if (now === undefined) return;
          listeners = listeners.filter((other) => other !== listener);
          resolve(now);
        };
        listeners.push(listener);
      });
    },
    down: close,
    up: listen,
    [Symbol.asyncDispose]: close,
  };
};
