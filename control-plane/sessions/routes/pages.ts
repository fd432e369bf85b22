import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyPluginAsync } from 'fastify';
import { authPath } from '../operations/open-auth.ts';

/** The pages may run their own script and ask this farm, and nothing else; nobody may put them into a frame. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const files = [
  { path: '/sign-in', file: 'sign-in.html', type: 'text/html; charset=utf-8' },
  { path: '/sign-up', file: 'sign-in.html', type: 'text/html; charset=utf-8' },
  { path: '/verify-email', file: 'sign-in.html', type: 'text/html; charset=utf-8' },
  { path: '/reset-password', file: 'sign-in.html', type: 'text/html; charset=utf-8' },
  { path: '/pages/sign-in.js', file: 'sign-in.js', type: 'text/javascript; charset=utf-8' },
  { path: '/pages/sign-in.css', file: 'sign-in.css', type: 'text/css; charset=utf-8' },
] as const;

const readPage = (file: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../pages/${file}`, import.meta.url)), 'utf8');

/**
 * The few pages that people need before anything else can show them one: sign in, sign up, and where the links of the
 * mails lead. One page, because its script looks at the address; the token behind `#` never leaves the browser but in
 * the body of the POST. GET changes nothing: a mail scanner that opens every link confirms nobody's address.
 */
export const pageRoutes: FastifyPluginAsync = async (app) => {
  for (const { path, file, type } of files) {
    const content = await readPage(file);
    app.get(`${authPath}${path}`, async (_request, reply) =>
      reply
        .headers({
          'content-security-policy': contentSecurityPolicy,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-cache',
        })
        .type(type)
        .send(content),
    );
  }
};
