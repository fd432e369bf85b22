import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { addressClass } from './address-class.ts';
import { type EgressAllow, isAddressAllowed, isHostAllowed } from './egress-allow.ts';
import type { EgressRefusalCode } from './egress-refusal.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface EgressPolicy {
  readonly allow: EgressAllow;
  /** Names to addresses; the system's resolver where absent. */
  readonly resolve?: (hostname: string) => Promise<readonly ResolvedAddress[]>;
}

/** The addresses that a connection to this URL may be made to, or why there are none. */
export type CheckedAddresses =
  | {
      readonly kind: 'checked';
      readonly addresses: readonly [ResolvedAddress, ...ResolvedAddress[]];
      /** The operator opened this host, on any port and by plain http too. */
      readonly isOpened: boolean;
    }
  | { readonly kind: 'refused'; readonly code: EgressRefusalCode };

const refused = (code: EgressRefusalCode): CheckedAddresses => ({ kind: 'refused', code });

const resolveBySystem = (hostname: string): Promise<readonly ResolvedAddress[]> =>
  lookup(hostname, { all: true, order: 'verbatim' });

/** Name servers are slow at times, and a lookup cannot be called off: the wait ends with the signal, at least. */
const endedBy = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const ended = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => ended.reject(signal.reason), { once: true });
  return Promise.race([work, ended.promise]);
};

/**
 * Checks a URL and resolves its host ONCE. EVERY address has to be reachable: a name with one private address is
 * refused, not narrowed to its public ones (D3). `url` has been through the WHATWG parser, which turned each spelling
 * of an IPv4 address into four decimals, so a literal is one that `isIP` knows.
 *
 * @param httpsOnly plain http is then left to hosts that the operator opened
 * @throws the reason of the signal
 */
export const checkedAddresses = async (
  policy: EgressPolicy,
  url: URL,
  httpsOnly: boolean,
  signal: AbortSignal,
): Promise<CheckedAddresses> => {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused('SCHEME_NOT_ALLOWED');
  if (url.username !== '' || url.password !== '') return refused('CREDENTIALS_IN_ADDRESS');
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const literalFamily = isIP(hostname);
  const resolve = policy.resolve ?? resolveBySystem;
  const [first, ...others] =
    literalFamily === 0
      ? await endedBy(
          resolve(hostname).catch(() => []),
          signal,
        )
      : [{ address: hostname, family: literalFamily }];
  if (first === undefined) return refused('NAME_NOT_RESOLVED');
  const isOpened = ({ address }: ResolvedAddress): boolean =>
    isHostAllowed(policy.allow, hostname) || isAddressAllowed(policy.allow, address);
  const addresses = [first, ...others] as const;
  if (!addresses.every((each) => addressClass(each.address) === 'public' || isOpened(each)))
    return refused('ADDRESS_NOT_PUBLIC');
  const allOpened = addresses.every(isOpened);
  if (httpsOnly && url.protocol === 'http:' && !allOpened) return refused('HTTPS_REQUIRED');
  return { kind: 'checked', addresses, isOpened: allOpened };
};
