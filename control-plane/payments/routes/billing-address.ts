import type { FastifyPluginAsync } from 'fastify';
import { billingPath } from '../return-path.ts';

/** Where the console keeps it. */
const consoleBilling = `/console${billingPath}`;

/**
 * GET /billing: the address that every checkout comes back to and every 402 names. What is behind it is the console's;
 * the address stays, since it stands in answers and mails that people keep.
 */
export const billingAddressRoutes: FastifyPluginAsync = async (app) => {
  app.get(billingPath, { schema: { hide: true } }, async (request, reply) => {
    const queryAt = request.url.indexOf('?');
    const query = queryAt === -1 ? '' : request.url.slice(queryAt);
    return await reply.header('cache-control', 'no-store').redirect(`${consoleBilling}${query}`, 302);
  });
};
