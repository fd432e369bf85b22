import fastifyRateLimit from '@fastify/rate-limit';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { newId } from '../database/new-id.ts';
import { type Caller, findCaller } from './authenticate.ts';
import { faultBody, problemJson, refusalBody } from './error-body.ts';
import { refusalStatuses } from './refusal.ts';
import { asRefusal } from './request-refusal.ts';
import { routeTable } from './route-table.ts';

export interface ServerOptions {
  readonly logger: Logger;
  /** Proxies whose word on a caller's address is believed (addresses and CIDRs); nobody's where there are none. */
  readonly trustedProxies: readonly string[];
  /** Counts the rate limits of several control planes together; null: this process counts alone. */
  readonly limitRedis: Redis | null;
  /** The REST API; mounted at /api/v2. */
  readonly api: FastifyPluginAsync;
  /** Everything that is not the REST API: node protocol, stored files, health, metrics. Mounted at the root. */
  readonly plugins: readonly FastifyPluginAsync[];
  /** Told of every answer, for the metrics. */
  readonly onAnswer?: (answer: { method: string; route: string; statusCode: number; seconds: number }) => void;
}

export const apiPrefix = '/api/v2';
/** 1 MiB: a project of 50 scenes with long texts is far below. */
const bodyLimitBytes = 1_048_576;
/** Time to send a whole request, an upload of a video included; fastify has none by default (H3). */
const requestTimeoutMs = 30 * 60_000;
/** Time to send the head of a request. */
const headersTimeoutMs = 15_000;

/** The HTTP server: hooks, limits and the one place where errors become answers. Knows no feature. */
export const createServer = async ({
  logger,
  trustedProxies,
  limitRedis,
  api,
  plugins,
  onAnswer,
}: ServerOptions): Promise<FastifyInstance> => {
  const app: FastifyInstance = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: headersTimeoutMs },
    // What comes on a kept connection while the server closes is answered as ever, and the connection ended with it.
    return503OnClosing: false,
    genReqId: () => newId('req'),
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      void answerError(error, request, reply);
    },
  });
  // N3: fastify takes text/plain as a string, which would be refused as a wrong body (400) and not as no JSON (415).
  app.removeContentTypeParser('text/plain');
  const routes = routeTable();
  app.addHook('onRoute', ({ method, url }) => routes.add(method, url));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(requestLine(request, reply), 'request');
    const route = request.routeOptions.url ?? 'unknown';
    onAnswer?.({ method: request.method, route, statusCode: reply.statusCode, seconds: reply.elapsedTime / 1_000 });
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => answerError(routes.refusalFor(request), request, reply));

  const counting = limitRedis ? { redis: limitRedis, nameSpace: 'farm-limit:', skipOnError: true } : {};
  await app.register(fastifyRateLimit, { global: false, ...counting });
  await app.register(api, { prefix: apiPrefix });
  for (const plugin of plugins) await app.register(plugin);
  return app;
};

const nameOf = (caller: Caller | null): Record<string, string> => {
  if (caller === null) return {};
  return caller.kind === 'key' ? { keyId: caller.keyId } : { userId: caller.userId };
};

/** What a request's log line may hold: an allow-list, never the address itself (signed ones are credentials, H8). */
const requestLine = (request: FastifyRequest, reply: FastifyReply): Record<string, unknown> => ({
  requestId: request.id,
  method: request.method,
  route: request.routeOptions.url ?? null,
  statusCode: reply.statusCode,
  durationMs: Math.round(reply.elapsedTime),
  ...nameOf(findCaller(request)),
});

const answerError = async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const refusal = asRefusal(error);
  if (refusal === null) request.log.error({ requestId: request.id, error: causeChain(error) }, 'fault');
  const body = refusal ? refusalBody(refusal, request.id) : faultBody(request.id);
  const wantsProblem = request.headers.accept?.includes('application/problem+json') === true;
  return reply
    .code(refusal ? refusalStatuses[refusal.kind] : 500)
    .headers(refusal?.headers ?? {})
    .header('x-request-id', request.id)
    .type(wantsProblem ? 'application/problem+json' : 'application/json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(wantsProblem ? problemJson(body) : body);
};

interface LoggedError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** An error and its causes, by allow-list: a database error's detail holds row values. */
export const causeChain = (error: unknown, depth = 0): LoggedError => {
  if (!(error instanceof Error)) return { name: 'NotAnError', message: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const stack = error.stack === undefined ? {} : { stack: error.stack };
  const cause = error.cause !== undefined && depth < 8 ? { cause: causeChain(error.cause, depth + 1) } : {};
  return { name: error.name, message: error.message, ...code, ...stack, ...cause };
};
