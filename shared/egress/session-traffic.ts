import type { Duplex } from 'node:stream';
import type { EgressRefusalCode } from './egress-refusal.ts';

export interface SessionLimits {
  /** Bytes received since the last `nextPage()`. */
  readonly maxPageBytes: number;
  /** Bytes received in all: a page that navigates for ever starts a new page each time. */
  readonly maxSessionBytes: number;
  readonly maxConnections: number;
  /** A connection over which nothing went for this long is closed. */
  readonly idleMs: number;
}

export interface SessionRefusal {
  /** The host as it was asked for, without the port; empty where it could not be read. */
  readonly hostname: string;
  readonly code: EgressRefusalCode;
}

/** What one session of the proxy loads and is refused, and the connections that it has. */
export interface SessionTraffic {
  readonly receivedBytes: number;
  /** The last ones, oldest first. */
  readonly refusals: readonly SessionRefusal[];
  readonly isOverLimit: boolean;
  nextPage(): void;
  refused(hostname: string, code: EgressRefusalCode): void;
  /** Counts what came from outside; a page that had too much loses everything that it still loads. */
  received(hostname: string, bytes: number): void;
  /** A connection of the session, to be cut with it. */
  track(socket: Duplex): void;
  cutAll(): void;
}

const refusalsKept = 200;

export const sessionTraffic = (
  limits: Pick<SessionLimits, 'maxPageBytes' | 'maxSessionBytes'>,
  onRefusal: (code: EgressRefusalCode) => void,
): SessionTraffic => {
  const sockets = new Set<Duplex>();
  const refusals: SessionRefusal[] = [];
  let pageBytes = 0;
  let receivedBytes = 0;

  const isOverLimit = (): boolean => pageBytes > limits.maxPageBytes || receivedBytes > limits.maxSessionBytes;
  const refused = (hostname: string, code: EgressRefusalCode): void => {
    refusals.push({ hostname, code });
    if (refusals.length > refusalsKept) refusals.shift();
    onRefusal(code);
  };
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    get receivedBytes() {
      return receivedBytes;
    },
    refusals,
    get isOverLimit() {
      return isOverLimit();
    },
    nextPage: () => {
      pageBytes = 0;
    },
    refused,
    received: (hostname, bytes) => {
      const wasOver = isOverLimit();
      pageBytes += bytes;
      receivedBytes += bytes;
      if (wasOver || !isOverLimit()) return;
      refused(hostname, 'TRAFFIC_LIMIT_REACHED');
      cutAll();
    },
    track: (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      socket.on('error', () => socket.destroy());
    },
    cutAll,
  };
};
