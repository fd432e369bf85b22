import { isIPv6 } from 'node:net';

/** G5: what may be tried within any quarter of an hour. Counted where it failed, except for mails. */
export const attemptWindowSeconds = 15 * 60;
export const attemptLimits = {
  /** Wrong passwords for one e-mail address, from wherever. */
  'password-of-email': 10,
  /** Wrong passwords from one address, for whichever e-mail: spraying one password over many accounts. */
  'password-from-address': 10,
  /** Mails to one mailbox: more would be a nuisance to somebody who asked for none. */
  'mail-to-email': 3,
  /** Sign-ups and mails that one address asks for. */
  'mail-from-address': 20,
} as const;
export type AttemptBucket = keyof typeof attemptLimits;

const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...gap, ...after].map((group) => Number.parseInt(group, 16).toString(16));
};

/**
 * The subject that an address is counted as: an IPv4 address itself; of IPv6 the /64, which is what one line gets and
 * within which anybody has as many addresses as they like.
 */
export const addressSubject = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [bare = ''] = address.split('%');
  return isIPv6(bare) ? `${groupsOf(bare).slice(0, 4).join(':')}::/64` : address;
};
