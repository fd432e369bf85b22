import { type NodeIncomingMessageLike, toWebRequest } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { reelyardClient } from '@reelyard/shared/sdk/reelyard-client.ts';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { limitBodyTime } from '../http/body-deadline.ts';
import { refusalBody } from '../http/error-body.ts';
import { type Refusal, refusalStatuses } from '../http/refusal.ts';
import { asRefusal } from '../http/request-refusal.ts';
import { apiPrefix } from '../http/server.ts';
import type { StoredAddresses } from '../object-storage/stored-addresses.ts';
import { foreignRequest } from './foreign-request.ts';
import { inProcessFetch, type MessageSender } from './in-process-fetch.ts';
import { type CallEnd, protocolServer } from './protocol-server.ts';
import { readPicture } from './read-picture.ts';

export interface AgentToolRoutesDeps {
  /** Where callers reach the farm, without a slash at the end. */
  readonly publicUrl: string;
  readonly stored: Pick<StoredAddresses, 'readAt'>;
  /** Aborts when the control plane stops. */
  readonly closing: AbortSignal;
}

/** Time to send a message of at most 1 MiB. */
const bodyDeadlineMs = 30_000;
/** Where the API is for somebody in this process. */
const apiUrl = `http://in.process${apiPrefix}`;

const credentialNames = ['x-api-key', 'authorization'] as const;

/** The key as it was sent. Cookies stay behind: a web session is no agent. */
const senderOf = (request: FastifyRequest): Omit<MessageSender, 'gone'> => {
  const sent = credentialNames.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { credential: Object.fromEntries(sent), address: request.ip };
};

const invalidRequest = -32_600;
const parseError = -32_700;
/** Of the range that is left to servers; the status and `data.code` tell what it is. */
const refusedMessage = -32_000;

const rpcError = (code: number, message: string, data: object): object => ({
  jsonrpc: '2.0',
  id: null,
  error: { code, message, data },
});

const rpcCodeOf = ({ code }: Refusal): number => (code === 'INVALID_JSON' ? parseError : refusedMessage);

const answered = z.looseObject({ message: z.string() });
const identified = z.object({ data: z.object({ key: z.object({ id: z.string() }) }) });

/**
 * Who sent the message, by asking the API: this counts the message against the key's own limit, and a guessed key
 * against its address. Null where that was refused; the answer is sent then.
 */
const identify = async (app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<string | null> => {
  const { credential, address } = senderOf(request);
  const answer = await app.inject({ url: `${apiPrefix}/account`, headers: { ...credential }, remoteAddress: address });
  if (answer.statusCode === 200) return identified.parse(answer.json()).data.key.id;
  const body = answered.parse(answer.json());
  for (const name of ['retry-after', 'ratelimit', 'ratelimit-policy']) {
    const value = answer.headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  if (answer.statusCode === 401) reply.header('www-authenticate', 'Bearer realm="reelyard"');
  await reply.code(answer.statusCode).send(rpcError(refusedMessage, body.message, body));
  return null;
};

const logCall = (request: FastifyRequest, keyId: string, { fault, ...end }: CallEnd): void => {
  request.log.info({ requestId: request.id, keyId, ...end }, 'tool call');
  if (fault === null) return;
  // By allow-list: what else an error carries may be a caller's own words.
  const { name, message, stack } = fault instanceof Error ? fault : new Error(typeof fault);
  request.log.error({ requestId: request.id, tool: end.tool, error: { name, message, stack } }, 'fault');
};

/**
 * POST /mcp: the farm as tools for agents (S1). Revision 2026-07-28 of the Model Context Protocol, and the stateless
 * part of those of 2025. Nothing is kept between messages.
 */
export const agentToolRoutes =
  ({ publicUrl, stored, closing }: AgentToolRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    const keyIds = new WeakMap<FastifyRequest, string>();
    limitBodyTime(app, bodyDeadlineMs);

    app.setErrorHandler(async (error, request, reply) => {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      const body = refusalBody(refusal, request.id);
      return reply
        .code(refusalStatuses[refusal.kind])
        .headers(refusal.headers)
        .send(rpcError(rpcCodeOf(refusal), refusal.message, body));
    });

    app.addHook('onRequest', async (request, reply) => {
      const refusal = foreignRequest(request.headers, publicUrl);
      if (refusal) throw refusal;
      const keyId = await identify(app, request, reply);
      if (keyId === null) return reply;
      keyIds.set(request, keyId);
      return undefined;
    });

    app.post('/mcp', async (request, reply) => {
      if (Array.isArray(request.body)) {
        const message = 'One message in a request: batches are not part of the protocol any more.';
        return reply.code(400).send(rpcError(invalidRequest, message, { code: 'BATCH_REFUSED' }));
      }
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort(new Error('the caller is gone')));
      const signal = AbortSignal.any([gone.signal, closing]);
      const send = inProcessFetch(app, { ...senderOf(request), gone: gone.signal });
      const context = {
        api: reelyardClient({ baseUrl: apiUrl, apiKey: 'of the sender', fetch: send, signal: gone.signal }),
        readPicture: readPicture(stored),
        signal,
      };
      const onCall = (end: CallEnd): void => logCall(request, keyIds.get(request) ?? 'unknown', end);
      // Nothing changes that could be listened for: the tools are those of the release.
      const handler = createMcpHandler(() => protocolServer({ context, requestId: request.id, onCall }), {
        maxSubscriptions: 0,
        onerror: (error) => request.log.debug({ requestId: request.id, error: error.message }, 'protocol'),
      });
      const message = await toWebRequest(request.raw as NodeIncomingMessageLike, request.body, { signal: gone.signal });
      return reply.send(await handler.fetch(message, { parsedBody: request.body }));
    });
  };
