import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import { z } from 'zod';
import { callerOf } from '../http/authenticate.ts';
import { envelope, ok } from '../http/envelope.ts';
import { errorResponses } from '../http/error-body.ts';
import { exportSchema } from './export-view.ts';
import type { ExportOperations } from './operations.ts';

const downloadSchema = z.object({
  url: z.string().describe('Forces a download; good for five minutes'),
  expiresAt: z.iso.datetime(),
  filename: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
});

/** GET /exports/:exportId (S66) and its download (S67). */
export const exportRoutes =
  ({ exports }: { exports: ExportOperations }): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      '/exports/:exportId',
      {
        config: { scope: 'exports:read' },
        schema: {
          summary: 'Read an export',
          tags: ['Exports'],
          params: z.object({ exportId: z.string() }),
          response: { 200: envelope(exportSchema), ...errorResponses(404) },
        },
      },
      async (request) => ok(await exports.getExport(callerOf(request), request.params.exportId)),
    );

    api.get(
      '/exports/:exportId/download',
      {
        config: { scope: 'exports:read' },
        schema: {
          summary: 'Get an address that downloads the file of an export',
          tags: ['Exports'],
          params: z.object({ exportId: z.string() }),
          response: { 200: envelope(downloadSchema), ...errorResponses(404) },
        },
      },
      async (request) => ok(await exports.download(callerOf(request), request.params.exportId)),
    );
  };
