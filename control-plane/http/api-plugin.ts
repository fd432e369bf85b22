import fastifySwagger from '@fastify/swagger';
import { serializerCompiler } from '@fastify/type-provider-zod';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import type { Scope } from '../api-keys/scopes.ts';
import type { Clock } from '../clock.ts';
import {
  type Caller,
  findCaller,
  isSandbox,
  readSecret,
  requireScope,
  requireWebSession,
  setCaller,
} from './authenticate.ts';
import { limitBodyTime } from './body-deadline.ts';
import type { Success } from './envelope.ts';
import { idempotency } from './idempotency.ts';
import type { IdempotentRequests } from './idempotency-store.ts';
import { openapiOptions } from './openapi.ts';
import { type RateLimits, rateLimits } from './rate-limits.ts';
import { Refusal } from './refusal.ts';
import { RequestProblemsError, requestProblems } from './request-problems.ts';
import { unusableTexts } from './text-check.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a key must be allowed to do here. */
    readonly scope?: Scope;
    /** True where no key is asked for (the OpenAPI document). */
    readonly anonymous?: boolean;
    /** True where only a person who is signed in may act (S106). */
    readonly webOnly?: boolean;
  }
}

export interface ApiOptions {
  readonly clock: Clock;
  /** Where callers reach the API, without a slash at the end. */
  readonly publicUrl: string;
  readonly authenticate: (secret: string) => Promise<Caller>;
  /** What was sent with an Idempotency-Key. */
  readonly idempotentRequests: IdempotentRequests;
  readonly farmSecret: string;
  /** Told of every request that no rate limit counted. */
  readonly onUncounted: () => void;
  /** Registers the endpoints (api-routes.ts). */
  readonly routes: (api: FastifyInstance, limits: RateLimits) => Promise<void>;
}

/** Time to send a body of at most 1 MiB. */
const bodyDeadlineMs = 30_000;

/**
 * Everything below /api/v2. The zod compilers are set here and not on the server: other plugins bring schemas of
 * other kinds.
 */
export const apiPlugin =
  (options: ApiOptions): FastifyPluginAsync =>
  async (api) => {
    const { clock, publicUrl, authenticate, idempotentRequests, farmSecret, onUncounted, routes } = options;
    const limits = rateLimits(api, onUncounted);
    api.setValidatorCompiler(zodValidator);
    api.setSerializerCompiler(serializerCompiler);

    limitBodyTime(api, bodyDeadlineMs);
    api.addHook('onRequest', async (request, reply) => {
      const { anonymous, scope, webOnly } = request.routeOptions.config;
      if (anonymous === true || request.is404) return;
      await limits.beforeKeyLookup(request, reply);
      const caller = await authenticated(request, limits);
      setCaller(request, caller);
      await limits.requests(request, reply);
      if (webOnly === true) requireWebSession(caller);
      if (scope) requireScope(caller, scope);
    });
    api.addHook('preValidation', async (request) => {
      const problems = [
        ...unusableTexts(request.params),
        ...unusableTexts(request.query),
        ...unusableTexts(request.body),
      ];
      if (problems.length > 0) throw new RequestProblemsError(problems);
    });
    idempotency(api, { requests: idempotentRequests, farmSecret });
    api.addHook('preSerialization', async (request, _reply, payload) =>
      isSuccess(payload) ? { ...payload, meta: { ...payload.meta, ...metaOf(request, clock) } } : payload,
    );
    const authenticated = async (request: FastifyRequest, { keyRefused }: RateLimits): Promise<Caller> => {
      try {
        return await authenticate(readSecret(request.headers));
      } catch (error) {
        if (error instanceof Refusal && error.kind === 'unauthorized') await keyRefused(request);
        throw error;
      }
    };

    await api.register(fastifySwagger, openapiOptions(publicUrl));
    await routes(api, limits);
    api.get('/openapi.json', { config: { anonymous: true }, schema: { hide: true } }, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(api.swagger()),
    );
  };

const zodValidator: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (value: unknown) => {
    // An absent body is an empty one: where every field is optional, so is the body.
    const parsed = schema.safeParse(httpPart === 'body' && (value === undefined || value === null) ? {} : value);
    return parsed.success ? { value: parsed.data } : { error: new RequestProblemsError(requestProblems(parsed.error)) };
  };

const isSuccess = (payload: unknown): payload is Success<unknown> =>
  typeof payload === 'object' && payload !== null && 'success' in payload && payload.success === true;

const metaOf = (request: FastifyRequest, clock: Clock) => {
  const caller = findCaller(request);
  return {
    requestId: request.id,
    apiVersion: 'v2' as const,
    timestamp: clock().toISOString(),
    ...(caller ? { sandbox: isSandbox(caller) } : {}),
  };
};
