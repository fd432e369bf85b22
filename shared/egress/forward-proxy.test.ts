import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import type { EgressPolicy, ResolvedAddress } from './checked-addresses.ts';
import { egressAllowSchema } from './egress-allow.ts';
import { defaultSessionLimits, forwardProxy, type ProxySession } from './forward-proxy.ts';
import { refusalHeader } from './proxy-refusal.ts';
import type { SessionLimits } from './session-traffic.ts';
import { privateHosts, publicAddresses } from './test/private-hosts.ts';

const servers: Server[] = [];
const sessions: ProxySession[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

const listening = async (server: Server, host = '127.0.0.1', port = 0): Promise<number> => {
  servers.push(server);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};
const serve = async (listener: RequestListener, host?: string, port?: number): Promise<number> =>
  await listening(createHttpServer(listener), host, port);

/** Where nobody should arrive: every connection counts, whatever is said on it. */
const canary = async (host?: string, port?: number) => {
  const seen = { count: 0 };
  const server = createServer((socket) => {
    seen.count += 1;
    socket.destroy();
  });
  return { seen, port: await listening(server, host, port) };
};

const openSession = async (
  policy: { allow?: string; resolve?: EgressPolicy['resolve'] },
  limits: Partial<SessionLimits> = {},
): Promise<ProxySession> => {
  const allow = egressAllowSchema.parse(policy.allow ?? '');
  const proxy = forwardProxy({
    policy: { allow, ...(policy.resolve === undefined ? {} : { resolve: policy.resolve }) },
    onRefusal: () => {},
  });
  const session = await proxy.openSession({ ...defaultSessionLimits, ...limits });
  sessions.push(session);
  return session;
};

const get = async (
  session: ProxySession,
  url: string,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> => {
  const sent = request({ host: '127.0.0.1', port: session.port, path: url, headers, agent: false });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
};

/** Everything that the proxy sent back on one line, however that ended. */
const say = async (session: ProxySession, words: string): Promise<string> => {
  const socket = connect(session.port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.on('error', () => {});
  socket.write(words);
  await new Promise((resolve) => socket.once('close', resolve));
  return received;
};

/** CONNECT, then `words` through the tunnel; the head of the proxy's answer, and all that came after it. */
const tunnel = async (session: ProxySession, authority: string, words = '') => {
  const received = await say(session, `CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n\r\n${words}`);
  const end = received.indexOf('\r\n\r\n');
  const head = received.slice(0, end);
  return { status: head.split(' ')[1] ?? '', head, body: received.slice(end + 4) };
};

const resolvingTo =
  (...addresses: string[]): EgressPolicy['resolve'] =>
  async () =>
    addresses.map((address): ResolvedAddress => ({ address, family: address.includes(':') ? 6 : 4 }));

it('passes plain http and tunnels to hosts that are open, and counts what comes back', async () => {
  const port = await serve((asked, response) => response.end(`${asked.headers.host} ${asked.url}`));
  const session = await openSession({ allow: '127.0.0.1' });
  const answer = await get(session, `http://127.0.0.1:${port}/a?b=c`);
  expect(await text(answer)).toBe(`127.0.0.1:${port} /a?b=c`);
  const said = `GET /in-tunnel HTTP/1.1\r\nhost: x.example\r\nconnection: close\r\n\r\n`;
  const { status, body } = await tunnel(session, `127.0.0.1:${port}`, said);
  expect([status, body.endsWith('x.example /in-tunnel')]).toEqual(['200', true]);
  expect(session.receivedBytes).toBeGreaterThan(100);
});

it('sends the host of the address, whatever the Host line says, and nothing that is between neighbours', async () => {
  let seen: IncomingMessage['headers'] = {};
  const port = await serve((asked, response) => {
    seen = asked.headers;
    response.writeHead(200, { [refusalHeader]: 'ADDRESS_NOT_PUBLIC', 'keep-alive': 'timeout=9' }).end();
  });
  const session = await openSession({ allow: '127.0.0.1' });
  const answer = await get(session, `http://127.0.0.1:${port}/`, {
    host: 'other.example',
    'proxy-authorization': 'Basic c2VjcmV0',
    connection: 'close, x-hop',
    'x-hop': '1',
    'x-end': '2',
  });
  expect(seen).toMatchObject({ host: `127.0.0.1:${port}`, 'x-end': '2' });
  expect([seen['x-hop'], seen['proxy-authorization']]).toEqual([undefined, undefined]);
  // A site cannot speak for the proxy.
  expect(answer.headers[refusalHeader]).toBeUndefined();
});

it('D1 D15: no spelling of a private host is connected to, by plain http or by a tunnel', async () => {
  const { seen, port } = await canary();
  const session = await openSession({});
  const notRefused: string[] = [];
  for (const host of privateHosts) {
    const plain = await say(session, `GET http://${host}:${port}/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    const { status } = await tunnel(session, `${host}:${port}`);
    // The parser of HTTP itself hangs up on letters outside ASCII.
    if (!/^(HTTP\/1\.1 (400|403|502) |$)/.test(plain) || !/^(400|403|502|)$/.test(status)) notRefused.push(host);
  }
  expect(notRefused).toEqual([]);
  expect(seen.count).toBe(0);
  expect(privateHosts.length).toBeGreaterThanOrEqual(100);
});

it('tells the browser and the node why nothing was fetched', async () => {
  const session = await openSession({ resolve: resolvingTo('10.0.0.7') });
  const answer = await get(session, 'http://intranet.example/');
  expect([answer.statusCode, answer.headers[refusalHeader]]).toEqual([403, 'ADDRESS_NOT_PUBLIC']);
  expect(await text(answer)).not.toContain('10.0.0.7');
  const { head } = await tunnel(session, 'intranet.example:443');
  expect(head).toMatch(/^HTTP\/1\.1 403 [\s\S]*x-reelyard-egress: ADDRESS_NOT_PUBLIC/);
  expect(session.refusals).toEqual([
    { hostname: 'intranet.example', code: 'ADDRESS_NOT_PUBLIC' },
    { hostname: 'intranet.example', code: 'ADDRESS_NOT_PUBLIC' },
  ]);
});

it('D3: a name with one private address among public ones is refused', async () => {
  const { seen, port } = await canary();
  const session = await openSession({ resolve: resolvingTo('93.184.215.14', '127.0.0.1') });
  expect((await get(session, `http://multi.example:${port}/`)).statusCode).toBe(403);
  const only6 = await openSession({ resolve: resolvingTo('::1') });
  expect((await tunnel(only6, `six.example:${port}`)).status).toBe('403');
  expect(seen.count).toBe(0);
});

it('D3: of a name that changes its address at every look, only the checked one is ever connected to', async () => {
  // 127.0.0.2 stands for the public web: it is open, 127.0.0.1 is not.
  const { seen, port } = await canary('127.0.0.1');
  let answered = 0;
  await serve(
    (_asked, response) => {
      answered += 1;
      response.end('public');
    },
    '127.0.0.2',
    port,
  );
  let looks = 0;
  const resolve: EgressPolicy['resolve'] = async () => {
    looks += 1;
    return [{ address: looks % 2 === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }];
  };
  const session = await openSession({ allow: '127.0.0.2', resolve });
  const statuses = new Map<number | undefined, number>();
  for (let round = 0; round < 1_000; round += 50) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => await get(session, `http://rebind.example:${port}/`)),
    );
    for (const answer of answers) {
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
      answer.resume();
    }
  }
  expect([looks, statuses.get(200), statuses.get(403), answered, seen.count]).toEqual([1_000, 500, 500, 500, 0]);
});

it.each(publicAddresses)('does not refuse the public address %s', async (address) => {
  const session = await openSession({});
  const host = address.includes(':') ? `[${address}]` : address;
  // A port that the web does not use is asked about after the address: nothing is sent anywhere.
  const { head } = await tunnel(session, `${host}:22`);
  expect(head).toContain('x-reelyard-egress: PORT_NOT_ALLOWED');
});

it('opens any port where the operator opened the host, and never its own', async () => {
  const { seen, port } = await canary();
  const session = await openSession({ allow: 'localhost, 127.0.0.1, ::1' });
  for (const host of ['127.0.0.1', 'localhost', '127.1', '0'])
    expect((await tunnel(session, `${host}:${session.port}`)).status, host).toBe('403');
  await tunnel(session, `127.0.0.1:${port}`);
  expect(seen.count).toBe(1);
});

it('D7: cuts a page off at its bytes, and lets the next page load', async () => {
  const chunk = Buffer.alloc(64 * 1_024);
  const port = await serve((asked, response) => {
    if (asked.url === '/small') {
      response.end('small');
      return;
    }
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  });
  const session = await openSession({ allow: '127.0.0.1' }, { maxPageBytes: 1_000_000 });
  await expect(text(await get(session, `http://127.0.0.1:${port}/endless`))).rejects.toThrow();
  await tunnel(session, `127.0.0.1:${port}`, 'GET /endless HTTP/1.1\r\nhost: x\r\n\r\n');
  expect(session.receivedBytes).toBeLessThan(1_200_000);
  expect((await get(session, `http://127.0.0.1:${port}/small`)).headers[refusalHeader]).toBe('TRAFFIC_LIMIT_REACHED');
  session.nextPage();
  expect(await text(await get(session, `http://127.0.0.1:${port}/small`))).toBe('small');
});

it('D6: closes a line over which nothing goes, and answers for a host that does not', async () => {
  const port = await listening(createServer(() => {}));
  const session = await openSession({ allow: '127.0.0.1' }, { idleMs: 50 });
  expect((await tunnel(session, `127.0.0.1:${port}`)).status).toBe('200');
  expect((await get(session, `http://127.0.0.1:${port}/`)).headers[refusalHeader]).toBe('TIMED_OUT');
  const closed = createServer();
  const deadPort = await listening(closed);
  await new Promise((resolve) => closed.close(resolve));
  expect((await get(session, `http://127.0.0.1:${deadPort}/`)).headers[refusalHeader]).toBe('UNREACHABLE');
  expect((await tunnel(session, `127.0.0.1:${deadPort}`)).status).toBe('502');
});

it('cuts every connection when the session ends, those that are being made too', async () => {
  const asked = Promise.withResolvers<void>();
  const port = await listening(
    createServer((socket) => {
      socket.on('error', () => {});
      asked.resolve();
    }),
  );
  const session = await openSession({
    allow: '127.0.0.1',
    resolve: async (hostname) =>
      hostname === 'slow.example' ? await new Promise(() => {}) : [{ address: '127.0.0.1', family: 4 }],
  });
  const open = tunnel(session, `127.0.0.1:${port}`);
  const waiting = tunnel(session, `slow.example:${port}`);
  await asked.promise;
  await session.close();
  const [, waited] = await Promise.all([open, waiting]);
  expect(waited.status).toBe('');
});

it('H3 H4: gives nothing to clients that speak otherwise: other schemes, big headers, upgrades, two lengths', async () => {
  const { seen, port } = await canary();
  const session = await openSession({ allow: '127.0.0.1' });
  const first = async (words: string): Promise<string> => (await say(session, words)).split('\r\n')[0] ?? '';
  const target = `http://127.0.0.1:${port}/`;
  expect(await first(`GET / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`)).toContain('400');
  expect(await first(`GET ftp://127.0.0.1:${port}/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)).toContain('403');
  expect(await first(`GET ${target} HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`)).toBe(
    '',
  );
  expect(await first(`GET ${target} HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`)).toBe('');
  expect(
    await first(
      `POST ${target} HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    ),
  ).toBe('');
  expect(seen.count).toBe(0);
});
