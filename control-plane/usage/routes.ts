import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import { callerOf } from '../http/authenticate.ts';
import { envelope, ok } from '../http/envelope.ts';
import { errorResponses } from '../http/error-body.ts';
import type { UsageOperations } from './operations.ts';
import { usageSchema } from './usage-view.ts';

/** S96. */
export const usageRoutes =
  ({ usage }: { usage: Pick<UsageOperations, 'report'> }): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      '/billing/usage',
      {
        config: { scope: 'billing:read' },
        schema: {
          summary: 'Read what was used this month',
          description: 'A render top-up shows as `topUp` on its feature. Credits are those of the UTC calendar month.',
          tags: ['Billing'],
          response: { 200: envelope(usageSchema), ...errorResponses() },
        },
      },
      async (request) => ok(await usage.report(callerOf(request))),
    );
  };
