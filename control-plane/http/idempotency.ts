import { createHmac } from 'node:crypto';
import { canonicalJson } from '@reelyard/shared/contracts/input-hash.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findCaller } from './authenticate.ts';
import { errorBodySchema } from './error-body.ts';
import type { IdempotentRequests } from './idempotency-store.ts';
import { type KeyedRun, runKeyed, secretNotKept } from './once.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True where the answer shows a secret: of such an answer only the id of its record is kept. */
    readonly answersSecret?: boolean;
  }
}

export interface IdempotencyOptions {
  readonly requests: IdempotentRequests;
  /** Of the farm; makes a fingerprint useless to whoever reads the table and guesses bodies. */
  readonly farmSecret: string;
}

const headerName = 'idempotency-key';
const headerSchema = z
  .string()
  .regex(/^[\x20-\x7e]{1,255}$/, 'must have 1 to 255 printable ASCII characters')
  .optional()
  .describe(
    'Any text of your own. Sent again within 24 h with the same body, the request is not done again: its answer is ' +
      'repeated with meta.idempotentReplay. Another body is a 409, and so is a request that still runs.',
  );

const sweepEveryMs = 600_000;

const conflict = (code: string, message: string, more: Pick<Refusal, 'body' | 'headers'> | object = {}): Refusal =>
  new Refusal('conflict', { code, message, ...more });

const storedAnswer = z.object({ data: z.unknown(), meta: z.looseObject({}) });
const markable = z.looseObject({ success: z.literal(true), meta: z.looseObject({}) });
const storedRecord = z.object({ id: z.string() });
const answerWithRecord = z.object({ data: storedRecord });

/**
 * N3: Idempotency-Key on every POST of the API. What is kept are answers that changed something (2xx). A refusal or a
 * fault of ours gives the key back: it changed nothing, and a caller who waited, topped up or mended the project sends
 * the same request again. Replays cost no publish of the minute, because they end before the route's own hooks.
 */
export const idempotency = (api: FastifyInstance, { requests, farmSecret }: IdempotencyOptions): void => {
  const running = new WeakMap<FastifyRequest, KeyedRun>();

  const fingerprintOf = ({ method, url, body }: FastifyRequest): Buffer => {
    const what = canonicalJson([method, url.split('?', 1)[0], body ?? null]);
    return createHmac('sha256', farmSecret).update(`idempotency\n${what}`).digest();
  };

  const replay = (request: FastifyRequest, reply: FastifyReply, status: number, body: string): FastifyReply => {
    const parsed: unknown = JSON.parse(body);
    if (request.routeOptions.config.answersSecret === true) {
      const { id } = storedRecord.parse(parsed);
      throw secretNotKept(id);
    }
    const { data, meta } = storedAnswer.parse(parsed);
    return reply.code(status).send({ success: true, data, meta: { ...meta, idempotentReplay: true } });
  };

  api.addHook('onRoute', (route) => {
    if (route.method !== 'POST') return;
    const { headers, response } = route.schema ?? {};
    const own = headers instanceof z.ZodObject ? headers : z.object({});
    route.schema = {
      ...route.schema,
      headers: own.extend({ [headerName]: headerSchema }),
      response: { 409: errorBodySchema, ...(typeof response === 'object' ? response : {}) },
    };
  });

  api.addHook('preHandler', async (request, reply) => {
    const idempotencyKey = request.headers[headerName];
    const caller = findCaller(request);
    if (request.method !== 'POST' || typeof idempotencyKey !== 'string' || caller === null) return undefined;
    const { accountId, environment } = caller;
    const keyed = { accountId, environment, idempotencyKey, requestId: request.id };
    const begun = await requests.begin(keyed, fingerprintOf(request));
    if (begun.kind === 'new') running.set(request, { request: keyed, earlierResult: begun.result });
    if (begun.kind === 'other_request') {
      throw conflict('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request. Send a new one.');
    }
    if (begun.kind === 'running') {
      throw conflict('IDEMPOTENCY_IN_PROGRESS', 'The request with this Idempotency-Key still runs. Try again soon.', {
        headers: { 'retry-after': '1' },
      });
    }
    return begun.kind === 'answered' ? replay(request, reply, begun.status, begun.body) : undefined;
  });

  // With a callback, not async: only what is called from here on runs inside.
  api.addHook('preHandler', (request, _reply, done) => {
    const run = running.get(request);
    if (run === undefined) done();
    else runKeyed(run, done);
  });

  api.addHook('preSerialization', async (request, _reply, payload) => {
    if (running.get(request)?.earlierResult === undefined) return payload;
    const answer = markable.safeParse(payload).data;
    return answer ? { ...answer, meta: { ...answer.meta, idempotentReplay: true } } : payload;
  });

  api.addHook('onSend', async (request, reply, payload) => {
    const keyed = running.get(request)?.request;
    if (keyed === undefined) return;
    running.delete(request);
    try {
      if (reply.statusCode >= 300 || typeof payload !== 'string') return await requests.giveBack(keyed);
      const isSecret = request.routeOptions.config.answersSecret === true;
      const kept = isSecret ? JSON.stringify(answerWithRecord.parse(JSON.parse(payload)).data) : payload;
      await requests.keep(keyed, reply.statusCode, kept);
    } catch (error) {
      // The answer itself stands. The key frees itself after a while.
      const message = error instanceof Error ? error.message : 'unknown';
      request.log.error({ requestId: request.id, message }, 'the answer to an Idempotency-Key was not kept');
    }
  });

  let timer: NodeJS.Timeout | undefined;
  api.addHook('onReady', async () => {
    const sweep = (): void => {
      requests.sweep().catch((error: unknown) => api.log.warn({ err: error }, 'idempotency keys were not swept'));
    };
    timer = setInterval(sweep, sweepEveryMs).unref();
  });
  api.addHook('onClose', async () => clearInterval(timer));
};
