import { Readable } from 'node:stream';
import type { CallOptions } from '@reelyard/shared/sdk/reelyard-client.ts';
import type { FastifyInstance } from 'fastify';
import { faultBody } from '../http/error-body.ts';

/** Whoever sent the message that a tool call came in: its credential as it was sent, and its address. */
export interface MessageSender {
  readonly credential: Readonly<Record<string, string>>;
  readonly address: string;
  /** Aborts when the sender is gone. */
  readonly gone: AbortSignal;
}

type HeaderSource = ConstructorParameters<typeof Headers>[0];
type Body = ConstructorParameters<typeof Response>[0];

const headersOf = (headers: HeaderSource): Partial<Record<string, string>> =>
  Object.fromEntries(new Headers(headers).entries());

const ownKeyName = 'x-agent-idempotency-key';

/** Sends a POST with an Idempotency-Key of the caller's, or with none. */
export const keyed = (idempotencyKey: string | undefined): CallOptions =>
  idempotencyKey === undefined ? {} : { headers: { [ownKeyName]: idempotencyKey } };

/** Answered by a stream that ends when a publish does; everything else is answered whole. */
const isStream = (path: string): boolean => path.endsWith('/publish/events');

/** What went wrong below a request that may have changed something: the client must not take it for lost and repeat it. */
const unknownOutcome = (): Response => Response.json(faultBody(''), { status: 500 });

/**
 * The REST API as its client sees it, without a network: requests go through the server's own router, in the name of
 * the sender. Authentication, scopes, rate limits, checks, idempotency and errors are those of the API because they
 * are the API's; a sender that is gone is a caller that hung up.
 */
export const inProcessFetch =
  (app: FastifyInstance, { credential, address, gone }: MessageSender): typeof globalThis.fetch =>
  async (input, init = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    // The client makes a key of its own for each POST, for answers that get lost. None gets lost here, and an answer that
    // is kept for it would keep pictures of pages.
    const {
      'x-api-key': _placeholder,
      'idempotency-key': _clientKey,
      [ownKeyName]: key,
      ...headers
    } = headersOf(init.headers);
    const method = init.method === undefined ? 'GET' : (init.method as 'GET' | 'POST' | 'PATCH' | 'DELETE');
    const isRead = method === 'GET';
    const request = {
      method,
      url: pathname + search,
      remoteAddress: address,
      headers: { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }), ...credential },
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
      // The client's own limit of time is for networks: a capture may take longer.
      signal: isRead && init.signal ? AbortSignal.any([gone, init.signal]) : gone,
      payloadAsStream: isStream(pathname),
    };
    let answer: Awaited<ReturnType<typeof app.inject>>;
    try {
      answer = await app.inject(request);
    } catch (error) {
      if (isRead || gone.aborted) throw error;
      return unknownOutcome();
    }
    const body = isStream(pathname) ? Readable.toWeb(answer.stream()) : answer.rawPayload;
    const answerHeaders = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined) answerHeaders.set(name, String(value));
    }
    return new Response(answer.statusCode === 204 ? null : (body as Body), {
      status: answer.statusCode,
      headers: answerHeaders,
    });
  };
