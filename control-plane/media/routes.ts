import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import type { Track, Voice } from '@reelyard/shared/contracts/music.ts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { envelope, ok, pageQuery, pagination } from '../http/envelope.ts';
import { errorResponses } from '../http/error-body.ts';
import { notFound } from '../http/refusal.ts';
import { parseByteRange } from '../object-storage/byte-range.ts';
import { trackView, trackViewSchema, voiceView, voiceViewSchema } from './media-view.ts';
import type { MediaOperations } from './operations.ts';

/** Where the files of the library lie; null for what has no file. */
export interface MediaFiles {
  readonly trackPath: (trackId: string) => string | null;
  readonly voiceSamplePath: (voiceId: string) => string | null;
  readonly thumbnailPath: (slug: string) => string | null;
  readonly previewPath: (slug: string) => string | null;
}

export interface MediaRoutesDeps {
  readonly media: MediaOperations;
  readonly files: MediaFiles;
  /** Where callers reach the farm, without a slash at the end. */
  readonly publicUrl: string;
}

const musicPath = '/media/music';
const voicesPath = '/media/voices';
const templatesPath = '/media/templates';

/** Where the picture of a template is shown, below the farm's public address. */
export const thumbnailUrlPath = (slug: string): string => `${templatesPath}/${slug}.jpg`;

/** Where the film of a template is shown, below the farm's public address. */
export const previewUrlPath = (slug: string): string => `${templatesPath}/${slug}.mp4`;

/** GET /media/music (S68) and GET /media/voices (S69), N33. */
export const mediaRoutes =
  ({ media, files, publicUrl }: MediaRoutesDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const viewOfTrack = (track: Track) => trackView(track, `${publicUrl}${musicPath}/${track.id}.m4a`);
    const viewOfVoice = (voice: Voice) =>
      voiceView(voice, files.voiceSamplePath(voice.id) && `${publicUrl}${voicesPath}/${voice.id}.m4a`);

    api.get(
      '/media/music',
      {
        config: { scope: 'media:read' },
        schema: {
          summary: 'List the music of the library',
          tags: ['Media'],
          querystring: z.object({
            query: z.string().max(200).default('').describe('Words of a title, a tone or a genre'),
            ...pageQuery,
          }),
          response: { 200: envelope(z.object({ tracks: z.array(trackViewSchema) })), ...errorResponses() },
        },
      },
      async ({ query }) => {
        const { entries, total } = media.listTracks(query);
        return ok({ tracks: entries.map(viewOfTrack) }, { pagination: pagination(query.page, query.limit, total) });
      },
    );

    api.get(
      '/media/voices',
      {
        config: { scope: 'media:read' },
        schema: {
          summary: 'List the voices',
          tags: ['Media'],
          querystring: z.object({
            language: z.string().max(20).optional().describe('A language (en) or a locale (en-GB)'),
            ...pageQuery,
          }),
          response: { 200: envelope(z.object({ voices: z.array(voiceViewSchema) })), ...errorResponses() },
        },
      },
      async ({ query }) => {
        const { entries, total } = await media.listVoices({ ...query, language: query.language ?? null });
        return ok({ voices: entries.map(viewOfVoice) }, { pagination: pagination(query.page, query.limit, total) });
      },
    );
  };

const contentTypes = { m4a: 'audio/mp4', jpg: 'image/jpeg', mp4: 'video/mp4' } as const;
type Extension = keyof typeof contentTypes;

const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  filePath: string,
  contentType: string,
): Promise<FastifyReply> => {
  const { size, mtimeMs } = await stat(filePath);
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  reply.headers({
    'content-type': contentType,
    etag,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=86400',
    // A console or a page of a maker may be served from elsewhere; these files are nobody's secret.
    'access-control-allow-origin': '*',
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const { range: rangeHeader, 'if-range': ifRange } = request.headers;
  const range = parseByteRange(ifRange === undefined || ifRange === etag ? rangeHeader : undefined, size);
  if (range.kind === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
  const [start, end] = range.kind === 'part' ? [range.startByte, range.endByte] : [0, size - 1];
  if (range.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.header('content-length', end - start + 1);
  return request.method === 'HEAD' ? reply.send() : reply.send(createReadStream(filePath, { start, end }));
};

/**
 * `/media/music/<trackId>.m4a`, `/media/voices/<voiceId>.m4a`, `/media/templates/<slug>.jpg` and `.mp4`: what
 * previewUrl, sampleUrl, thumbnailUrl and previewVideoUrl lead to. Outside the API and without a key, because a player or a page sends none. The
 * name only ever selects an entry of the catalog.
 */
export const mediaFileRoutes =
  (files: MediaFiles): FastifyPluginAsync =>
  async (app) => {
    const serve = (path: string, extension: Extension, filePathOf: (id: string) => string | null): void => {
      app.route<{ Params: { id: string } }>({
        method: ['GET', 'HEAD'],
        url: `${path}/:id.${extension}`,
        exposeHeadRoute: false,
        schema: { hide: true },
        handler: async (request, reply) => {
          const filePath = filePathOf(request.params.id);
          if (filePath === null) throw notFound('file');
          return sendFile(request, reply, filePath, contentTypes[extension]);
        },
      });
    };
    serve(musicPath, 'm4a', files.trackPath);
    serve(voicesPath, 'm4a', files.voiceSamplePath);
    serve(templatesPath, 'jpg', files.thumbnailPath);
    serve(templatesPath, 'mp4', files.previewPath);
  };
