import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { type EgressRefusalCode, egressRefusal } from './egress-refusal.ts';
import { pinnedLookup } from './pinned-lookup.ts';
import type { Admission } from './proxy-admission.ts';
import { refusalHeader, refusalStatus } from './proxy-refusal.ts';
import { hostOf, portOf } from './proxy-target.ts';
import type { SessionTraffic } from './session-traffic.ts';

/** The answer to a CONNECT that leads nowhere. */
const refuseTunnel = (client: Duplex, code: EgressRefusalCode): void => {
  const { message } = egressRefusal(code);
  const head = [
    `HTTP/1.1 ${refusalStatus(code)} Refused`,
    `${refusalHeader}: ${code}`,
    'content-type: text/plain',
    `content-length: ${Buffer.byteLength(message)}`,
    'connection: close',
  ];
  client.end(`${head.join('\r\n')}\r\n\r\n${message}`);
};

/**
 * CONNECT: bytes both ways between the browser and the address that was checked. What goes through (https, ws, wss) is
 * not looked into; what comes back is counted.
 */
export const openTunnel = (
  client: Duplex,
  head: Buffer,
  admission: Admission,
  traffic: SessionTraffic,
  { connectMs, idleMs }: { readonly connectMs: number; readonly idleMs: number },
): void => {
  const refuse = (code: EgressRefusalCode): void => {
    traffic.refused(admission.hostname, code);
    refuseTunnel(client, code);
  };
  if (client.destroyed) return;
  if (admission.kind === 'refused') {
    refuse(admission.code);
    return;
  }
  const { url, addresses, hostname } = admission;
  const remote = connect({ host: hostOf(url), port: portOf(url), lookup: pinnedLookup(addresses), timeout: connectMs });
  traffic.track(remote);
  remote.once('timeout', () => {
    if (remote.connecting) refuse('TIMED_OUT');
    remote.destroy();
  });
  const failed = (): void => {
    if (!client.writableEnded) refuse('UNREACHABLE');
  };
  remote.once('error', failed);
  remote.once('close', () => {
    // What was said last has to arrive before the line is cut.
    if (client.writableEnded) client.once('finish', () => client.destroy());
    else client.destroy();
  });
  client.once('close', () => remote.destroy());
  remote.once('connect', () => {
    remote.off('error', failed);
    remote.setTimeout(idleMs);
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    remote.write(head);
    remote.on('data', (chunk: Buffer) => traffic.received(hostname, chunk.length));
    remote.pipe(client);
    client.pipe(remote);
  });
};
