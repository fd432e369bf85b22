import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { consolePath, contentPolicy, contentTypeOf, isAssetName, takesBrotli } from './console-answer.ts';
import { Refusal } from './refusal.ts';

export interface ConsoleFilesDeps {
  /** Where `vite build` put the console; may be missing. */
  readonly folder: string;
  /** Origins besides the farm's own where stored videos and pictures are read from. */
  readonly mediaOrigins: readonly string[];
}

const notBuilt = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>The console is not built</title>
<h1>The console is not built yet</h1>
<p>In the checkout of this farm, run:</p>
<pre>sh deploy/local/setup.sh setup</pre>
<p>Then load this page again; the farm need not be restarted. Elsewhere: FARM_CONSOLE_DIR names the folder that
<code>vite build dashboards/console</code> wrote.</p>
</html>
`;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(error.code));

/** The content of a file, from its compressed twin where there is one and the browser takes it; null where there is none. */
const readServed = async (
  file: string,
  acceptEncoding: string | undefined,
): Promise<{ content: Buffer; encoding: 'br' | null } | null> => {
  if (takesBrotli(acceptEncoding)) {
    const packed = await readFile(`${file}.br`).catch(() => null);
    if (packed !== null) return { content: packed, encoding: 'br' };
  }
  try {
    return { content: await readFile(file), encoding: null };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

/**
 * /console/: the web console's files. Read when they are asked for, so that a console that is built again while the
 * farm runs is there at once; every address that is no file gives the page, whose script reads the address.
 */
export const consoleFiles = ({ folder, mediaOrigins }: ConsoleFilesDeps): FastifyPluginAsync => {
  const policy = contentPolicy(mediaOrigins);
  const send = async (request: FastifyRequest, reply: FastifyReply, name: string, cacheControl: string) => {
    const served = await readServed(path.join(folder, name), request.headers['accept-encoding']);
    if (served === null) return null;
    if (served.encoding !== null) reply.header('content-encoding', served.encoding);
    return await reply
      .headers({ 'cache-control': cacheControl, vary: 'accept-encoding' })
      .type(contentTypeOf(name))
      .send(served.content);
  };

  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'x-robots-tag': 'noindex',
      });
    });

    const page = async (request: FastifyRequest, reply: FastifyReply) => {
      const sent = await send(request, reply, 'index.html', 'no-cache');
      return (
        sent ?? (await reply.code(503).header('cache-control', 'no-store').type(contentTypeOf('x.html')).send(notBuilt))
      );
    };
    const schema = { hide: true };

    app.get('/', { schema }, async (request, reply) => {
      // People land in the console; programs hear that the API is elsewhere.
      if (request.headers.accept?.includes('text/html') === true) return await reply.redirect(`${consolePath}/`, 302);
      throw new Refusal('not_found', {
        code: 'ROUTE_NOT_FOUND',
        message: 'Nothing is served here: the API is at /api/v2, the console at /console/.',
      });
    });
    app.get(consolePath, { schema }, async (_request, reply) => await reply.redirect(`${consolePath}/`, 302));
    app.get<{ Params: { name: string } }>(`${consolePath}/assets/:name`, { schema }, async (request, reply) => {
      const { name } = request.params;
      const sent = isAssetName(name)
        ? await send(request, reply, `assets/${name}`, 'public, max-age=31536000, immutable')
        : null;
      if (sent !== null) return sent;
      throw new Refusal('not_found', { code: 'FILE_NOT_FOUND', message: 'The console has no such file.' });
    });
    app.get(`${consolePath}/*`, { schema }, page);
  };
};
