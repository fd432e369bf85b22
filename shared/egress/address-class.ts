import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * What an address is, as far as a fetch on behalf of a caller is concerned. Only `public` may be reached: this is a
 * list of what is allowed, so a range that nobody has thought of yet is refused (reliability.md D1).
 */
export type AddressClass = 'public' | 'private' | 'unreadable';

/** The only IPv6 block from which global unicast addresses are assigned (RFC 4291 §2.4, IANA registry). */
const assignedIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Of 96 bits before an IPv4 address: the ones that lead to that very address, and nowhere else. */
const ipv4Mapped = ipaddr.IPv6.parseCIDR('::ffff:0:0/96');
const nat64WellKnown = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * The address that a connection really reaches: mapped addresses and those of the well-known NAT64 prefix are their
 * IPv4 address. Teredo, 6to4, compatible (::/96) and local NAT64 (64:ff9b:1::/48) addresses are left as they are and
 * refused whole: they are tunnels of the past or of somebody's own network, and no public host needs them.
 */
export const effectiveAddress = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | null => {
  const family = isIP(address);
  // A zone (fe80::1%eth0) names a network card of this machine.
  if (family === 0 || address.includes('%')) return null;
  // ipaddr.js 2.5.0 reads `::8.8.8.8` as a mapped address, which it is not; the URL parser writes both in hexadecimal.
  const parsed = ipaddr.parse(family === 4 ? address : new URL(`http://[${address}]`).hostname.slice(1, -1));
  if (parsed.kind() === 'ipv4') return parsed;
  return parsed.match(ipv4Mapped) || parsed.match(nat64WellKnown)
    ? new ipaddr.IPv4(parsed.toByteArray().slice(-4))
    : parsed;
};

/** True where `address` lies in the range; addresses of the other family never do. */
export const isInRange = (
  address: ipaddr.IPv4 | ipaddr.IPv6,
  [network, prefix]: [ipaddr.IPv4 | ipaddr.IPv6, number],
): boolean => address.kind() === network.kind() && address.match(network, prefix);

/** Classifies one resolved address (`1.2.3.4`, `2606:4700::1111`), never a name. */
export const addressClass = (address: string): AddressClass => {
  const effective = effectiveAddress(address);
  if (effective === null) return 'unreadable';
  if (effective.range() !== 'unicast') return 'private';
  return effective.kind() === 'ipv4' || isInRange(effective, assignedIpv6) ? 'public' : 'private';
};
