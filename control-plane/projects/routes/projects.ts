import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import { z } from 'zod';
import { callerOf } from '../../http/authenticate.ts';
import { bodyProblems } from '../../http/body-problems.ts';
import { envelope, ok, pageQuery, pagination } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-body.ts';
import { ifMatchHeaders } from '../../http/if-match.ts';
import type { ProjectOperations } from '../operations.ts';
import { createProjectBody, duplicateProjectBody, patchProjectBody } from '../project-bodies.ts';
import { projectStatuses } from '../project-status.ts';
import { projectSchema, projectSummarySchema } from '../project-view.ts';
import { submittedProject } from '../submitted.ts';

const tags = ['Projects'];
const projectParams = z.object({ projectId: z.string() });

const listQuery = z.object({
  ...pageQuery,
  status: z.enum(projectStatuses).optional(),
  sandbox: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
});

/** Projects: create (S34), list, read, change, delete, duplicate (N25). */
export const oneProjectRoutes =
  ({ projects }: { projects: ProjectOperations }): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      '/projects',
      {
        config: { scope: 'projects:write' },
        attachValidation: true,
        schema: {
          summary: 'Create a project with its scenes',
          description: 'Checks every scene and answers all problems at once; nothing is written where there is one.',
          tags,
          body: createProjectBody,
          response: { 201: envelope(projectSchema), ...errorResponses(404) },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const submitted = submittedProject(request.body, bodyProblems(request));
        const { projectId, warnings } = await projects.createProject(caller, submitted);
        const { view, meta } = await projects.getProject(caller, projectId);
        return reply.code(201).send(ok(view, warnings.length === 0 ? meta : { ...meta, warnings: [...warnings] }));
      },
    );

    api.get(
      '/projects',
      {
        config: { scope: 'projects:read' },
        schema: {
          summary: 'List projects, newest first',
          tags,
          querystring: listQuery,
          response: { 200: envelope(z.object({ projects: z.array(projectSummarySchema) })), ...errorResponses() },
        },
      },
      async (request) => {
        const { page, limit } = request.query;
        const found = await projects.listProjects(callerOf(request), request.query);
        return ok({ projects: found.projects }, { pagination: pagination(page, limit, found.total) });
      },
    );

    api.get(
      '/projects/:projectId',
      {
        config: { scope: 'projects:read' },
        schema: {
          summary: 'Read a project with its scenes',
          tags,
          params: projectParams,
          response: { 200: envelope(projectSchema), ...errorResponses(404) },
        },
      },
      async (request, reply) => {
        const { view, meta } = await projects.getProject(callerOf(request), request.params.projectId);
        return reply.header('etag', `"${view.revision}"`).send(ok(view, meta));
      },
    );

    api.patch(
      '/projects/:projectId',
      {
        config: { scope: 'projects:write' },
        schema: {
          summary: 'Change the title, the brand, the music track or the voice',
          tags,
          params: projectParams,
          headers: ifMatchHeaders,
          body: patchProjectBody,
          response: { 200: envelope(projectSchema), ...errorResponses(404, 409) },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        const target = { projectId: request.params.projectId, ifMatch: request.headers['if-match'] };
        const { after, warnings } = await projects.patchProject(caller, target, request.body);
        return ok(await projects.viewOf(caller, after), { warnings: [...warnings] });
      },
    );

    api.delete(
      '/projects/:projectId',
      {
        config: { scope: 'projects:write' },
        schema: {
          summary: 'Delete a project; its finished exports stay',
          tags,
          params: projectParams,
          response: {
            200: envelope(z.object({ deleted: z.literal(true), projectId: z.string() })),
            ...errorResponses(404),
          },
        },
      },
      async (request) => {
        const { projectId } = request.params;
        await projects.deleteProject(callerOf(request), projectId);
        return ok({ deleted: true as const, projectId });
      },
    );

    api.post(
      '/projects/:projectId/duplicate',
      {
        config: { scope: 'projects:write' },
        schema: {
          summary: 'Copy a project',
          tags,
          params: projectParams,
          body: duplicateProjectBody,
          response: { 201: envelope(projectSchema), ...errorResponses(404) },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const copyId = await projects.duplicateProject(caller, request.params.projectId, request.body.title);
        const { view, meta } = await projects.getProject(caller, copyId);
        return reply.code(201).send(ok(view, meta));
      },
    );
  };
