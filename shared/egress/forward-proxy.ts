import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Duplex } from 'node:stream';
import type { EgressPolicy } from './checked-addresses.ts';
import type { EgressRefusalCode } from './egress-refusal.ts';
import { type Admission, admit } from './proxy-admission.ts';
import { forwardExchange } from './proxy-exchange.ts';
import { absoluteTarget, connectTarget, type ProxyTarget } from './proxy-target.ts';
import { openTunnel } from './proxy-tunnel.ts';
import { type SessionLimits, type SessionTraffic, sessionTraffic } from './session-traffic.ts';

/**
 * The only way out of a browser. Chromium sends everything here, plain http in absolute form and the rest (https, ws,
 * wss) through CONNECT; each request is checked by the address rule that guarded-fetch uses, the name is resolved once,
 * and an address that was checked is the one connected to.
 *
 * A session is a listener of its own on loopback: its port tells whose traffic it is. A user name per session was
 * rejected: Chromium asks Playwright for it by interception, which slows every request and turns the cache off. The
 * proxy-chain package was rejected: it has no place to check all addresses of a name and then use just those.
 */
export interface ForwardProxy {
  openSession(limits: SessionLimits): Promise<ProxySession>;
}

export interface ProxySession extends Pick<SessionTraffic, 'receivedBytes' | 'refusals' | 'nextPage'> {
  /** Of 127.0.0.1. */
  readonly port: number;
  /** Cuts every connection. */
  close(): Promise<void>;
}

export interface ForwardProxyOptions {
  readonly policy: EgressPolicy;
  readonly onRefusal: (code: EgressRefusalCode) => void;
  /** Ports of this machine that pages may not reach even where the operator opened loopback or its network. */
  readonly ownPorts?: () => readonly number[];
}

export const defaultSessionLimits: SessionLimits = {
  maxPageBytes: 50 * 1_024 * 1_024,
  maxSessionBytes: 500 * 1_024 * 1_024,
  maxConnections: 256,
  idleMs: 60_000,
};

const connectMs = 10_000;
const maxHeaderBytes = 64 * 1_024;

/** The addresses of this machine's own network interfaces, asked for anew: they change while a process runs. */
const addressesHere = (): ReadonlySet<string> =>
  new Set(Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []));

export const forwardProxy = (options: ForwardProxyOptions): ForwardProxy => {
  const sessionPorts = new Set<number>();

  /** Answers for every target, in time: a name server that says nothing is a refusal as well. */
  const admissionOf = async (target: ProxyTarget, isOverLimit: boolean, closed: AbortSignal): Promise<Admission> => {
    const hostname = target.kind === 'target' ? target.url.hostname : '';
    if (isOverLimit) return { kind: 'refused', hostname, code: 'TRAFFIC_LIMIT_REACHED' };
    const timeout = AbortSignal.timeout(connectMs);
    try {
      const sealed = { ports: new Set([...sessionPorts, ...(options.ownPorts?.() ?? [])]), addresses: addressesHere() };
      return await admit(options.policy, target, sealed, AbortSignal.any([closed, timeout]));
    } catch (error) {
      if (!closed.aborted && !timeout.aborted) throw error;
      return { kind: 'refused', hostname, code: closed.aborted ? 'CANCELLED' : 'TIMED_OUT' };
    }
  };

  const listenerOf = (traffic: SessionTraffic, limits: SessionLimits, closed: AbortSignal) => {
    const server = createServer({ maxHeaderSize: maxHeaderBytes, keepAliveTimeout: limits.idleMs, requestTimeout: 0 });
    const patience = { connectMs, idleMs: limits.idleMs, maxHeaderBytes };
    const admitted = async (target: ProxyTarget): Promise<Admission> =>
      await admissionOf(target, traffic.isOverLimit, closed);
    const whenAdmitted = (target: ProxyTarget, socket: Duplex, go: (admission: Admission) => void): void => {
      admitted(target).then(go, () => socket.destroy());
    };
    server.maxConnections = limits.maxConnections;
    server.on('connection', (socket) => traffic.track(socket));
    server.on('connect', (request, socket, head) => {
      whenAdmitted(connectTarget(request.url ?? ''), socket, (admission) =>
        openTunnel(socket, head, admission, traffic, patience),
      );
    });
    server.on('request', (request, response) =>
      whenAdmitted(absoluteTarget(request.url ?? ''), request.socket, (admission) =>
        forwardExchange(request, response, admission, traffic, patience),
      ),
    );
    // Chromium opens WebSockets by CONNECT; a client that asks otherwise is none of ours.
    server.on('upgrade', (_request, socket) => socket.destroy());
    server.on('clientError', (_error, socket) => socket.destroy());
    return server;
  };

  return {
    openSession: async (limits) => {
      const closed = new AbortController();
      const traffic = sessionTraffic(limits, options.onRefusal);
      const server = listenerOf(traffic, limits, closed.signal);
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, '127.0.0.1', resolve);
      });
      const { port } = server.address() as AddressInfo;
      sessionPorts.add(port);
      return {
        port,
        get receivedBytes() {
          return traffic.receivedBytes;
        },
        refusals: traffic.refusals,
        nextPage: () => traffic.nextPage(),
        close: async () => {
          closed.abort();
          const gone = new Promise<void>((resolve) => server.close(() => resolve()));
          traffic.cutAll();
          await gone;
          sessionPorts.delete(port);
        },
      };
    },
  };
};
