import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import { viewports } from '@reelyard/shared/contracts/capture.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { PageAddressPolicy } from '../brands/page-address.ts';
import { callerOf } from '../http/authenticate.ts';
import { envelope, ok } from '../http/envelope.ts';
import { errorResponses } from '../http/error-body.ts';
import {
  autoCaptureBody,
  captureImageBody,
  captureSchema,
  captureSelectionBody,
  loginRequiredSchema,
  pageCaptureBody,
  pageCaptureSchema,
  pendingSchema,
  selectionSchema,
} from './capture-bodies.ts';
import type { CaptureOperations } from './operations.ts';

export interface CaptureRoutesDeps {
  readonly captures: CaptureOperations;
  readonly addresses: PageAddressPolicy;
  /** Aborts when the control plane stops. */
  readonly closing: AbortSignal;
}

const tags = ['Captures'];
const sceneParams = z.object({ projectId: z.string(), sceneId: z.string() });

/** Aborts when the caller is gone or the server stops. */
const callerSignal = (reply: FastifyReply, closing: AbortSignal): AbortSignal => {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort(new Error('the caller is gone')));
  return AbortSignal.any([gone.signal, closing]);
};

/** Captures for scenes (S70–S73) and of single pages (S74). */
export const captureRoutes =
  ({ captures, addresses, closing }: CaptureRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      '/projects/:projectId/scenes/:sceneId/auto-capture',
      {
        config: { scope: 'capture' },
        schema: {
          summary: 'Capture a web page for a scene',
          description:
            'Opens the page in a browser, does the steps, picks the parts that fit the slot and the focus, frames them ' +
            'and photographs the page again with them hidden. Costs one credit where a capture was made. A page that ' +
            'asks to sign in is answered with 200, `loginRequired: true` and an open session, and costs nothing.',
          tags,
          params: sceneParams,
          body: autoCaptureBody(addresses),
          response: {
            201: envelope(captureSchema),
            200: envelope(loginRequiredSchema),
            ...errorResponses(402, 404, 409, 503),
          },
        },
      },
      async (request, reply) => {
        const { answer, warnings } = await captures.autoCapture(callerOf(request), request.params, request.body);
        if (answer.loginRequired) return reply.code(200).send(ok(answer));
        return reply.code(201).send(ok(answer, { warnings: [...warnings] }));
      },
    );

    api.post(
      '/projects/:projectId/scenes/:sceneId/capture-selection',
      {
        config: { scope: 'capture' },
        schema: {
          summary: 'Show other parts of a capture',
          description: 'Free: the pictures are there already, and the page is not opened again.',
          tags,
          params: sceneParams,
          body: captureSelectionBody,
          response: { 200: envelope(selectionSchema), ...errorResponses(404, 409) },
        },
      },
      async (request) => {
        const { answer, warnings } = await captures.select(callerOf(request), request.params, request.body);
        return ok(answer, { warnings: [...warnings] });
      },
    );

    api.post(
      '/projects/:projectId/scenes/:sceneId/capture-image',
      {
        config: { scope: 'capture' },
        schema: {
          summary: 'Let a still image stand for the page',
          description: 'Free. For templates that show a whole page: PNG, JPEG or WebP by https, 20 MB at most.',
          tags,
          params: sceneParams,
          body: captureImageBody,
          response: { 200: envelope(selectionSchema), ...errorResponses(404, 409) },
        },
      },
      async (request) => {
        const { answer, warnings } = await captures.useImage(callerOf(request), request.params, request.body);
        return ok(answer, { warnings: [...warnings] });
      },
    );

    api.get(
      '/projects/:projectId/captures/pending',
      {
        config: { scope: 'projects:read' },
        schema: {
          summary: 'List scenes that still need a capture',
          tags,
          params: z.object({ projectId: z.string() }),
          response: { 200: envelope(pendingSchema), ...errorResponses(404) },
        },
      },
      async (request) => ok({ pendingCaptures: await captures.pending(callerOf(request), request.params.projectId) }),
    );

    api.post(
      '/browse/capture',
      {
        config: { scope: 'capture' },
        schema: {
          summary: 'Photograph a web page',
          description: 'Anonymous, at two pixels for a CSS pixel. Costs one credit where a picture was made.',
          tags,
          body: pageCaptureBody(addresses),
          response: { 201: envelope(pageCaptureSchema), ...errorResponses(402, 503) },
        },
      },
      async (request, reply) => {
        const { url, selector, viewport } = request.body;
        const page = { url, selector: selector ?? null, viewport: viewports[viewport] };
        const made = await captures.capturePage(callerOf(request), page, callerSignal(reply, closing));
        return reply.code(201).send(ok(made));
      },
    );
  };
