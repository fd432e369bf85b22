import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type EgressRefusalCode, egressRefusal } from './egress-refusal.ts';
import { pinnedLookup } from './pinned-lookup.ts';
import type { Admission } from './proxy-admission.ts';
import { refusalHeader, refusalStatus } from './proxy-refusal.ts';
import { hostOf, portOf } from './proxy-target.ts';
import type { SessionTraffic } from './session-traffic.ts';

const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  refusalHeader,
]);

/** RULE: what goes on to the other side: not what is said between two neighbours, nor what `Connection` lists. */
export const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders => {
  const listed = (headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !listed.includes(name)));
};

/** Plain http: one request to the address that was checked, on a connection of its own. */
export const forwardExchange = (
  incoming: IncomingMessage,
  response: ServerResponse,
  admission: Admission,
  traffic: SessionTraffic,
  limits: { readonly connectMs: number; readonly idleMs: number; readonly maxHeaderBytes: number },
): void => {
  const refuse = (code: EgressRefusalCode): void => {
    traffic.refused(admission.hostname, code);
    if (response.headersSent) response.destroy();
    else
      response
        .writeHead(refusalStatus(code), { [refusalHeader]: code, 'content-type': 'text/plain', connection: 'close' })
        .end(egressRefusal(code).message);
  };
  if (response.destroyed) return;
  if (admission.kind === 'refused') {
    refuse(admission.code);
    return;
  }
  const { url, addresses, hostname } = admission;
  const outgoing = request({
    host: hostOf(url),
    port: portOf(url),
    path: url.pathname + url.search,
    method: incoming.method ?? 'GET',
    // The address decides which host is asked, whatever the client wrote into its Host line (RFC 9112 §3.2.2).
    headers: { ...endToEnd(incoming.headers), host: url.host },
    lookup: pinnedLookup(addresses),
    agent: false,
    maxHeaderSize: limits.maxHeaderBytes,
    timeout: limits.connectMs,
  });
  outgoing.once('socket', (socket) => {
    traffic.track(socket);
    socket.once('connect', () => outgoing.setTimeout(limits.idleMs));
  });
  outgoing.once('timeout', () => {
    refuse('TIMED_OUT');
    outgoing.destroy();
  });
  outgoing.once('error', () => {
    if (!response.writableEnded) refuse('UNREACHABLE');
  });
  outgoing.once('response', (answer) => {
    answer.on('data', (chunk: Buffer) => traffic.received(hostname, chunk.length));
    answer.once('error', () => response.destroy());
    response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
    answer.pipe(response);
  });
  response.once('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
};
