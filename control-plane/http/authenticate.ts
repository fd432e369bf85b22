import type { FastifyRequest } from 'fastify';
import type { Scope } from '../api-keys/scopes.ts';
import { Refusal } from './refusal.ts';

/** A program that shows an API key. */
export interface KeyCaller {
  readonly kind: 'key';
  readonly accountId: string;
  readonly keyId: string;
  readonly environment: 'live' | 'test';
  readonly scopes: readonly Scope[];
}

/** A person who is signed in. Sees live and sandbox projects alike (N43); what they make is live. */
export interface WebCaller {
  readonly kind: 'web';
  readonly accountId: string;
  readonly userId: string;
  /** The session itself; its end cuts what it has open. */
  readonly sessionId: string;
  /** admin = operator of the farm. */
  readonly role: 'member' | 'admin';
  readonly environment: 'live';
  readonly scopes: readonly Scope[];
}

/** Whoever is authenticated. */
export type Caller = KeyCaller | WebCaller;

/** Whose records a caller may see: what is another account's, or of an environment not among these, does not exist. */
export interface Owner {
  readonly accountId: string;
  readonly environments: readonly ('live' | 'test')[];
}

/** N43: a key sees its own environment, a web session both. */
export const ownerOf = (caller: Caller): Owner => ({
  accountId: caller.accountId,
  environments: caller.kind === 'web' ? ['live', 'test'] : [caller.environment],
});

/** The key in whose name something is done; null for a web session. */
export const keyIdOf = (caller: Caller): string | null => (caller.kind === 'key' ? caller.keyId : null);

/** The user in whose name something is done; null for a key. */
export const userIdOf = (caller: Caller): string | null => (caller.kind === 'web' ? caller.userId : null);

/** The key or the user in whose name something is done. */
export const actorOf = (caller: Caller): string => (caller.kind === 'key' ? caller.keyId : caller.userId);

/** The behaviour of test keys (S18). */
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

/** What a request shows of who it comes from. */
export type Credential = { readonly kind: 'key'; readonly secret: string } | { readonly kind: 'session' };

/** True where a Cookie header carries a cookie of that name. */
export const hasCookie = (header: string | undefined, name: string): boolean =>
  header?.split(';').some((pair) => pair.trimStart().startsWith(`${name}=`)) === true;

/**
 * A key or the cookie of a web session. Where there are both it is the key: somebody sent that on purpose, the cookie
 * comes along by itself, as it does when somebody who is signed in tries a key on the reference page. A key that is no
 * good stays one: nothing is done in the name of whoever happens to be signed in.
 */
export const readCredential = (headers: FastifyRequest['headers'], sessionCookie: string): Credential => {
  const showsKey = headers['x-api-key'] !== undefined || headers.authorization !== undefined;
  if (!showsKey && hasCookie(headers.cookie, sessionCookie)) return { kind: 'session' };
  return { kind: 'key', secret: readSecret(headers) };
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

/** S106: refuses a key where only a person who is signed in may act: whatever moves money. */
export const requireWebSession: (caller: Caller) => asserts caller is WebCaller = (caller) => {
  if (caller.kind === 'web') return;
  throw new Refusal('forbidden', {
    code: 'WEB_SESSION_REQUIRED',
    message: 'Only a person who is signed in to the web app may do this; an API key may not.',
  });
};

/** Refuses everybody but an operator of the farm. */
export const requireAdmin: (caller: Caller) => asserts caller is WebCaller = (caller) => {
  requireWebSession(caller);
  if (caller.role === 'admin') return;
  throw new Refusal('forbidden', {
    code: 'ADMIN_REQUIRED',
    message: 'Only an operator of the farm may do this.',
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
