import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import { z } from 'zod';
import { envelope, ok, pagination } from '../http/envelope.ts';
import { errorResponses } from '../http/error-body.ts';
import type { TemplateOperations } from './operations.ts';
import { templateQuerySchema } from './template-query.ts';
import { templateDetailSchema, templateSchema } from './template-view.ts';

/** GET /templates (S32) and GET /templates/:id (S33). */
export const templateRoutes =
  ({ templates }: { templates: TemplateOperations }): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      '/templates',
      {
        config: { scope: 'templates:read' },
        schema: {
          summary: 'List templates',
          tags: ['Templates'],
          querystring: templateQuerySchema,
          response: { 200: envelope(z.object({ templates: z.array(templateSchema) })), ...errorResponses() },
        },
      },
      async ({ query }) => {
        const { page, total } = await templates.list(query);
        return ok({ templates: page }, { pagination: pagination(query.page, query.limit, total) });
      },
    );

    api.get(
      '/templates/:id',
      {
        config: { scope: 'templates:read' },
        schema: {
          summary: 'Read a template with its editable layers',
          tags: ['Templates'],
          params: z.object({ id: z.string().describe('The id or the slug of the template') }),
          response: { 200: envelope(templateDetailSchema), ...errorResponses(404) },
        },
      },
      async ({ params }) => ok(await templates.get(params.id)),
    );
  };
