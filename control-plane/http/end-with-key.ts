import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, readSecret } from './authenticate.ts';

/** Ties an open answer to the key or the session that asked for it. */
export type EndWithKey = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Watches something until it ends; returns the way out, to be called when the watching is over. */
type Watch = (watched: string, onEnd: () => void) => Promise<() => void>;

/**
 * S103: cuts the connection of a stream or a long wait when its key or session ends. Cut and not ended: a reader must
 * not take it for the end of what it reads; when it connects again it is told 401.
 */
export const endWithKey =
  ({ watchSecret, watchSession }: { watchSecret: Watch; watchSession: Watch }): EndWithKey =>
  async (request, reply) => {
    const caller = callerOf(request);
    const cut = (): void => void reply.raw.destroy();
    const leave =
      caller.kind === 'key'
        ? await watchSecret(readSecret(request.headers), cut)
        : await watchSession(caller.sessionId, cut);
    if (reply.raw.destroyed) leave();
    else reply.raw.once('close', leave);
  };
