import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import { type FontPackage, packageOfFolder } from '@reelyard/shared/scene/font-packages.ts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../http/authenticate.ts';
import { bodyProblems } from '../http/body-problems.ts';
import { takesBrotli } from '../http/console-answer.ts';
import { envelope, ok } from '../http/envelope.ts';
import { errorResponses } from '../http/error-body.ts';
import { notFound } from '../http/refusal.ts';
import { patchSceneBody } from '../projects/project-bodies.ts';
import { submittedBody } from '../projects/submitted.ts';
import { cutParams, cutQuery } from './cut-request.ts';
import type { PreviewFile, PreviewOperations } from './operations.ts';
import { scenePreviewSchema } from './preview-view.ts';

const tags = ['Scenes'];
const sceneParams = z.object({ projectId: z.string(), sceneId: z.string() });
const forGood = 'max-age=31536000, immutable';

/** How a scene would be drawn now, and the pictures for drawing it. */
export const previewRoutes =
  ({ previews }: { readonly previews: PreviewOperations }): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      '/projects/:projectId/scenes/:sceneId/preview',
      {
        config: { scope: 'projects:read' },
        schema: {
          summary: 'Read what a scene would be drawn from',
          tags,
          params: sceneParams,
          response: { 200: envelope(scenePreviewSchema), ...errorResponses(404) },
        },
      },
      async (request) => ok(await previews.previewScene(callerOf(request), request.params, null)),
    );

    api.post(
      '/projects/:projectId/scenes/:sceneId/preview',
      {
        config: { scope: 'projects:write' },
        attachValidation: true,
        schema: {
          summary: 'Try an edit of a scene without saving it',
          tags,
          params: sceneParams,
          body: patchSceneBody,
          response: { 200: envelope(scenePreviewSchema), ...errorResponses(404) },
        },
      },
      async (request) => {
        const patch = submittedBody(patchSceneBody, request.body, bodyProblems(request));
        return ok(await previews.previewScene(callerOf(request), request.params, patch));
      },
    );

    api.get(
      '/preview-pictures/:picture',
      {
        config: { scope: 'projects:read' },
        // A picture's address is made from the values of a preview: it belongs to the drawing, not to the reference.
        schema: { hide: true, params: cutParams, querystring: cutQuery },
      },
      async (request, reply) => {
        const { bytes, mimeType } = await previews.cutPicture(callerOf(request), request.params.picture, request.query);
        return await reply
          // Not for good: the next release may cut otherwise.
          .headers({ 'cache-control': 'private, max-age=86400', 'x-content-type-options': 'nosniff' })
          .type(mimeType)
          .send(bytes);
      },
    );
  };

/** Where what every preview needs lies, below the farm's public address. */
export const previewFilesPath = '/preview-files';

export const templateFileUrlPath = (slug: string, version: number, contentHash: string): string =>
  `${previewFilesPath}/templates/${slug}/${version}/${contentHash}.json`;

/** Paths of the bundled fonts' files; they throw where there is no such file. */
export interface FontFiles {
  readonly filePath: (packageName: string, subset: string, weight: number) => string;
  readonly rangesPath: (packageName: string) => string;
}

/**
 * `/preview-files/`: templates and fonts. Outside the API and without a key: nobody's secret, the same for everybody, and
 * too many for a limit that counts requests. A name only ever selects a file of a bundled package.
 */
export const previewFileRoutes =
  ({ previews, fonts }: { readonly previews: PreviewOperations; readonly fonts: FontFiles }): FastifyPluginAsync =>
  async (app) => {
    const schema = { hide: true };
    const send = async (reply: FastifyReply, content: Buffer, contentType: string) =>
      await reply
        .headers({
          'cache-control': `public, ${forGood}`,
          'x-content-type-options': 'nosniff',
          'access-control-allow-origin': '*',
        })
        .type(contentType)
        .send(content);

    const sendJson = async (request: FastifyRequest, reply: FastifyReply, { content, brotli }: PreviewFile) => {
      const isPacked = takesBrotli(request.headers['accept-encoding']);
      reply.header('vary', 'accept-encoding');
      if (isPacked) reply.header('content-encoding', 'br');
      return await send(reply, isPacked ? brotli : content, 'application/json; charset=utf-8');
    };

    const packageOf = (folder: string): FontPackage => {
      const found = packageOfFolder(folder);
      if (found === null) throw notFound('file');
      return found;
    };

    const bundled = (pathOf: () => string): string => {
      try {
        return pathOf();
      } catch {
        throw notFound('file');
      }
    };

    app.get<{ Params: { slug: string; version: string; hash: string } }>(
      `${previewFilesPath}/templates/:slug/:version(^\\d{1,6}$)/:hash.json`,
      { schema },
      async (request, reply) => {
        const { slug, version, hash } = request.params;
        const json = previews.templateJson(slug, Number(version), hash);
        if (json === null) throw notFound('file');
        return await sendJson(request, reply, json);
      },
    );
    app.get<{ Params: { folder: string } }>(
      `${previewFilesPath}/fonts/:folder/ranges.json`,
      { schema },
      async (request, reply) => {
        const { name } = packageOf(request.params.folder);
        return await sendJson(request, reply, await previews.readList(bundled(() => fonts.rangesPath(name))));
      },
    );
    app.get<{ Params: { folder: string; subset: string; weight: string } }>(
      `${previewFilesPath}/fonts/:folder/:subset/:weight(^\\d{3}$).woff2`,
      { schema },
      async ({ params: { folder, subset, weight } }, reply) => {
        const { name } = packageOf(folder);
        if (!/^[a-z0-9-]{1,40}$/.test(subset)) throw notFound('file');
        const filePath = bundled(() => fonts.filePath(name, subset, Number(weight)));
        return await send(reply, await previews.readFont(filePath), 'font/woff2');
      },
    );
  };
