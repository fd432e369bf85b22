import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import { callerOf } from '../http/authenticate.ts';
import { envelope, ok } from '../http/envelope.ts';
import { errorResponses } from '../http/error-body.ts';
import { creditsSchema, ledgerSchema } from './credits-view.ts';
import { ledgerQuerySchema } from './ledger-query.ts';
import type { ReadCredits } from './operations/read-credits.ts';

const tags = ['Billing'];
const config = { scope: 'billing:read' } as const;

/** S88, S89: the balance and its movements. */
export const creditRoutes =
  ({ credits }: { credits: ReadCredits }): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      '/billing/credits',
      {
        config,
        schema: {
          summary: 'Read the balance, the prices and what is on sale',
          description: 'The plan is spent first, then what was bought. `key` is there where an API key asks.',
          tags,
          response: { 200: envelope(creditsSchema), ...errorResponses() },
        },
      },
      async (request) => ok(await credits.overview(callerOf(request))),
    );

    api.get(
      '/billing/credits/ledger',
      {
        config,
        schema: {
          summary: 'List movements of credits, newest first',
          description:
            'Credits are set aside (reserve), then spent or released. `nextCursor` is null on the last page.',
          tags,
          querystring: ledgerQuerySchema,
          response: { 200: envelope(ledgerSchema), ...errorResponses() },
        },
      },
      async (request) => ok(await credits.ledger(callerOf(request), request.query)),
    );
  };
