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

/** This machine, also by the address that means "any of mine". */
const isThisMachine = ({ address }: ResolvedAddress): boolean => {
  const range = effectiveAddress(address)?.range();
  return range === 'loopback' || range === 'unspecified';
};

/**
 * The rule of guarded-fetch, with the ports of the web. `sealedPorts` of this machine are closed even where the operator
 * opened loopback: they are the proxy's own.
 *
 * @throws the reason of the signal
 */
export const admit = async (
  policy: EgressPolicy,
  target: ProxyTarget,
  sealedPorts: ReadonlySet<number>,
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
  if (sealedPorts.has(port) && checked.addresses.some(isThisMachine)) return refused('ADDRESS_NOT_PUBLIC');
  return { kind: 'admitted', hostname, url, addresses: checked.addresses };
};
