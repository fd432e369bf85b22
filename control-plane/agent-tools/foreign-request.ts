import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { Refusal } from '../http/refusal.ts';
import { ownOrigins } from '../http/same-origin.ts';

const hostnameOf = (host: string | undefined): string | null => {
  const address = `http://${host ?? ''}`;
  return host !== undefined && URL.canParse(address) ? new URL(address).hostname : null;
};

const isAddress = (hostname: string): boolean => isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;

/**
 * A request that a page in somebody's browser sends, or one that came here by a name which is not ours (DNS rebinding:
 * a page's own name that resolves to this machine). Addresses are let through: a name is what is rebound.
 *
 * @returns null where the request comes from a program, or from one of the farm's own pages
 */
export const foreignRequest = ({ host, origin }: IncomingHttpHeaders, publicUrl: string): Refusal | null => {
  const hostname = hostnameOf(host);
  const isOurs =
    hostname !== null && (hostname === 'localhost' || isAddress(hostname) || hostname === new URL(publicUrl).hostname);
  if (!isOurs) {
    return new Refusal('forbidden', {
      code: 'HOST_NOT_ALLOWED',
      message: `This farm is not reached by that Host. Use ${publicUrl}/mcp.`,
    });
  }
  if (origin === undefined || ownOrigins(publicUrl).has(origin)) return null;
  return new Refusal('forbidden', {
    code: 'CROSS_ORIGIN',
    message: 'Pages of other origins may not use the tools: send no Origin header.',
  });
};
