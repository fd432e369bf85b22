import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FastifyPluginAsync } from 'fastify';
import type { WebSessions } from '../../http/api-plugin.ts';
import { Refusal } from '../../http/refusal.ts';
import { billingPath } from '../return-path.ts';
import { signInAddress } from './sign-in-address.ts';

/** The page may run its own script and ask this farm, and nothing else; nobody may put it into a frame. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const html = 'text/html; charset=utf-8';
const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';
/** What the page loads; its words and prices are rules of this feature, sent without their types. */
const files = [
  { name: 'billing.css', file: 'pages/billing.css', type: style },
  { name: 'billing.js', file: 'pages/billing.js', type: script },
  { name: 'billing-words.js', file: 'billing-words.ts', type: script },
  { name: 'price-text.js', file: '../price-text.ts', type: script },
] as const;

const read = async (file: string): Promise<string> => {
  const text = await readFile(fileURLToPath(new URL(file, import.meta.url)), 'utf8');
  return file.endsWith('.ts') ? stripTypeScriptTypes(text) : text;
};

/**
 * GET /billing: where a person of an account sees what there is and buys more, and where every checkout comes back to.
 * The page itself is the same for everybody; what it shows comes from /api/v2 with the visitor's own session.
 */
export const billingPageRoutes =
  ({ authenticate }: Pick<WebSessions, 'authenticate'>): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.headers({
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'x-robots-tag': 'noindex',
        'cache-control': request.routeOptions.url === billingPath ? 'no-store' : 'no-cache',
      });
    });
    const page = await read('pages/billing.html');
    app.get(billingPath, { schema: { hide: true } }, async (request, reply) => {
      try {
        const { setCookies } = await authenticate(request);
        for (const cookie of setCookies) reply.header('set-cookie', cookie);
        return await reply.type(html).send(page);
      } catch (error) {
        if (error instanceof Refusal && error.kind === 'unauthorized')
          return await reply.redirect(signInAddress(request.url), 302);
        throw error;
      }
    });
    for (const { name, file, type } of files) {
      const content = await read(file);
      app.get(`${billingPath}/pages/${name}`, { schema: { hide: true } }, async (_request, reply) =>
        reply.type(type).send(content),
      );
    }
  };
