import type { LookupFunction } from 'node:net';
import type { ResolvedAddress } from './checked-addresses.ts';

/** Hands a connection the addresses that were checked: a second answer of a name server has nothing to change (D3). */
export const pinnedLookup =
  (addresses: readonly [ResolvedAddress, ...ResolvedAddress[]]): LookupFunction =>
  (_hostname, options, callback) => {
    const [{ address, family }] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, address, family);
  };
