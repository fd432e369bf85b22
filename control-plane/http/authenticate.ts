import type { FastifyRequest } from 'fastify';
import type { Scope } from '../api-keys/scopes.ts';
import { Refusal } from './refusal.ts';

/** Whoever is authenticated. */
export interface Caller {
  readonly kind: 'key';
  readonly accountId: string;
  readonly keyId: string;
  readonly environment: 'live' | 'test';
  readonly scopes: readonly Scope[];
}

/** S18: the behaviour of test keys. */
export const isSandbox = (caller: Caller): boolean => caller.environment === 'test';

const bearer = /^Bearer +(\S+)$/i;

/**
 * S100: the secret in `X-API-Key` or `Authorization: Bearer`. Throws where there is none, or where both are sent and
 * differ (N42): a request that says two things must not be done in the name of either.
 */
export const readSecret = (headers: FastifyRequest['headers']): string => {
  const fromKeyHeader = headers['x-api-key'];
  const fromBearer = headers.authorization === undefined ? undefined : bearer.exec(headers.authorization)?.[1];
  if (typeof fromKeyHeader === 'string' && fromBearer !== undefined && fromKeyHeader !== fromBearer) {
    throw new Refusal('bad_request', {
      code: 'CREDENTIALS_CONFLICT',
      message: 'X-API-Key and Authorization carry different keys. Send one of them.',
    });
  }
  const secret = typeof fromKeyHeader === 'string' ? fromKeyHeader.trim() : fromBearer;
  if (secret !== undefined && secret !== '') return secret;
  throw new Refusal('unauthorized', {
    code: 'API_KEY_MISSING',
    message: 'Send an API key in the X-API-Key header or as Authorization: Bearer.',
  });
};

/** Refuses a caller without the scope that an endpoint names in its `config.scope`. */
export const requireScope = (caller: Caller, scope: Scope): void => {
  if (caller.scopes.includes(scope)) return;
  throw new Refusal('forbidden', {
    code: 'SCOPE_MISSING',
    message: `This API key lacks the scope ${scope}.`,
    body: { requiredScope: scope },
  });
};

const callers = new WeakMap<FastifyRequest, Caller>();

export const setCaller = (request: FastifyRequest, caller: Caller): void => {
  callers.set(request, caller);
};

export const findCaller = (request: FastifyRequest): Caller | null => callers.get(request) ?? null;

/** The caller of a request below /api/v2, where nothing runs unauthenticated. */
export const callerOf = (request: FastifyRequest): Caller => {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error(`${request.method} ${request.routeOptions.url} has no caller`);
  return caller;
};
