import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Ends a connection whose body does not arrive in time (H3). The server's own limit has to be long enough for the
 * upload of a video; what the API takes is at most 1 MiB.
 */
export const limitBodyTime = (app: FastifyInstance, deadlineMs: number): void => {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const arrived = async (request: FastifyRequest): Promise<void> => clearTimeout(timers.get(request));
  app.addHook('preParsing', async (request) => {
    timers.set(request, setTimeout(() => request.raw.destroy(), deadlineMs).unref());
  });
  app.addHook('preValidation', arrived);
  // A body that is refused while it arrives never reaches its validation.
  app.addHook('onResponse', arrived);
};
