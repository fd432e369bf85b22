import { effectiveAddress } from './address-class.ts';
import { checkedAddresses, type EgressPolicy, type ResolvedAddress } from './checked-addresses.ts';
import type { EgressRefusalCode } from './egress-refusal.ts';
import { type ProxyTarget, portOf, webPorts } from './proxy-target.ts';

/** Whether a request of a browser may go out, and to which addresses. `hostname` is for the session's log. */
export type Admission =
  | {
      readonly kind: 'admitted';
      readonly hostname: string;
      readonly url: URL;
      readonly addresses: readonly [ResolvedAddress, ...ResolvedAddress[]];
    }
  | { readonly kind: 'refused'; readonly hostname: string; readonly code: EgressRefusalCode };

/** Ports of this machine that no page may reach, and the addresses at which it is reached besides loopback. */
export interface SealedDoors {
  readonly ports: ReadonlySet<number>;
  readonly addresses: ReadonlySet<string>;
}

/** This machine, also by the address that means "any of mine". */
const isThisMachine = ({ address }: ResolvedAddress, own: ReadonlySet<string>): boolean => {
  const effective = effectiveAddress(address);
  const range = effective?.range();
  return range === 'loopback' || range === 'unspecified' || (effective !== null && own.has(effective.toString()));
};

/**
 * The rule of guarded-fetch, with the ports of the web. `sealed` doors of this machine are closed even where the operator
 * opened loopback or the network that it is in: they are the proxy's and its node's own.
 *
 * @throws the reason of the signal
 */
export const admit = async (
  policy: EgressPolicy,
  target: ProxyTarget,
  sealed: SealedDoors,
  signal: AbortSignal,
): Promise<Admission> => {
  if (target.kind === 'refused') return { ...target, hostname: '' };
  const { url } = target;
  const { hostname } = url;
  const refused = (code: EgressRefusalCode): Admission => ({ kind: 'refused', hostname, code });
  const checked = await checkedAddresses(policy, url, false, signal);
  if (checked.kind === 'refused') return refused(checked.code);
  const port = portOf(url);
  if (!checked.isOpened && !webPorts.has(port)) return refused('PORT_NOT_ALLOWED');
  if (sealed.ports.has(port) && checked.addresses.some((each) => isThisMachine(each, sealed.addresses)))
    return refused('ADDRESS_NOT_PUBLIC');
  return { kind: 'admitted', hostname, url, addresses: checked.addresses };
};
