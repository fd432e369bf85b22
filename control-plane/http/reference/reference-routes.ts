import scalarReference from '@scalar/fastify-api-reference';
import type { FastifyPluginAsync } from 'fastify';
import { apiPrefix } from '../server.ts';

const pagePath = `${apiPrefix}/reference` as const;

/**
 * The page may ask this farm and nobody else: the reference's own script knows hosts for fonts, a proxy, telemetry and
 * an assistant. Each is switched off below; this makes the browser refuse what a later release might add.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "media-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** GET /api/v2/reference: the OpenAPI document as a page to read and to try. Without a key: it shows nobody's data. */
export const referenceRoutes: FastifyPluginAsync = async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      // The script has 3.8 MB and changes with a release only.
      'cache-control': request.url.endsWith('.js') ? 'public, max-age=3600' : 'no-cache',
    });
  });
  await app.register(scalarReference, {
    routePrefix: pagePath,
    configuration: {
      pageTitle: 'Reelyard API',
      url: '../openapi.json',
      theme: 'default',
      layout: 'modern',
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      authentication: { preferredSecurityScheme: 'apiKey' },
      metaData: { title: 'Reelyard API' },
    },
  });
};
