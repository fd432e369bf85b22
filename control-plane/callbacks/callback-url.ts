import { isIP } from 'node:net';
import { type EgressAllow, isAddressAllowed, isHostAllowed } from '@reelyard/shared/egress/egress-allow.ts';

export interface CallbackUrlProblem {
  readonly code: 'CALLBACK_URL_INVALID' | 'CALLBACK_URL_NOT_PUBLIC';
  readonly message: string;
}

const invalid = (message: string): CallbackUrlProblem => ({ code: 'CALLBACK_URL_INVALID', message });

/**
 * S56, N30: null where the address may be asked for: a public https host by its name, or a host that the operator
 * opened. Where the name leads is checked at every attempt, not here: it may lead elsewhere by then (F2).
 */
export const callbackUrlProblem = (text: string, allow: EgressAllow): CallbackUrlProblem | null => {
  const url = text.length <= 2_048 ? URL.parse(text) : null;
  if (url === null) return invalid('Give a full https address of at most 2048 characters.');
  if (url.username !== '' || url.password !== '') return invalid('The address must carry no user name or password.');
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isHostAllowed(allow, hostname) || isAddressAllowed(allow, hostname)) {
    return /^https?:$/.test(url.protocol) ? null : invalid('Give an http or https address.');
  }
  if (url.protocol !== 'https:') return invalid('Give an https address.');
  // A name may end in a dot, the root: `localhost.` is no host of a domain.
  const name = hostname.replace(/\.$/, '');
  const isPrivateName = !name.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(name);
  return isIP(hostname) === 0 && !isPrivateName
    ? null
    : { code: 'CALLBACK_URL_NOT_PUBLIC', message: 'Give the name of a host on the public internet.' };
};
