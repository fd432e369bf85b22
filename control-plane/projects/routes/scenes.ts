import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import { z } from 'zod';
import { callerOf } from '../../http/authenticate.ts';
import { bodyProblems } from '../../http/body-problems.ts';
import { envelope, ok } from '../../http/envelope.ts';
import { errorResponses } from '../../http/error-body.ts';
import { ifMatchHeaders } from '../../http/if-match.ts';
import type { ProjectOperations } from '../operations.ts';
import { addSceneBody, patchSceneBody, reorderBody, swapTemplateBody } from '../project-bodies.ts';
import { type ProjectView, projectSchema, type SceneView, sceneSchema } from '../project-view.ts';
import { type SubmittedBody, submittedBody } from '../submitted.ts';

const tags = ['Scenes'];
const projectParams = z.object({ projectId: z.string() });
const sceneParams = z.object({ projectId: z.string(), sceneId: z.string() });

/** N24: what an edit of a scene says about its project. */
const projectNote = projectSchema.pick({ id: true, status: true, revision: true, sceneCount: true });
const scenePlaces = z.array(z.object({ id: z.string(), position: z.int() }));

const noteOf = ({ id, status, revision, sceneCount }: ProjectView) => ({ id, status, revision, sceneCount });
const placesOf = ({ scenes }: ProjectView) => scenes.map(({ id, position }) => ({ id, position }));

const sceneOf = ({ scenes }: ProjectView, sceneId: string): SceneView => {
  const scene = scenes.find(({ id }) => id === sceneId);
  if (scene === undefined) throw new Error(`scene ${sceneId} is not there after it was written`);
  return scene;
};

/** The revision that is meant: headers are read only where the body could be, and one that could not changes nothing. */
const revisionOf = ({ problems }: SubmittedBody<unknown>, ifMatch: number | null): number | null =>
  problems.length === 0 ? ifMatch : null;

/** The scenes of a project (S41–S45); bodies as N24 says. */
export const sceneRoutes =
  ({ projects }: { projects: ProjectOperations }): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      '/projects/:projectId/scenes',
      {
        config: { scope: 'projects:write' },
        attachValidation: true,
        schema: {
          summary: 'Add a scene',
          tags,
          params: projectParams,
          headers: ifMatchHeaders,
          body: addSceneBody,
          response: {
            201: envelope(z.object({ scene: sceneSchema, project: projectSchema })),
            ...errorResponses(404, 409),
          },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const body = submittedBody(addSceneBody, request.body, bodyProblems(request));
        const target = { ...request.params, ifMatch: revisionOf(body, request.headers['if-match']) };
        const { after, result, warnings } = await projects.addScene(caller, target, body);
        const project = await projects.viewOf(caller, after);
        return reply.code(201).send(ok({ scene: sceneOf(project, result), project }, { warnings: [...warnings] }));
      },
    );

    // Before `:sceneId`: "reorder" is no scene's id (S44).
    api.patch(
      '/projects/:projectId/scenes/reorder',
      {
        config: { scope: 'projects:write' },
        schema: {
          summary: 'Put the scenes into another order',
          tags,
          params: projectParams,
          headers: ifMatchHeaders,
          body: reorderBody,
          response: {
            200: envelope(z.object({ scenes: scenePlaces, project: projectNote })),
            ...errorResponses(404, 409),
          },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        const target = { ...request.params, ifMatch: request.headers['if-match'] };
        const { after, warnings } = await projects.reorderScenes(caller, target, request.body.sceneIds);
        const project = await projects.viewOf(caller, after);
        return ok({ scenes: placesOf(project), project: noteOf(project) }, { warnings: [...warnings] });
      },
    );

    api.patch(
      '/projects/:projectId/scenes/:sceneId',
      {
        config: { scope: 'projects:write' },
        attachValidation: true,
        schema: {
          summary: 'Change a scene: parameters merge, null clears one',
          tags,
          params: sceneParams,
          headers: ifMatchHeaders,
          body: patchSceneBody,
          response: {
            200: envelope(z.object({ scene: sceneSchema, project: projectNote })),
            ...errorResponses(404, 409),
          },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        const body = submittedBody(patchSceneBody, request.body, bodyProblems(request));
        const target = { ...request.params, ifMatch: revisionOf(body, request.headers['if-match']) };
        const { after, result, warnings } = await projects.updateScene(caller, target, body);
        const project = await projects.viewOf(caller, after);
        return ok({ scene: sceneOf(project, result), project: noteOf(project) }, { warnings: [...warnings] });
      },
    );

    api.delete(
      '/projects/:projectId/scenes/:sceneId',
      {
        config: { scope: 'projects:write' },
        schema: {
          summary: 'Remove a scene',
          tags,
          params: sceneParams,
          headers: ifMatchHeaders,
          response: {
            200: envelope(
              z.object({
                deleted: z.literal(true),
                sceneId: z.string(),
                sceneCount: z.int(),
                scenes: scenePlaces,
                project: projectNote,
              }),
            ),
            ...errorResponses(404, 409),
          },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        const target = { ...request.params, ifMatch: request.headers['if-match'] };
        const { after, result, warnings } = await projects.removeScene(caller, target);
        const project = await projects.viewOf(caller, after);
        const { sceneCount } = project;
        const removed = { deleted: true as const, sceneId: result, sceneCount, scenes: placesOf(project) };
        return ok({ ...removed, project: noteOf(project) }, { warnings: [...warnings] });
      },
    );

    api.patch(
      '/projects/:projectId/scenes/:sceneId/template',
      {
        config: { scope: 'projects:write' },
        attachValidation: true,
        schema: {
          summary: 'Give a scene another template',
          tags,
          params: sceneParams,
          headers: ifMatchHeaders,
          body: swapTemplateBody,
          response: {
            200: envelope(
              z.object({
                scene: sceneSchema,
                carriedOver: z.array(z.string()),
                droppedKeys: z.array(z.string()),
                captureInvalidated: z.boolean(),
                project: projectNote,
              }),
            ),
            ...errorResponses(404, 409),
          },
        },
      },
      async (request) => {
        const caller = callerOf(request);
        const body = submittedBody(swapTemplateBody, request.body, bodyProblems(request));
        const target = { ...request.params, ifMatch: revisionOf(body, request.headers['if-match']) };
        const { after, result, warnings } = await projects.swapTemplate(caller, target, body);
        const project = await projects.viewOf(caller, after);
        const swapped = { carriedOver: [...result.carriedOver], droppedKeys: [...result.droppedKeys] };
        return ok(
          {
            scene: sceneOf(project, result.sceneId),
            ...swapped,
            captureInvalidated: result.captureInvalidated,
            project: noteOf(project),
          },
          { warnings: [...warnings] },
        );
      },
    );
  };
