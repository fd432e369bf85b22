import type { EgressPolicy } from '@reelyard/shared/egress/checked-addresses.ts';
import {
  asHost,
  privateAddresses,
  privateHosts,
  privateSpellings,
} from '@reelyard/shared/egress/test/private-hosts.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { leaseOptions, openTestPool, type TestPool } from '../test/browser-pool.ts';
import { type Canary, openCanary } from '../test/canary.ts';
import { reachingPage, subresourceKinds } from '../test/private-subresources.ts';
import { openSite, type Site } from '../test/site.ts';

/** The site is open by its name; the canary stands on the same loopback, which is not. */
const resolve: EgressPolicy['resolve'] = async (hostname) => {
  if (!['site.test', 'private.test', 'localhost'].includes(hostname)) throw new Error('no such name');
  return [{ address: '127.0.0.1', family: 4 }];
};

const redirects: Record<string, (target: string) => { status: number; headers: Record<string, string>; html: string }> =
  {
    ...Object.fromEntries(
      [301, 302, 303, 307, 308].map((status) => [
        String(status),
        (location: string) => ({ status, headers: { location }, html: '' }),
      ]),
    ),
    'meta refresh': (target) => ({
      status: 200,
      headers: {},
      html: `<meta http-equiv=refresh content="0;url=${target}">`,
    }),
    script: (target) => ({
      status: 200,
      headers: {},
      html: `<script>location.replace(${JSON.stringify(target)})</script>`,
    }),
    'Refresh header': (target) => ({ status: 200, headers: { refresh: `0;url=${target}` }, html: '' }),
  };

let canary: Canary;
let site: Site;
let closed: TestPool;
let open: TestPool;
const at = (path: string, query = ''): string => `http://site.test:${site.port}${path}${query}`;

beforeAll(async () => {
  canary = await openCanary();
  site = await openSite((path, response) => {
    const { pathname, searchParams } = new URL(path, 'http://site.test');
    const target = searchParams.get('target') ?? '';
    if (pathname === '/reach') return reachingPage(target);
    if (pathname === '/sw.js') {
      response.setHeader('content-type', 'text/javascript').end(`fetch(decodeURIComponent(location.search.slice(1)))`);
      return undefined;
    }
    const redirect = redirects[decodeURIComponent(pathname.slice(1))];
    if (redirect === undefined) return '<title>site</title><h1>Site</h1>';
    const { status, headers, html } = redirect(target);
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(html);
    return undefined;
  });
  [closed, open] = await Promise.all([
    openTestPool('site.test', { size: 1 }, resolve),
    openTestPool('site.test, private.test, 127.0.0.1, ::1', { size: 1 }, resolve),
  ]);
});
afterAll(async () => {
  await closed[Symbol.asyncDispose]();
  await open[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await canary[Symbol.asyncDispose]();
});

/** All ways by which the canary can be named. */
const canaryHosts = (): readonly string[] =>
  ['127.0.0.1', 'localhost', 'private.test', '[::1]', '0x7f.1', '[::ffff:127.0.0.1]', '0.0.0.0'].map(
    (host) => `${host}:${canary.port}`,
  );

describe('a page that reaches for private addresses', () => {
  it('D4: is heard by the canary where the operator opened it: the kinds of requests are real', async () => {
    await using lease = await open.pool.acquire(leaseOptions());
    await lease.open(at('/reach', `?target=127.0.0.1:${canary.port}`), { waitUntil: 'commit' });
    // Service workers are off, whatever they would ask for.
    const heard = subresourceKinds.filter((kind) => kind !== 'serviceworker');
    await vi.waitUntil(() => heard.every((kind) => canary.kinds().has(kind)), { timeout: 30_000 });
    expect(canary.kinds().has('serviceworker')).toBe(false);
    // Behind the proxy there is no UDP: neither WebRTC nor WebTransport has a way out even to what is open.
    expect(canary.kinds().has('udp')).toBe(false);
  });

  it('D4: reaches none of them: every kind of request is refused by the proxy, or has no way out at all', async () => {
    const before = canary.arrivals();
    for (const host of canaryHosts()) {
      await using lease = await closed.pool.acquire(leaseOptions());
      const opened = await lease.open(at('/reach', `?target=${host}`), { timeoutMs: 10_000 });
      expect(opened).toMatchObject({ kind: 'opened' });
      await vi.waitUntil(() => lease.traffic.refusals.length >= 12, { timeout: 20_000 });
      expect(new Set(lease.traffic.refusals.map(({ code }) => code)), host).toEqual(new Set(['ADDRESS_NOT_PUBLIC']));
    }
    expect(canary.arrivals() - before).toBe(0);
  });

  it('D2: is not followed through any of eight kinds of redirects', async () => {
    const before = canary.arrivals();
    await using lease = await closed.pool.acquire(leaseOptions({ wallMs: 60_000 }));
    for (const kind of Object.keys(redirects)) {
      for (const host of [`127.0.0.1:${canary.port}`, '169.254.169.254', '[fd00:ec2::254]']) {
        const target = `http://${host}/latest/meta-data`;
        const count = lease.traffic.refusals.length;
        await lease.open(at(`/${encodeURIComponent(kind)}`, `?target=${encodeURIComponent(target)}`));
        await vi.waitUntil(() => lease.traffic.refusals.length > count, { timeout: 10_000 });
      }
    }
    expect(Object.keys(redirects).length).toBe(8);
    expect(canary.arrivals() - before).toBe(0);
  });

  it('D2: the same redirects are followed where the operator opened the target', async () => {
    await using lease = await open.pool.acquire(leaseOptions({ wallMs: 60_000 }));
    for (const kind of Object.keys(redirects)) {
      const name = `redirect-${kind.replaceAll(' ', '-')}`;
      const target = `http://127.0.0.1:${canary.port}/${name}/x`;
      await lease.open(at(`/${encodeURIComponent(kind)}`, `?target=${encodeURIComponent(target)}`));
      await vi.waitUntil(() => canary.kinds().has(name), { timeout: 10_000 });
    }
  });

  it('D1: reaches no spelling of a private host, by http, https or WebSocket', async () => {
    const before = canary.arrivals();
    await using lease = await closed.pool.acquire(leaseOptions({ wallMs: 60_000 }));
    await lease.open(at('/'));
    const answered = await lease.run(
      async (page) =>
        await page.evaluate(
          async ({ hosts, port }) => {
            const reached: string[] = [];
            const reach = async (host: string): Promise<void> => {
              for (const scheme of ['http', 'https'])
                await fetch(`${scheme}://${host}:${port}/x`, { mode: 'no-cors' }).then(
                  // The proxy's own refusal of a plain request looks like an answer: the canary knows better.
                  () => (scheme === 'https' ? reached.push(host) : 0),
                  () => 0,
                );
              await new Promise<void>((resolve) => {
                try {
                  const socket = new WebSocket(`ws://${host}:${port}/x`);
                  socket.addEventListener('open', () => reached.push(host));
                  socket.addEventListener('close', () => resolve());
                } catch {
                  resolve();
                }
              });
            };
            await Promise.all(hosts.map(reach));
            return reached;
          },
          { hosts: [...privateHosts], port: canary.port },
        ),
    );
    expect(answered).toEqual([]);
    expect(canary.arrivals() - before).toBe(0);
    expect(privateHosts.length).toBeGreaterThanOrEqual(100);
  });

  it('D1: tells the one who asked that the address is private, for each spelling that is opened', async () => {
    const before = canary.arrivals();
    await using lease = await closed.pool.acquire(leaseOptions({ wallMs: 120_000 }));
    const hosts = [...privateSpellings, ...privateAddresses.filter((_, index) => index % 2 === 0).map(asHost)];
    for (const [index, host] of hosts.entries()) {
      const opened = await lease.open(`${index % 2 === 0 ? 'http' : 'https'}://${host}:${canary.port}/`);
      expect(opened, host).toMatchObject({ kind: 'refused', code: 'ADDRESS_NOT_PUBLIC' });
    }
    expect(hosts.length).toBeGreaterThanOrEqual(100);
    expect(canary.arrivals() - before).toBe(0);
  }, 180_000);
});
