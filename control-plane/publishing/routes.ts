import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import { qualitySchema } from '@reelyard/shared/contracts/render-format.ts';
import type { FastifyReply, preHandlerAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { exportSchema } from '../exports/export-view.ts';
import { callerOf } from '../http/authenticate.ts';
import type { EndWithKey } from '../http/end-with-key.ts';
import { envelope, type MetaPart, ok } from '../http/envelope.ts';
import { errorResponses } from '../http/error-body.ts';
import { streamStatus } from './operations/stream-status.ts';
import type { WatchOperations } from './operations/watch-status.ts';
import type { Published, PublishingOperations } from './operations.ts';
import { publishPlanSchema } from './publish-plan.ts';
import { publishBodySchema, publishRequestSchema, renderRequestSchema } from './publish-request.ts';
import { publishSchema, publishStatusSchema, renderStatusSchema } from './publish-view.ts';
import { readinessReasonSchema } from './readiness.ts';

export interface PublishingRoutesDeps {
  readonly publishing: PublishingOperations;
  readonly watch: WatchOperations;
  /** The bucket that publish and render start share (N48). */
  readonly limitPublishes: preHandlerAsyncHookHandler;
  /** Cuts a stream or a long poll when its key ends (S103). */
  readonly endWithKey: EndWithKey;
  /** Aborts when the server stops: no open stream keeps it. */
  readonly closing: AbortSignal;
}

const projectParams = z.object({ projectId: z.string() });
const waitQuery = z.object({
  wait: z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number)
    .pipe(z.int().max(25))
    .optional()
    .describe('Answers as soon as something changed, at the latest after this many seconds'),
});
const cancelledSchema = z.object({ requestId: z.string(), creditsReleased: z.int() });

const metaOf = ({ answer }: Published): MetaPart => ({
  ...(answer.warnings.length > 0 ? { warnings: [...answer.warnings] } : {}),
  ...(answer.isReplay ? { idempotentReplay: true } : {}),
});

/** Aborts when the reader is gone or the server stops. */
export const readerSignal = (reply: FastifyReply, closing: AbortSignal): AbortSignal => {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort(new Error('the reader is gone')));
  return AbortSignal.any([gone.signal, closing]);
};

const renderStartedSchema = z.object({
  requestId: z.string(),
  state: renderStatusSchema.shape.state,
  queued: z.int(),
  reused: z.int(),
  creditsReserved: z.int(),
  scenes: publishSchema.shape.scenes,
});

const readinessSchema = z.object({
  ready: z.boolean(),
  reasons: z.array(readinessReasonSchema),
  allowedQualities: z.array(qualitySchema),
  maxQuality: qualitySchema,
  watermark: z.boolean(),
  creditsRequired: z.partialRecord(qualitySchema, z.int()),
});

/** POST /projects/:projectId/publish (S48), its status (S61) and its end (N25). */
export const publishingRoutes =
  ({ publishing, watch, limitPublishes, endWithKey, closing }: PublishingRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      '/projects/:projectId/publish',
      {
        config: { scope: 'publish' },
        preHandler: limitPublishes,
        schema: {
          summary: 'Render every scene that changed and make one video of all of them',
          tags: ['Publish'],
          params: projectParams,
          body: publishBodySchema,
          response: { 200: envelope(publishSchema), ...errorResponses(402, 404, 409) },
        },
      },
      async (request) => {
        const { projectId } = request.params;
        const { planId, ...options } = request.body;
        const order =
          planId === undefined
            ? { kind: 'publish' as const, request: publishRequestSchema.parse(options) }
            : { planId, body: request.body };
        const published = await publishing.publishProject(callerOf(request), projectId, order);
        return ok(published.view, metaOf(published));
      },
    );

    api.post(
      '/projects/:projectId/publish/plan',
      {
        config: { scope: 'publish' },
        schema: {
          summary: 'What a publish would do and cost, and what would refuse it; nothing is started',
          tags: ['Publish'],
          params: projectParams,
          body: publishRequestSchema,
          response: { 200: envelope(publishPlanSchema), ...errorResponses(404) },
        },
      },
      async (request) => {
        const { view, warnings } = await publishing.planPublish(
          callerOf(request),
          request.params.projectId,
          request.body,
        );
        return ok(view, warnings.length > 0 ? { warnings: [...warnings] } : {});
      },
    );

    api.get(
      '/projects/:projectId/publish/status',
      {
        config: { scope: 'projects:read' },
        schema: {
          summary: 'How far a publish is',
          tags: ['Publish'],
          params: projectParams,
          querystring: waitQuery,
          response: { 200: envelope(publishStatusSchema), ...errorResponses(404) },
        },
      },
      async (request, reply) => {
        const { projectId } = request.params;
        const caller = callerOf(request);
        const { wait = 0 } = request.query;
        if (wait === 0) return ok(await publishing.publishStatus(caller, projectId));
        await endWithKey(request, reply);
        return ok(await watch.awaitStatus(caller, projectId, wait, readerSignal(reply, closing)));
      },
    );

    api.get(
      '/projects/:projectId/publish/events',
      {
        config: { scope: 'projects:read' },
        schema: {
          summary: 'The status of a publish as server-sent events, until it ends',
          tags: ['Publish'],
          params: projectParams,
          response: {
            200: z
              .string()
              .describe('text/event-stream of PublishStatus; resumes after the event that Last-Event-ID names'),
            ...errorResponses(404),
          },
        },
      },
      async (request, reply) => {
        const { projectId } = request.params;
        const caller = callerOf(request);
        // Asked before the stream begins: a project that is not there is a 404 and not an empty stream.
        await publishing.liveBatch(caller, projectId);
        await endWithKey(request, reply);
        const signal = readerSignal(reply, closing);
        const seen = request.headers['last-event-id'];
        reply.hijack();
        await streamStatus(reply.raw, {
          statuses: watch.followStatus(caller, projectId, signal),
          lastEventId: typeof seen === 'string' ? seen : null,
          headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no', 'x-request-id': request.id },
          signal,
        });
      },
    );

    api.post(
      '/projects/:projectId/publish/cancel',
      {
        config: { scope: 'publish' },
        schema: {
          summary: 'End a publish that is under way; what was not made is not paid for',
          tags: ['Publish'],
          params: projectParams,
          response: { 200: envelope(cancelledSchema), ...errorResponses(404) },
        },
      },
      async (request) => ok(await publishing.cancelPublish(callerOf(request), request.params.projectId)),
    );

    api.post(
      '/projects/:projectId/render/start',
      {
        config: { scope: 'publish' },
        preHandler: limitPublishes,
        schema: {
          summary: 'Render every scene that changed, or the named ones, without an export',
          tags: ['Publish'],
          params: projectParams,
          body: renderRequestSchema,
          response: { 200: envelope(renderStartedSchema), ...errorResponses(402, 404) },
        },
      },
      async (request) => {
        const { sceneIds, force, ...body } = request.body;
        const published = await publishing.publishProject(callerOf(request), request.params.projectId, {
          kind: 'render',
          request: publishRequestSchema.parse(body),
          force,
          ...(sceneIds ? { sceneIds } : {}),
        });
        const { requestId, scenes, credits } = published.view;
        const queued = scenes.filter(({ plan }) => plan === 'render').length;
        const started = {
          requestId,
          queued,
          reused: scenes.length - queued,
          creditsReserved: credits.reserved,
          scenes,
        };
        return ok({ ...started, state: queued === 0 ? 'done' : 'queued' }, metaOf(published));
      },
    );

    api.get(
      '/projects/:projectId/render/status',
      {
        config: { scope: 'projects:read' },
        schema: {
          summary: 'How far the scenes of a project are',
          tags: ['Publish'],
          params: projectParams,
          response: {
            200: envelope(renderStatusSchema.extend({ updatedAt: z.iso.datetime() })),
            ...errorResponses(404),
          },
        },
      },
      async (request) => ok(await publishing.renderStatus(callerOf(request), request.params.projectId)),
    );

    api.get(
      '/exports/projects/:projectId/readiness',
      {
        config: { scope: 'exports:read' },
        schema: {
          summary: 'Whether an export can be queued, and what it would cost',
          tags: ['Exports'],
          params: projectParams,
          response: { 200: envelope(readinessSchema), ...errorResponses(404) },
        },
      },
      async (request) => ok(await publishing.readiness(callerOf(request), request.params.projectId)),
    );

    api.post(
      '/exports/projects/:projectId',
      {
        config: { scope: 'exports:write' },
        preHandler: limitPublishes,
        schema: {
          summary: 'Queue an export of scenes that are all rendered',
          tags: ['Exports'],
          params: projectParams,
          body: publishRequestSchema.omit({ callbackUrl: true, callbackSecret: true }),
          response: { 201: envelope(exportSchema), ...errorResponses(402, 404) },
        },
      },
      async (request, reply) =>
        reply
          .code(201)
          .send(ok(await publishing.exportProject(callerOf(request), request.params.projectId, request.body))),
    );
  };
