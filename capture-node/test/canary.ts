import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A place on loopback where no page may arrive: TCP and UDP on one port, by IPv4 and, where there is one, IPv6. */
export interface Canary extends AsyncDisposable {
  readonly port: number;
  /** Connections and packets, whatever they say. */
  readonly arrivals: () => number;
  /** First parts of the paths that were asked for: `/img/x` counts as img. */
  readonly kinds: () => ReadonlySet<string>;
}

const listening = async (server: Server, host: string, port: number): Promise<boolean> => {
  server.listen(port, host);
  return await once(server, 'listening').then(
    () => true,
    () => false,
  );
};

const bound = async (socket: UdpSocket, host: string, port: number): Promise<boolean> => {
  socket.bind(port, host);
  return await once(socket, 'listening').then(
    () => true,
    () => false,
  );
};

export const openCanary = async (): Promise<Canary> => {
  let arrivals = 0;
  const kinds = new Set<string>();
  const sockets = new Set<Socket>();
  const serverOf = (): Server =>
    createServer((request, response) => {
      const kind = request.url?.split('/')[1] ?? '';
      kinds.add(kind);
      const disposition = kind === 'download' ? { 'content-disposition': 'attachment' } : {};
      response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/plain', ...disposition });
      response.end('canary');
    })
      .on('connection', (socket) => {
        arrivals += 1;
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      })
      .on('upgrade', (request, socket) => {
        kinds.add(request.url?.split('/')[1] ?? '');
        socket.destroy();
      });
  const udpOf = (type: 'udp4' | 'udp6'): UdpSocket =>
    createSocket(type).on('message', () => {
      arrivals += 1;
      kinds.add('udp');
    });
  const first = serverOf();
  await listening(first, '127.0.0.1', 0);
  const { port } = first.address() as AddressInfo;
  const six = serverOf();
  const [udp4, udp6] = [udpOf('udp4'), udpOf('udp6')];
  const hasSix = await listening(six, '::1', port);
  const bounds = [await bound(udp4, '127.0.0.1', port), await bound(udp6, '::1', port)];
  return {
    port,
    arrivals: () => arrivals,
    kinds: () => kinds,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      for (const [index, udp] of [udp4, udp6].entries()) if (bounds[index] === true) udp.close();
      const servers = [first, ...(hasSix ? [six] : [])];
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
};
