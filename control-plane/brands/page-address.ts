import { isIP } from 'node:net';
import { type EgressAllow, isAddressAllowed, isHostAllowed } from '@reelyard/shared/egress/egress-allow.ts';

export const maxPageUrlLength = 4_000;

/** Which hosts the farm's browsers may be sent to. */
export interface PageAddressPolicy {
  readonly allow: EgressAllow;
  /** Whether an address belongs to the public internet (shared/egress). */
  readonly isPublicAddress: (address: string) => boolean;
}

/** A name may end in a dot, the root: `localhost.` is no host of a domain. */
const isPublicName = (name: string): boolean =>
  name.includes('.') && !/\.(localhost|local|internal|home\.arpa)$/.test(name);

const isPublicHost = (hostname: string, { isPublicAddress }: PageAddressPolicy): boolean =>
  isIP(hostname) === 0 ? isPublicName(hostname.replace(/\.$/, '')) : isPublicAddress(hostname);

/**
 * S70, S74, S20: what is wrong with the address of a page that a browser of the farm is to open for a caller; null
 * where it may be tried. A public https page, or http as well on a host that the operator opened. Where the name leads
 * is checked by the browser's proxy each time that it is dialled.
 */
export const pageAddressProblem = (text: string, policy: PageAddressPolicy): string | null => {
  const url = text.length <= maxPageUrlLength ? URL.parse(text) : null;
  if (url === null || url.hostname === '') {
    return `Give the full address of a page, such as https://example.com/pricing, of at most ${maxPageUrlLength} characters.`;
  }
  if (url.username !== '' || url.password !== '') return 'The address must carry no user name or password.';
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isHostAllowed(policy.allow, hostname) || isAddressAllowed(policy.allow, hostname)) {
    return /^https?:$/.test(url.protocol) ? null : 'Only http and https pages can be opened.';
  }
  if (url.protocol !== 'https:') return 'Only https pages can be opened.';
  return isPublicHost(hostname, policy) ? null : 'Give the address of a page on the public internet.';
};
