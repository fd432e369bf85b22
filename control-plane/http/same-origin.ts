import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from './refusal.ts';

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * The origins under which a browser may have opened the farm's own pages: that of its public address; of one on this
 * machine every name of this machine, because people type `localhost` where the farm says 127.0.0.1.
 */
export const ownOrigins = (publicUrl: string): ReadonlySet<string> => {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (!loopbackNames.includes(hostname)) return new Set([origin]);
  const suffix = port === '' ? '' : `:${port}`;
  return new Set(loopbackNames.map((name) => `${protocol}//${name}${suffix}`));
};

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * G6: what a cookie may be used for. A browser sends it along with requests that other pages make; those carry another
 * Origin or none. SameSite=Lax alone was rejected: a page on a neighbouring subdomain or port is the same site.
 *
 * @returns null where the request may be done: it only reads, or it comes from one of our own pages
 */
export const sameOriginRefusal = (
  { method, headers }: { readonly method: string; readonly headers: IncomingHttpHeaders },
  origins: ReadonlySet<string>,
): Refusal | null => {
  if (safeMethods.includes(method)) return null;
  const { origin } = headers;
  const isOwn = origin === undefined ? headers['sec-fetch-site'] === 'same-origin' : origins.has(origin);
  if (isOwn) return null;
  const [expected = ''] = origins;
  return new Refusal('forbidden', {
    code: 'CROSS_ORIGIN',
    message: `With a session cookie this may only be asked from the farm's own pages: the Origin header has to be ${expected}.`,
  });
};
