import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResolvedAddress } from '@reelyard/shared/egress/checked-addresses.ts';
import { oddAnswers } from './odd-answers.ts';

/**
 * Web sites of our own, as products have them, for captures that can be looked at: a dashboard, a shop, documentation, a
 * sign-in wall, consent notices, a page drawn by script, right-to-left, very long. Each has a host name of its own, which
 * leads to this machine where the egress rule is told so.
 */
const siteByHost = {
  'tideline.test': 'tideline',
  'fernhill.test': 'fernhill',
  'docs.harbor.test': 'harbor-docs',
  'signin.test': 'sign-in',
  'consent.test': 'consent',
  'spa.test': 'single-page',
  'rtl.test': 'right-to-left',
  'long.test': 'very-long',
  'odd.test': 'odd',
} as const;
export type FixtureHost = keyof typeof siteByHost;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const folder = fileURLToPath(new URL('./sites', import.meta.url));

const answerFile = async (site: string, pathname: string, response: ServerResponse): Promise<void> => {
  const path = normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
  const name = extname(path) === '' ? `${path}.html` : path;
  try {
    const body = await readFile(join(folder, site, name));
    response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' });
    response.end(body);
  } catch {
    response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
    response.end('<!doctype html><title>Not found</title><h1>There is nothing here</h1>');
  }
};

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'odd.test'}`);
  const site = (siteByHost as Readonly<Record<string, string>>)[url.hostname] ?? 'odd';
  const odd = site === 'odd' ? oddAnswers[url.pathname] : undefined;
  if (odd === undefined) await answerFile(site, url.pathname, response);
  else odd(request, response);
};

export interface FixtureSites extends AsyncDisposable {
  readonly port: number;
  /** The address of a page: `addressOf('tideline.test', '/reports')`. */
  addressOf(host: FixtureHost, path?: string): string;
  /** For the egress policy: every host name of ours is this machine. */
  readonly resolve: (hostname: string) => Promise<readonly ResolvedAddress[]>;
  /** For FARM_EGRESS_ALLOW. */
  readonly allow: string;
}

/** @param port 0 = any free one */
export const serveSites = async (port = 0): Promise<FixtureSites> => {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(port, '127.0.0.1', listening.resolve);
  await listening.promise;
  const { port: bound } = server.address() as AddressInfo;
  return {
    port: bound,
    addressOf: (host, path = '/') => `http://${host}:${bound}${path}`,
    resolve: (hostname) =>
      hostname.endsWith('.test') && hostname in siteByHost
        ? Promise.resolve([{ address: '127.0.0.1', family: 4 }])
        : Promise.reject(new Error(`no such host: ${hostname}`)),
    allow: '127.0.0.1',
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
