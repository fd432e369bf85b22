import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they came. */
  readonly bytes: Buffer;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into answers of every shape
  readonly body: any;
}

/** What a receiver answers; one that does nothing leaves the caller waiting. */
export type Answering = (response: ServerResponse, received: Received) => void;

/** A real receiver of callbacks. */
export const callbackReceiver = async (answer: Answering = (response) => void response.writeHead(204).end()) => {
  const all: Received[] = [];
  const waiters = new Set<() => void>();
  let answering = answer;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const bytes = Buffer.concat(pieces);
    const body = bytes.length === 0 ? null : JSON.parse(bytes.toString('utf8'));
    const received = { path: request.url ?? '', headers: request.headers, bytes, body };
    all.push(received);
    answering(response, received);
    for (const wake of waiters) wake();
  };
  // A caller that goes away in the middle of its request has sent nothing.
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    all,
    of: (requestId: string): Received[] => all.filter(({ body }) => body?.requestId === requestId),
    answerWith(next: Answering): void {
      answering = next;
    },
    /** The callback of a publish that comes as the `count`-th. */
    async next(requestId: string, count = 1): Promise<Received> {
      for (;;) {
        const found = all.filter(({ body }) => body?.requestId === requestId)[count - 1];
        if (found) return found;
        await new Promise<void>((resolve) => {
          const wake = (): void => {
            waiters.delete(wake);
            resolve();
          };
          waiters.add(wake);
        });
      }
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
export type CallbackReceiver = Awaited<ReturnType<typeof callbackReceiver>>;

/** S112: the signature that a receiver works out from the bytes that it got. */
export const signatureOf = (secret: string, { headers, bytes }: Received): string =>
  `sha256=${createHmac('sha256', secret)
    .update(`${String(headers['x-svc-timestamp'])}.`)
    .update(bytes)
    .digest('hex')}`;
