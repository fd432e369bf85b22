import fastifySwagger from '@fastify/swagger';
import { serializerCompiler } from '@fastify/type-provider-zod';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import type { Scope } from '../api-keys/scopes.ts';
import type { Clock } from '../clock.ts';
import {
  type Caller,
  findCaller,
  isSandbox,
  readCredential,
  requireScope,
  requireWebSession,
  setCaller,
} from './authenticate.ts';
import { limitBodyTime } from './body-deadline.ts';
import { answersShapeItself, noteTextProblems } from './body-problems.ts';
import type { Success } from './envelope.ts';
import { idempotency } from './idempotency.ts';
import type { IdempotentRequests } from './idempotency-store.ts';
import { openapiOptions } from './openapi.ts';
import { type RateLimits, rateLimits } from './rate-limits.ts';
import { Refusal } from './refusal.ts';
import { RequestProblemsError, requestProblems } from './request-problems.ts';
import { sameOriginRefusal } from './same-origin.ts';
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

/** People who are signed in. */
export interface WebSessions {
  readonly cookieName: string;
  /** The origins of the farm's own pages. */
  readonly origins: ReadonlySet<string>;
  /** Throws an `unauthorized` refusal. `setCookies` are for the answer, whatever that is. */
  authenticate(request: FastifyRequest): Promise<{ readonly caller: Caller; readonly setCookies: readonly string[] }>;
}

export interface ApiOptions {
  readonly clock: Clock;
  /** Where callers reach the API, without a slash at the end. */
  readonly publicUrl: string;
  readonly authenticate: (secret: string) => Promise<Caller>;
  readonly webSessions: WebSessions;
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
    const { clock, publicUrl, authenticate, webSessions, idempotentRequests, farmSecret, onUncounted, routes } =
      options;
    const limits = rateLimits(api, onUncounted);
    api.setValidatorCompiler(zodValidator);
    api.setSerializerCompiler(serializerCompiler);

    limitBodyTime(api, bodyDeadlineMs);
    api.addHook('onRoute', (route) => {
      if (route.config?.webOnly === true) route.schema = { ...route.schema, security: [{ session: [] }] };
    });
    api.addHook('onRequest', async (request, reply) => {
      const { anonymous, scope, webOnly } = request.routeOptions.config;
      if (anonymous === true || request.is404) return;
      await limits.beforeKeyLookup(request, reply);
      const caller = await authenticated(request, reply);
      setCaller(request, caller);
      await limits.requests(request, reply);
      if (webOnly === true) requireWebSession(caller);
      if (scope) requireScope(caller, scope);
    });
    api.addHook('preValidation', async (request) => {
      const problems = [...unusableTexts(request.params), ...unusableTexts(request.query)];
      const ofBody = unusableTexts(request.body);
      if (problems.length === 0 && answersShapeItself(request)) return noteTextProblems(request, ofBody);
      if (problems.length + ofBody.length > 0) throw new RequestProblemsError([...problems, ...ofBody]);
    });
    idempotency(api, { requests: idempotentRequests, farmSecret });
    api.addHook('preSerialization', async (request, _reply, payload) =>
      isSuccess(payload) ? { ...payload, meta: { ...payload.meta, ...metaOf(request, clock) } } : payload,
    );
    const ofSession = async (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
      const refusal = sameOriginRefusal(request, webSessions.origins);
      if (refusal) throw refusal;
      const { caller, setCookies } = await webSessions.authenticate(request);
      reply.header('cache-control', 'no-store');
      for (const cookie of setCookies) reply.header('set-cookie', cookie);
      return caller;
    };
    const authenticated = async (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
      try {
        const credential = readCredential(request.headers, webSessions.cookieName);
        return credential.kind === 'key' ? await authenticate(credential.secret) : await ofSession(request, reply);
      } catch (error) {
        if (error instanceof Refusal && error.kind === 'unauthorized') await limits.keyRefused(request);
        throw error;
      }
    };

    await api.register(fastifySwagger, openapiOptions(publicUrl, webSessions.cookieName));
    await routes(api, limits);
    api.get('/openapi.json', { config: { anonymous: true }, schema: { hide: true } }, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(api.swagger()),
    );
  };

/** Checks a part of a request; every problem is told at once. */
export const zodValidator: FastifySchemaCompiler<z.ZodType> =
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
