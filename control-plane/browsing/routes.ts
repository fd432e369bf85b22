import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import { browseActionTypeSchema } from '@reelyard/shared/contracts/browse-session.ts';
import { z } from 'zod';
import { callerOf } from '../http/authenticate.ts';
import { envelope, ok, pageQuery, pagination } from '../http/envelope.ts';
import { errorResponses } from '../http/error-body.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import {
  actionsAnswerBodySchema,
  actionsBodySchema,
  closedSchema,
  humanDoneSchema,
  loginsSchema,
  openBodySchema,
  openedSchema,
  outlineAnswerSchema,
  statusSchema,
} from './browse-bodies.ts';
import type { BrowsingOperations } from './operations.ts';

export interface BrowsingRoutesDeps {
  readonly browsing: BrowsingOperations;
  readonly limits: Pick<RateLimits, 'browseOpens' | 'browseCalls'>;
}

const params = z.object({ id: z.string() });
const projectParams = z.object({ projectId: z.string() });
const tags = ['Browse'];

const loggedStepSchema = z
  .object({
    sessionId: z.string(),
    action: browseActionTypeSchema,
    status: z.enum(['ok', 'refused', 'failed']),
    code: z.string().nullable(),
    host: z.string().describe('Where the page was after the step; neither paths nor texts are logged'),
    doneAt: z.iso.datetime(),
  })
  .meta({ id: 'BrowseStep' });

/** The browsing sessions of the API (S75–S83). */
export const browsingRoutes =
  ({ browsing, limits }: BrowsingRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const config = { scope: 'browse' } as const;
    api.post(
      '/browse/sessions',
      {
        config,
        preHandler: limits.browseOpens,
        schema: {
          summary: 'Open a page in a remote browser',
          tags,
          body: openBodySchema,
          response: { 201: envelope(openedSchema), ...errorResponses(404, 503) },
        },
      },
      async (request, reply) => {
        const { answer, meta } = await browsing.open(callerOf(request), request.body);
        return await reply.code(201).send(ok(answer, meta));
      },
    );

    api.get(
      '/browse/sessions/:id/outline',
      {
        config,
        preHandler: limits.browseCalls,
        schema: {
          summary: 'The page that a session shows, in words and as a small picture',
          tags,
          params,
          response: { 200: envelope(outlineAnswerSchema), ...errorResponses(404, 503) },
        },
      },
      async (request) => {
        const { answer, meta } = await browsing.outline(callerOf(request), request.params.id);
        return ok(answer, meta);
      },
    );

    api.post(
      '/browse/sessions/:id/actions',
      {
        config,
        preHandler: limits.browseCalls,
        schema: {
          summary: 'Do steps in a session, one after the other',
          tags,
          params,
          body: actionsBodySchema,
          response: { 200: envelope(actionsAnswerBodySchema), ...errorResponses(404, 503) },
        },
      },
      async (request) => {
        const { answer, meta } = await browsing.act(callerOf(request), request.params.id, request.body.actions);
        return ok(answer, meta);
      },
    );

    api.delete(
      '/browse/sessions/:id',
      {
        config,
        schema: {
          summary: 'Close a session',
          tags,
          params,
          response: { 200: envelope(closedSchema), ...errorResponses(404) },
        },
      },
      async (request) => ok(await browsing.close(callerOf(request), request.params.id)),
    );

    api.post(
      '/browse/sessions/:id/human-done',
      {
        config,
        preHandler: limits.browseCalls,
        schema: {
          summary: 'Go on after a person signed in through the loginUrl',
          tags,
          params,
          response: { 200: envelope(humanDoneSchema), ...errorResponses(404, 503) },
        },
      },
      async (request) => {
        const { answer, meta } = await browsing.humanDone(callerOf(request), request.params.id);
        return ok(answer, meta);
      },
    );

    api.get(
      '/browse/sessions/:id/status',
      {
        config,
        schema: {
          summary: 'Whether a session is open, and whether a person is at it',
          tags,
          params,
          response: { 200: envelope(statusSchema), ...errorResponses(404) },
        },
      },
      async (request) => ok(await browsing.status(callerOf(request), request.params.id)),
    );

    api.get(
      '/browse/logins',
      {
        config,
        schema: {
          summary: 'Whether the caller’s browser keeps sign-ins between sessions',
          tags,
          response: { 200: envelope(loginsSchema), ...errorResponses() },
        },
      },
      async (request) => ok(await browsing.logins(callerOf(request))),
    );

    api.delete(
      '/browse/logins',
      {
        config,
        schema: {
          summary: 'Forget every sign-in of the caller’s browser',
          tags,
          response: { 200: envelope(z.object({ reset: z.literal(true) })), ...errorResponses() },
        },
      },
      async (request) => {
        await browsing.resetLogins(callerOf(request));
        return ok({ reset: true as const });
      },
    );

    api.get(
      '/projects/:projectId/browse/steps',
      {
        config: { scope: 'projects:read' },
        schema: {
          summary: 'The browsing steps that were logged on a project, newest first',
          tags,
          params: projectParams,
          querystring: z.object(pageQuery),
          response: { 200: envelope(z.object({ steps: z.array(loggedStepSchema) })), ...errorResponses(404) },
        },
      },
      async (request) => {
        const { page, limit } = request.query;
        const found = await browsing.projectSteps(callerOf(request), request.params.projectId, { page, limit });
        const steps = found.steps.map((step) => ({ ...step, doneAt: step.doneAt.toISOString() }));
        return ok({ steps }, { pagination: pagination(page, limit, found.total) });
      },
    );
  };
