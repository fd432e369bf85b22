import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import { z } from 'zod';
import { type Caller, callerOf, ownerOf } from '../http/authenticate.ts';
import { envelope, ok } from '../http/envelope.ts';
import { errorResponses } from '../http/error-body.ts';
import { callbackSchema, deliverySchema, deliveryView } from './callback-view.ts';
import type { CallbackOperations } from './operations.ts';

const params = z.object({ projectId: z.string() });

/** POST …/publish/callback/redeliver and GET …/publish/callback/deliveries (N46). */
export const callbackRoutes =
  ({ callbacks }: { callbacks: CallbackOperations }): FastifyPluginAsyncZod =>
  async (api) => {
    const ownerOfProject = (caller: Caller, projectId: string) => ({ ...ownerOf(caller), projectId });
    const redeliver = async (caller: Caller, projectId: string) =>
      ok({ callback: await callbacks.redeliver(ownerOfProject(caller, projectId)) });
    const list = async (caller: Caller, projectId: string) => {
      const deliveries = await callbacks.listDeliveries(ownerOfProject(caller, projectId));
      return ok({ deliveries: deliveries.map(deliveryView) });
    };

    api.post(
      '/projects/:projectId/publish/callback/redeliver',
      {
        config: { scope: 'publish' },
        schema: {
          summary: 'Send the newest callback of a project again',
          tags: ['Publish'],
          params,
          response: { 200: envelope(z.object({ callback: callbackSchema })), ...errorResponses(404) },
        },
      },
      (request) => redeliver(callerOf(request), request.params.projectId),
    );

    api.get(
      '/projects/:projectId/publish/callback/deliveries',
      {
        config: { scope: 'projects:read' },
        schema: {
          summary: 'List the tries of the newest callback of a project',
          tags: ['Publish'],
          params,
          response: { 200: envelope(z.object({ deliveries: z.array(deliverySchema) })), ...errorResponses(404) },
        },
      },
      (request) => list(callerOf(request), request.params.projectId),
    );
  };
