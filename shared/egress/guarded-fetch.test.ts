import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { EgressPolicy, ResolvedAddress } from './checked-addresses.ts';
import { allowNothing, egressAllowSchema } from './egress-allow.ts';
import { type EgressOutcome, guardedFetch } from './guarded-fetch.ts';

const servers: Server[] = [];

/** A real server on a free port of loopback; answers its port. */
const serve = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  );
});

const limits = { maxBytes: 1_000, timeoutMs: 5_000 };
const loopbackAllowed: EgressPolicy = { allow: egressAllowSchema.parse('127.0.0.1') };
const resolvingTo =
  (...addresses: string[]) =>
  async (): Promise<ResolvedAddress[]> =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const codeOf = (outcome: EgressOutcome): string => (outcome.kind === 'refused' ? outcome.code : `${outcome.status}`);

describe('guarded fetch', () => {
  it('answers status, headers and body of a host that the operator opened', async () => {
    const port = await serve((request, response) => {
      response.writeHead(404, { 'content-type': 'text/plain', 'x-path': request.url ?? '' });
      response.end('none');
    });
    const outcome = await guardedFetch(loopbackAllowed).get(`http://127.0.0.1:${port}/a?b=c#d`, limits);
    expect(outcome).toMatchObject({
      kind: 'answered',
      status: 404,
      headers: { 'content-type': 'text/plain', 'x-path': '/a?b=c' },
      body: Buffer.from('none'),
    });
  });

  it('D15: refuses loopback, by literal and by name, before anything is sent', async () => {
    let hits = 0;
    const port = await serve((_request, response) => {
      hits += 1;
      response.end();
    });
    const fetch = guardedFetch({ allow: allowNothing });
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0'])
      expect(codeOf(await fetch.get(`http://${host}:${port}/`, limits)), host).toBe('ADDRESS_NOT_PUBLIC');
    expect(hits).toBe(0);
  });

  it.each([
    ['not a url', 'ADDRESS_INVALID'],
    ['/logo.png', 'ADDRESS_INVALID'],
    ['http://[example.com]/', 'ADDRESS_INVALID'],
    ['ftp://example.com/a', 'SCHEME_NOT_ALLOWED'],
    ['file:///etc/hostname', 'SCHEME_NOT_ALLOWED'],
    ['javascript:alert(1)', 'SCHEME_NOT_ALLOWED'],
    ['blob:https://example.com/1', 'SCHEME_NOT_ALLOWED'],
    ['https://user@example.com/', 'CREDENTIALS_IN_ADDRESS'],
    ['https://user:word@example.com/', 'CREDENTIALS_IN_ADDRESS'],
    ['https://nowhere.invalid/', 'NAME_NOT_RESOLVED'],
  ])('refuses %s with %s', async (url, code) => {
    const policy = { allow: allowNothing, resolve: async () => Promise.reject(new Error('ENOTFOUND')) };
    expect(codeOf(await guardedFetch(policy).get(url, limits))).toBe(code);
  });

  it('D3: refuses a name with one private address among public ones', async () => {
    const resolve = resolvingTo('93.184.215.14', '127.0.0.1');
    const outcome = await guardedFetch({ allow: allowNothing, resolve: resolve }).get('http://a.example/', limits);
    expect(codeOf(outcome)).toBe('ADDRESS_NOT_PUBLIC');
  });

  it('D3: resolves once and connects to the address that was checked, whatever the name says next', async () => {
    const port = await serve((request, response) => response.end(request.headers.host));
    const answers = ['127.0.0.1', '127.0.0.2'];
    const policy: EgressPolicy = {
      ...loopbackAllowed,
      resolve: async () => [{ address: answers.shift() ?? '127.0.0.3', family: 4 }],
    };
    const outcome = await guardedFetch(policy).get(`http://rebind.example:${port}/`, limits);
    expect(outcome).toMatchObject({ status: 200, body: Buffer.from(`rebind.example:${port}`) });
    expect(answers).toEqual(['127.0.0.2']);
    // 127.0.0.2 is not on the list: the next request is judged by the next answer.
    expect(codeOf(await guardedFetch(policy).get(`http://rebind.example:${port}/`, limits))).toBe('ADDRESS_NOT_PUBLIC');
  });

  it('reaches any address of a host that the operator opened by name', async () => {
    const port = await serve((_request, response) => response.end('in'));
    const fetch = guardedFetch({ allow: egressAllowSchema.parse('localhost') });
    expect(codeOf(await fetch.get(`http://localhost:${port}/`, limits))).toBe('200');
    expect(codeOf(await fetch.get(`http://127.0.0.1:${port}/`, limits))).toBe('ADDRESS_NOT_PUBLIC');
  });

  it.each([301, 302, 303, 307, 308])('D2: refuses a %i redirect to a private address', async (status) => {
    let hits = 0;
    const inner = await serve((_request, response) => {
      hits += 1;
      response.end('secret');
    });
    const port = await serve((request, response) => {
      const location = request.url === '/scheme' ? 'file:///etc/hostname' : `http://127.0.0.2:${inner}/`;
      response.writeHead(status, { location }).end();
    });
    const fetch = guardedFetch(loopbackAllowed);
    expect(codeOf(await fetch.get(`http://127.0.0.1:${port}/`, limits))).toBe('ADDRESS_NOT_PUBLIC');
    expect(codeOf(await fetch.get(`http://127.0.0.1:${port}/scheme`, limits))).toBe('SCHEME_NOT_ALLOWED');
    expect(hits).toBe(0);
  });

  it('follows five redirects, relative ones too, and no sixth', async () => {
    const port = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { location: `${left - 1}` }).end();
    });
    const fetch = guardedFetch(loopbackAllowed);
    expect(await fetch.get(`http://127.0.0.1:${port}/5`, limits)).toMatchObject({
      status: 200,
      url: `http://127.0.0.1:${port}/0`,
    });
    expect(codeOf(await fetch.get(`http://127.0.0.1:${port}/6`, limits))).toBe('TOO_MANY_REDIRECTS');
  });

  it('D7: cuts off a body that never ends, and one that announces too much', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/announced') response.writeHead(200, { 'content-length': '2000000000' }).flushHeaders();
      else Readable.from(zeros()).pipe(response);
    });
    const fetch = guardedFetch(loopbackAllowed);
    expect(codeOf(await fetch.get(`http://127.0.0.1:${port}/endless`, limits))).toBe('BODY_TOO_LARGE');
    expect(codeOf(await fetch.get(`http://127.0.0.1:${port}/announced`, limits))).toBe('BODY_TOO_LARGE');
  });

  it('D7: counts a body after decoding, so that a small bomb is too large', async () => {
    const zeroMegabytes = Buffer.alloc(20 * 1024 * 1024);
    const bombs = {
      gzip: gzipSync(zeroMegabytes),
      br: brotliCompressSync(zeroMegabytes),
      zstd: zstdCompressSync(zeroMegabytes),
    };
    const port = await serve((request, response) => {
      const encoding = request.url?.slice(1) as keyof typeof bombs;
      response.writeHead(200, { 'content-encoding': encoding }).end(bombs[encoding]);
    });
    for (const encoding of ['gzip', 'br', 'zstd'] as const) {
      expect(bombs[encoding].length).toBeLessThan(50_000);
      const outcome = await guardedFetch(loopbackAllowed).get(`http://127.0.0.1:${port}/${encoding}`, {
        ...limits,
        maxBytes: 100_000,
      });
      expect(codeOf(outcome), encoding).toBe('BODY_TOO_LARGE');
    }
  });

  it('undoes a content encoding, and refuses one that is not what it says', async () => {
    const port = await serve((request, response) => {
      const encoding = request.url === '/stacked' ? 'gzip, gzip' : 'gzip';
      const body = request.url === '/lie' ? Buffer.from('plain') : gzipSync('logo');
      response.writeHead(200, { 'content-encoding': encoding }).end(body);
    });
    const fetch = guardedFetch(loopbackAllowed);
    expect(await fetch.get(`http://127.0.0.1:${port}/`, limits)).toMatchObject({ body: Buffer.from('logo') });
    expect(codeOf(await fetch.get(`http://127.0.0.1:${port}/lie`, limits))).toBe('BODY_UNREADABLE');
    expect(codeOf(await fetch.get(`http://127.0.0.1:${port}/stacked`, limits))).toBe('BODY_UNREADABLE');
  });

  it('D6: gives up on a host that drips, and on one that says nothing', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/silent') return;
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const fetch = guardedFetch(loopbackAllowed);
    for (const path of ['drip', 'silent'])
      expect(codeOf(await fetch.get(`http://127.0.0.1:${port}/${path}`, { ...limits, timeoutMs: 200 })), path).toBe(
        'TIMED_OUT',
      );
  });

  it('gives up on a name server that does not answer', async () => {
    const policy: EgressPolicy = { allow: allowNothing, resolve: () => new Promise(() => undefined) };
    expect(codeOf(await guardedFetch(policy).get('https://slow.example/', { ...limits, timeoutMs: 50 }))).toBe(
      'TIMED_OUT',
    );
  });

  it('ends with the signal of the one who asked', async () => {
    const asked = Promise.withResolvers<void>();
    const port = await serve(() => asked.resolve());
    const stop = new AbortController();
    const outcome = guardedFetch(loopbackAllowed).get(`http://127.0.0.1:${port}/`, { ...limits, signal: stop.signal });
    await asked.promise;
    stop.abort();
    expect(codeOf(await outcome)).toBe('CANCELLED');
  });

  it('H6: says that a host broke off without naming addresses or errors', async () => {
    const port = await serve((request) => request.socket.destroy());
    const outcome = await guardedFetch(loopbackAllowed).get(`http://127.0.0.1:${port}/`, limits);
    expect(codeOf(outcome)).toBe('UNREACHABLE');
    expect(JSON.stringify(outcome)).not.toMatch(/127\.0|ECONN|socket|UND_/);
  });

  it('N30: a callback goes to https only, unless the operator opened the host', async () => {
    const received: string[] = [];
    const port = await serve((request, response) => {
      request.on('data', (chunk: Buffer) => received.push(`${request.method} ${chunk.toString()}`));
      request.on('end', () => response.writeHead(204).end());
    });
    const body = Buffer.from('{"event":"publish.completed"}');
    const named: EgressPolicy = { allow: allowNothing, resolve: resolvingTo('93.184.215.14') };
    expect(codeOf(await guardedFetch(named).post('http://hooks.example/', { ...limits, body }))).toBe('HTTPS_REQUIRED');
    expect(codeOf(await guardedFetch(loopbackAllowed).post(`http://127.0.0.1:${port}/`, { ...limits, body }))).toBe(
      '204',
    );
    expect(received).toEqual(['POST {"event":"publish.completed"}']);
  });

  it('F1 F2: a callback takes a redirect as the answer and reads no more than it was told', async () => {
    let hits = 0;
    const port = await serve((request, response) => {
      hits += 1;
      if (request.url === '/away') response.writeHead(302, { location: '/endless' }).end();
      else Readable.from(zeros()).pipe(response);
    });
    const fetch = guardedFetch(loopbackAllowed);
    const options = { ...limits, body: Buffer.from('{}') };
    expect(codeOf(await fetch.post(`http://127.0.0.1:${port}/away`, options))).toBe('302');
    expect(hits).toBe(1);
    const endless = await fetch.post(`http://127.0.0.1:${port}/endless`, options);
    expect(endless).toMatchObject({ status: 200, body: Buffer.alloc(limits.maxBytes) });
  });
});

function* zeros(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(64 * 1024);
}
