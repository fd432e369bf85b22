import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ModelRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly schemaName: string;
}

/** What the model does with one request. */
export type ModelAct =
  | { readonly kind: 'says'; readonly content: unknown }
  | { readonly kind: 'status'; readonly status: number; readonly body?: string }
  | { readonly kind: 'body'; readonly bytes: number }
  | { readonly kind: 'hangs' };

const readAll = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/** A server that speaks like OpenAI's chat endpoint and does what a test tells it, one act a request. */
export const fakeLanguageModel = async () => {
  const acts: ModelAct[] = [];
  const requests: ModelRequest[] = [];
  const asked: (() => void)[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = JSON.parse(await readAll(request));
      requests.push({
        path: request.url ?? '',
        authorization: request.headers.authorization,
        messages: body.messages,
        schemaName: body.response_format?.json_schema?.name,
      });
      asked.splice(0).forEach((tell) => tell());
      const act = acts.shift() ?? { kind: 'status', status: 418 };
      if (act.kind === 'hangs') return;
      if (act.kind === 'status') response.writeHead(act.status).end(act.body ?? '{}');
      else if (act.kind === 'body') response.writeHead(200).end(Buffer.alloc(act.bytes, ' '));
      else {
        const content = typeof act.content === 'string' ? act.content : JSON.stringify(act.content);
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
      }
    })();
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    acts,
    requests,
    /** Settles at the next request. */
    nextRequest: (): Promise<void> => new Promise((tell) => void asked.push(tell)),
    reset(): void {
      acts.length = 0;
      requests.length = 0;
    },
    close: (): Promise<void> =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
};
export type FakeLanguageModel = Awaited<ReturnType<typeof fakeLanguageModel>>;
