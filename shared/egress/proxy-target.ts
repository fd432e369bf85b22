import { isIP } from 'node:net';
import type { EgressRefusalCode } from './egress-refusal.ts';

/** Where a client of the proxy wants to go, as a URL that went through the WHATWG parser; or why that is no place. */
export type ProxyTarget =
  | { readonly kind: 'target'; readonly url: URL }
  | { readonly kind: 'refused'; readonly code: EgressRefusalCode };

const refused = (code: EgressRefusalCode): ProxyTarget => ({ kind: 'refused', code });

/** No userinfo, no path, no second bracket: what another parser might read otherwise is not passed on (GHSA-qwrf-gfpj-qvj6). */
const authority = /^(\[[0-9a-f:.]+\]|[^\s:@/?#%[\]\\]+):(\d{1,5})$/i;

/** RULE: the target of `CONNECT example.com:443`. */
export const connectTarget = (text: string): ProxyTarget => {
  const [, host, port] = authority.exec(text) ?? [];
  const url = host === undefined ? null : URL.parse(`https://${host}:${port}/`);
  if (url === null || Number(port) === 0) return refused('ADDRESS_INVALID');
  if (url.hostname.startsWith('[') && isIP(url.hostname.slice(1, -1)) === 0) return refused('ADDRESS_INVALID');
  return { kind: 'target', url };
};

/** RULE: the target of `GET http://example.com/path`, the only form in which a proxy is asked for plain http. */
export const absoluteTarget = (text: string): ProxyTarget => {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null || url.port === '0') return refused('ADDRESS_INVALID');
  if (url.protocol !== 'http:') return refused('SCHEME_NOT_ALLOWED');
  if (url.username !== '' || url.password !== '') return refused('CREDENTIALS_IN_ADDRESS');
  return { kind: 'target', url };
};

/** RULE: the host that a connection goes to: IPv6 literals without their brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

/** RULE: the port that a connection goes to. */
export const portOf = (url: URL): number =>
  url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);

/** Those of the web, and the two that its sites use besides; anything else only where the operator opened the host. */
export const webPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);
