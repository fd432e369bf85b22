import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSecret } from './authenticate.ts';

/** Ties an open answer to the key that asked for it. */
export type EndWithKey = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * S103: cuts the connection of a stream or a long wait when its key ends. Cut and not ended: a reader must not take it
 * for the end of what it reads; when it connects again it is told 401.
 */
export const endWithKey =
  (watchSecret: (secret: string, onEnd: () => void) => Promise<() => void>): EndWithKey =>
  async (request, reply) => {
    const leave = await watchSecret(readSecret(request.headers), () => reply.raw.destroy());
    if (reply.raw.destroyed) leave();
    else reply.raw.once('close', leave);
  };
