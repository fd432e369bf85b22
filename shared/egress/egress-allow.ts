import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { effectiveAddress, isInRange } from './address-class.ts';

/** Hosts and ranges that an operator opened for fetches besides the public web (FARM_EGRESS_ALLOW). */
export interface EgressAllow {
  readonly hosts: ReadonlySet<string>;
  readonly ranges: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];
}

export const allowNothing: EgressAllow = { hosts: new Set(), ranges: [] };

const hostPattern = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;

/**
 * The value of FARM_EGRESS_ALLOW: names, addresses and CIDRs between commas (`intranet.example, 10.1.0.0/16, ::1`).
 * Every entry that is none of these is reported by its text; an entry is never skipped, because a typing error would
 * then read as "nothing is allowed".
 */
export const egressAllowSchema = z.string().transform((text, context): EgressAllow => {
  const hosts = new Set<string>();
  const ranges: [ipaddr.IPv4 | ipaddr.IPv6, number][] = [];
  for (const entry of text.split(',').map((part) => part.trim().toLowerCase())) {
    if (entry === '') continue;
    const bare = entry.replace(/^\[(.*)\]$/, '$1');
    if (isIP(bare) !== 0 && !bare.includes('%')) {
      const address = ipaddr.parse(bare);
      ranges.push([address, address.kind() === 'ipv4' ? 32 : 128]);
    } else if (/^[0-9a-f:.]+\/\d+$/.test(entry) && ipaddr.isValidCIDR(entry)) ranges.push(ipaddr.parseCIDR(entry));
    else if (hostPattern.test(entry) && !/^[0-9.]+$/.test(entry)) hosts.add(entry);
    else context.addIssue(`"${entry}" is neither a host name, nor an address, nor a CIDR such as 10.1.0.0/16`);
  }
  return { hosts, ranges };
});

/** True where the operator opened this host by name. */
export const isHostAllowed = (allow: EgressAllow, hostname: string): boolean =>
  allow.hosts.has(hostname.toLowerCase().replace(/\.$/, ''));

/** True where the operator opened the range that this resolved address lies in. */
export const isAddressAllowed = (allow: EgressAllow, address: string): boolean => {
  const effective = effectiveAddress(address);
  return effective !== null && allow.ranges.some((range) => isInRange(effective, range));
};
