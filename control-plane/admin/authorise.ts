import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebSessions } from '../http/api-plugin.ts';
import { hasCookie, requireAdmin, setCaller } from '../http/authenticate.ts';
import { Refusal } from '../http/refusal.ts';
import { sameOriginRefusal } from '../http/same-origin.ts';

/** Whoever may see and change the farm. */
export interface Operator {
  /** The user who is signed in, or `admin-token`. */
  readonly actor: string;
}

export interface AuthoriseDeps {
  readonly adminToken: string;
  readonly webSessions: WebSessions;
}

const tokenActor = 'admin-token';
const bearer = /^Bearer +(\S+)$/i;
const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

const apiKeyRefused = (): Refusal =>
  new Refusal('forbidden', {
    code: 'API_KEY_REFUSED',
    message: "An API key is of one account and opens nothing here. Send the farm's admin token or sign in as an admin.",
  });

const unauthorized = (code: string, message: string): Refusal => new Refusal('unauthorized', { code, message });

/**
 * G14: the farm's admin token, or somebody who is signed in with the role of an admin and asks from one of the farm's
 * own pages (G6). A token wins over the cookie beside it. Asked before the body is read. Throws 401 or 403 for everybody else.
 */
export const authorise = ({ adminToken, webSessions }: AuthoriseDeps) => {
  const expected = sha256(adminToken);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Operator> => {
    reply.header('cache-control', 'no-store');
    const { authorization, cookie } = request.headers;
    if (request.headers['x-api-key'] !== undefined) throw apiKeyRefused();
    if (authorization !== undefined) {
      const token = bearer.exec(authorization)?.[1] ?? '';
      if (token.startsWith('svc_')) throw apiKeyRefused();
      if (timingSafeEqual(sha256(token), expected)) return { actor: tokenActor };
      throw unauthorized('ADMIN_TOKEN_INVALID', 'This is not the admin token of the farm.');
    }
    if (!hasCookie(cookie, webSessions.cookieName)) {
      throw unauthorized(
        'ADMIN_TOKEN_MISSING',
        "Send the farm's admin token as Authorization: Bearer, or sign in as an admin.",
      );
    }
    const refusal = sameOriginRefusal(request, webSessions.origins);
    if (refusal) throw refusal;
    const { caller, setCookies } = await webSessions.authenticate(request);
    setCaller(request, caller);
    for (const each of setCookies) reply.header('set-cookie', each);
    requireAdmin(caller);
    return { actor: caller.userId };
  };
};
