import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site of a test on 127.0.0.1. */
export interface Site extends AsyncDisposable {
  readonly port: number;
}

/** `answer` gets the path and query; what it returns is sent as HTML, unless it answered by itself. */
export const openSite = async (
  answer: (path: string, response: ServerResponse, request: IncomingMessage) => string | undefined,
): Promise<Site> => {
  const server = createServer((request, response) => {
    const html = answer(request.url ?? '/', response, request);
    if (html !== undefined) response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};
