import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { leaseOptions, openTestPool, type TestPool } from '../test/browser-pool.ts';
import { isRunning, processesOf } from '../test/process-facts.ts';
import { openSite, type Site } from '../test/site.ts';
import type { BrowserLease } from './browser-lease.ts';
import type { OpenedAddress } from './open-address.ts';

/** A node gives a capture 30 s and has its place back within 35 s; here the wall is lower, so that the suite is short. */
const wallMs = 2_500;
const openMs = 1_500;
const backWithinMs = 35_000;
/** Those whose own end is waited for: a slow machine must not end them first. */
const patient = { wallMs: 30_000, openMs: 20_000 };
const patience: Readonly<Record<string, { readonly wallMs: number; readonly openMs: number }>> = {
  'redirects for ever': patient,
  'is a download without end': patient,
  'takes all memory': patient,
  'drips for ever': { wallMs: 30_000, openMs: 3_000 },
};

const endless = (
  response: ServerResponse,
  type: string,
  chunk: Buffer,
  more: Record<string, string> = {},
): undefined => {
  response.writeHead(200, { 'content-type': type, ...more });
  Readable.from(
    (function* () {
      for (;;) yield chunk;
    })(),
  ).pipe(response);
  return undefined;
};

const script = (code: string): string => `<title>hostile</title><body><script>${code}</script>`;

const pages: Record<string, string | ((response: ServerResponse, path: string) => string | undefined)> = {
  'never answers': () => undefined,
  'redirects for ever': (response, path) => {
    const count = Number(new URL(path, 'http://x').searchParams.get('n') ?? 0) + 1;
    response.writeHead(302, { location: `?n=${count}` }).end();
    return undefined;
  },
  'reloads for ever': script('setTimeout(() => location.reload(), 1)'),
  'drips for ever': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const drip = setInterval(() => response.write('<p>drip'), 20);
    response.once('close', () => clearInterval(drip));
    return undefined;
  },
  'sends for ever': (response) => endless(response, 'text/html', Buffer.from('<p>more</p>'.repeat(5_000))),
  'is a download without end': (response) =>
    endless(response, 'application/octet-stream', Buffer.alloc(65_536), { 'content-disposition': 'attachment' }),
  'is a gzip bomb': (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    const zip = createGzip();
    zip.pipe(response);
    Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(1_000_000, '<!---->');
      })(),
    ).pipe(zip);
    response.once('close', () => zip.destroy());
    return undefined;
  },
  'asks for ever': script('for (;;) alert(confirm(prompt(1)))'),
  'prints for ever': script('for (;;) print()'),
  'asks before it leaves': script(
    `onbeforeunload = (event) => { event.preventDefault(); return 'stay'; }; location.hash = 1`,
  ),
  'opens tabs for ever': script(`setInterval(() => open('/opens%20tabs%20for%20ever'), 5)`),
  spins: script('for (;;);'),
  'spins in a hundred workers': script(
    `for (let n = 0; n < 100; n += 1) new Worker(URL.createObjectURL(new Blob(['for (;;);'])))`,
  ),
  'takes all memory': script('const kept = []; for (;;) kept.push(new Uint8Array(20_000_000).fill(1))'),
  'has a million nodes': script(
    `for (let n = 0; n < 1e6; n += 1) { const node = document.createElement('div'); node.style.cssText = 'position:relative;float:left'; node.textContent = n; document.body.append(node); }`,
  ),
  'draws on 32,000 by 32,000 pixels': script(
    `for (;;) { const canvas = document.createElement('canvas'); canvas.width = canvas.height = 32000; const pen = canvas.getContext('2d'); pen?.fillRect(0, 0, 32000, 32000); document.body.append(canvas); canvas.toDataURL(); }`,
  ),
  'floods the history': script('for (let n = 0; ; n += 1) history.pushState(n, "", "?" + n)'),
};

let site: Site;
let test: TestPool;
let bystander: BrowserLease;
const everyPid = new Set<number>();

beforeAll(async () => {
  site = await openSite((path, response) => {
    const page = pages[decodeURIComponent(new URL(path, 'http://x').pathname.slice(1))];
    if (typeof page === 'function') return page(response, path);
    return page ?? '<title>bystander</title><h1>here</h1>';
  });
  test = await openTestPool('127.0.0.1', {
    size: 3,
    limits: { maxBytes: 600_000_000, maxCpuShare: 0.8, busyMs: 60_000 },
  });
  bystander = await test.pool.acquire(leaseOptions({ wallMs: 600_000 }));
  await bystander.open(`http://127.0.0.1:${site.port}/bystander`);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const noteProcesses = (): void => {
  for (const pid of test.pool.state.pids) for (const facts of processesOf(pid)) everyPid.add(facts.pid);
};

/** Opens a page and works on it as a capture would; resolves when the lease is over. */
const suffer = async (name: string): Promise<{ opened: OpenedAddress | null; tookMs: number; reason: unknown }> => {
  const limits = patience[name] ?? { wallMs, openMs };
  const lease = await test.pool.acquire(leaseOptions({ identity: name, wallMs: limits.wallMs, waitMs: 60_000 }));
  const beganAtMs = performance.now();
  let opened: OpenedAddress | null = null;
  try {
    opened = await lease.open(`http://127.0.0.1:${site.port}/${encodeURIComponent(name)}`, {
      timeoutMs: limits.openMs,
    });
    noteProcesses();
    if (opened.kind === 'opened') await lease.run(async (page) => await page.screenshot({ type: 'jpeg' }));
  } catch (error) {
    if (!lease.signal.aborted && !(error instanceof Error)) throw error;
  }
  noteProcesses();
  await lease.release();
  return { opened, tookMs: performance.now() - beganAtMs, reason: (lease.signal.reason as { reason: string }).reason };
};

describe('a page that', () => {
  it.concurrent.each(Object.keys(pages))(
    'D6–D10: %s has its place taken back, and nobody else notices',
    async (name) => {
      const { opened, tookMs, reason } = await suffer(name);
      expect(['released', 'wall', 'memory', 'crashed']).toContain(reason);
      expect(tookMs).toBeLessThan(backWithinMs);
      if (name === 'never answers') expect(opened).toMatchObject({ kind: 'refused', code: 'TIMED_OUT' });
      if (name === 'redirects for ever') expect(opened).toMatchObject({ kind: 'refused', code: 'TOO_MANY_REDIRECTS' });
      if (name === 'drips for ever') expect(opened).toMatchObject({ kind: 'opened', isPartial: true });
      if (name === 'is a download without end')
        expect(opened).toMatchObject({ kind: 'refused', code: 'IS_A_DOWNLOAD' });
      if (name === 'takes all memory') expect(['memory', 'crashed']).toContain(reason);
      expect(await bystander.run((page) => page.textContent('h1'))).toBe('here');
    },
  );
});

describe('afterwards', () => {
  it('D9: a page that keeps a core busy is ended before its wall', async () => {
    const busy = await openTestPool('127.0.0.1', {
      size: 1,
      limits: { maxBytes: 2e9, maxCpuShare: 0.05, busyMs: 1_000 },
    });
    const lease = await busy.pool.acquire(leaseOptions({ wallMs: 600_000 }));
    lease.open(`http://127.0.0.1:${site.port}/spins`).catch(() => {});
    await expect(lease.run(() => new Promise(() => {}))).rejects.toMatchObject({ reason: 'cpu' });
    await busy.pool.close();
  });

  it('D10: no process of any of them is left, and the one that stood by lives', async () => {
    expect(await bystander.run((page) => page.evaluate('6 * 7'))).toBe(42);
    await bystander.release();
    noteProcesses();
    expect(everyPid.size).toBeGreaterThan(20);
    await test.pool.close();
    await vi.waitUntil(() => ![...everyPid].some(isRunning), { timeout: 20_000 });
  });
});
