import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import type { preHandlerAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../http/authenticate.ts';
import { envelope, ok } from '../http/envelope.ts';
import { errorResponses } from '../http/error-body.ts';
import { narrationBody, narrationSchema } from './narration-bodies.ts';
import type { NarrationOperations } from './operations.ts';

export interface NarrationRoutesDeps {
  readonly narration: Pick<NarrationOperations, 'getNarration' | 'refreshNarration'>;
  /** The bucket of what sets the farm to work for a whole project (N48). */
  readonly limitPublishes: preHandlerAsyncHookHandler;
}

const tags = ['Narration'];
const params = z.object({ projectId: z.string() });

/** The continuous take of a project: its state (S86), and having it made (S87). */
export const narrationRoutes =
  ({ narration, limitPublishes }: NarrationRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      '/projects/:projectId/narration',
      {
        config: { scope: 'projects:read' },
        schema: {
          summary: 'The narration of a project: its state, its audio and where every line lies',
          tags,
          params,
          response: { 200: envelope(narrationSchema), ...errorResponses(404) },
        },
      },
      async (request) => ok(await narration.getNarration(callerOf(request), request.params.projectId)),
    );

    api.post(
      '/projects/:projectId/narration',
      {
        config: { scope: 'projects:write' },
        preHandler: limitPublishes,
        schema: {
          summary: 'Have the narration spoken, or spoken anew after a change',
          tags,
          params,
          body: narrationBody,
          response: { 200: envelope(narrationSchema), ...errorResponses(404) },
        },
      },
      async (request) => {
        const { projectId } = request.params;
        const { view, warnings } = await narration.refreshNarration(callerOf(request), projectId, request.body);
        return ok(view, warnings.length > 0 ? { warnings: [...warnings] } : {});
      },
    );
  };
