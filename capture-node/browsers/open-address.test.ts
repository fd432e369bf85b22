import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { leaseOptions, openTestPool, type TestPool } from '../test/browser-pool.ts';
import { openSite, type Site } from '../test/site.ts';
import type { BrowserLease } from './browser-lease.ts';
import { LeaseEnded } from './lease-ended.ts';
import { codeOfNavigationError } from './open-address.ts';

const schemes = [
  'file:///etc/passwd',
  'view-source:file:///etc/passwd',
  'chrome://version',
  'chrome://crash',
  'chrome-untrusted://x',
  'devtools://devtools/bundled/inspector.html',
  'data:text/html,opened',
  'javascript:document.write("opened")',
  'ftp://127.0.0.1/',
  'filesystem:http://127.0.0.1/temporary/x',
  'about:srcdoc',
  'about:version',
  'chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/x.html',
  'mailto:a@example.com',
  'tel:1',
  'ws://127.0.0.1/',
  'intent://x#Intent;end',
];

let site: Site;
let test: TestPool;
const at = (path: string): string => `http://127.0.0.1:${site.port}${path}`;

beforeAll(async () => {
  site = await openSite((path, response) => {
    const { pathname, searchParams } = new URL(path, 'http://x');
    switch (pathname) {
      case '/to':
        response.writeHead(302, { location: searchParams.get('target') ?? '' }).end();
        return undefined;
      case '/missing':
        response.statusCode = 404;
        return '<h1>missing</h1>';
      case '/broken':
        response.statusCode = 500;
        return '<h1>broken</h1>';
      case '/empty':
        response.writeHead(204).end();
        return undefined;
      case '/file':
        response.writeHead(200, { 'content-type': 'application/zip' }).end('zip');
        return undefined;
      case '/text':
        response.writeHead(200, { 'content-type': 'Text/Plain; charset=utf-8' }).end('text');
        return undefined;
      case '/hangs-up':
        response.destroy();
        return undefined;
      case '/slow-picture':
        return '<h1>here</h1><img src="/never">';
      case '/never':
        return undefined;
      default:
        return '<title>site</title><h1>site</h1>';
    }
  });
  test = await openTestPool('127.0.0.1', { size: 1 });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

it('says what came of it: pages of any status, their type, and why there is none', async () => {
  await using lease = await test.pool.acquire(leaseOptions({ wallMs: 60_000 }));
  const opened = async (path: string) => await lease.open(path.startsWith('/') ? at(path) : path);
  expect(await opened('/a?b#c')).toMatchObject({
    kind: 'opened',
    url: at('/a?b#c'),
    status: 200,
    contentType: 'text/html',
    isPartial: false,
  });
  expect(await opened('/missing')).toMatchObject({ kind: 'opened', status: 404 });
  expect(await opened('/broken')).toMatchObject({ kind: 'opened', status: 500 });
  expect(await opened('/text')).toMatchObject({ kind: 'opened', contentType: 'text/plain' });
  expect(await opened('/to?target=/landed')).toMatchObject({ kind: 'opened', url: at('/landed') });
  expect(await lease.open(at('/slow-picture'), { timeoutMs: 1_000 })).toMatchObject({
    kind: 'opened',
    isPartial: true,
  });
  const codes: Record<string, string> = {
    '/file': 'IS_A_DOWNLOAD',
    '/hangs-up': 'UNREACHABLE',
    '/empty': 'PAGE_NOT_LOADED',
    'not an address': 'ADDRESS_INVALID',
    'http://user:secret@127.0.0.1/': 'CREDENTIALS_IN_ADDRESS',
    'https://no-such-host.invalid/': 'NAME_NOT_RESOLVED',
    'http://no-such-host.invalid/': 'NAME_NOT_RESOLVED',
    [`https://127.0.0.1:${site.port}/`]: 'CERTIFICATE_NOT_TRUSTED',
  };
  for (const [path, code] of Object.entries(codes))
    expect(await opened(path), path).toMatchObject({ kind: 'refused', code });
  expect(await lease.open(at('/never'), { timeoutMs: 300 })).toMatchObject({ kind: 'refused', code: 'TIMED_OUT' });
  // The page is of use afterwards.
  expect(await opened('/a')).toMatchObject({ kind: 'opened' });
});

it('D5: no other scheme is opened, by address, redirect, link, script, frame or window', async () => {
  const wrong: string[] = [];
  const isFine = (url: string): boolean => /^(http|about:blank|chrome-error:|:?$)/.test(url);
  const tryAll = async (lease: BrowserLease, scheme: string): Promise<void> => {
    expect(await lease.open(scheme), scheme).toMatchObject({ kind: 'refused', code: 'SCHEME_NOT_ALLOWED' });
    expect((await lease.open(at(`/to?target=${encodeURIComponent(scheme)}`))).kind, scheme).toBe('refused');
    await lease.open(at('/'));
    const reach = `((scheme) => {
      const link = document.body.appendChild(document.createElement('a'));
      for (const target of ['_self', '_blank']) { link.href = scheme; link.target = target; link.click(); }
      try { open(scheme); } catch {}
      document.body.appendChild(document.createElement('iframe')).src = scheme;
      try { location.href = scheme.startsWith('javascript') ? '#' : scheme; } catch {}
    })(${JSON.stringify(scheme)})`;
    await lease.run((page) => page.evaluate(reach)).catch(() => {});
    const tabs = (): readonly string[] => lease.context.pages().map((page) => page.url());
    await vi
      .waitUntil(() => tabs().every(isFine), { timeout: 5_000 })
      .catch(() => wrong.push(`${scheme}: ${tabs().join(' ')}`));
  };
  for (const scheme of schemes) {
    await using lease = await test.pool.acquire(leaseOptions());
    // A renderer that asks for what it may not have is ended by the browser: nothing was opened then either.
    await tryAll(lease, scheme).catch((error: unknown) => {
      if (!(error instanceof LeaseEnded && error.reason === 'crashed')) throw error;
    });
  }
  expect(wrong).toEqual([]);
});

it('D5: a tab that shows a blob is emptied', async () => {
  await using lease = await test.pool.acquire(leaseOptions());
  await lease.open(at('/'));
  await lease.run((page) =>
    page.evaluate(`location.href = URL.createObjectURL(new Blob(['<h1>blob</h1>'], { type: 'text/html' }))`),
  );
  await vi.waitUntil(() => lease.page.url() === 'about:blank', { timeout: 10_000 });
});

it.each([
  ['net::ERR_CERT_DATE_INVALID at https://a.example', 'CERTIFICATE_NOT_TRUSTED'],
  ['net::ERR_TOO_MANY_REDIRECTS', 'TOO_MANY_REDIRECTS'],
  ['net::ERR_UNKNOWN_URL_SCHEME', 'SCHEME_NOT_ALLOWED'],
  ['net::ERR_UNSAFE_PORT', 'PORT_NOT_ALLOWED'],
  ['page.goto: Download is starting', 'IS_A_DOWNLOAD'],
  ['net::ERR_TUNNEL_CONNECTION_FAILED', 'UNREACHABLE'],
  ['net::ERR_SOMETHING_NEW', 'PAGE_NOT_LOADED'],
])('%s is told as %s', (message, code) => {
  expect(codeOfNavigationError(message)).toBe(code);
});
