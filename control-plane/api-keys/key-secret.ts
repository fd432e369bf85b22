import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** S101/N42: what a key's secret looks like; secret scanners use the same pattern. */
export const keySecretPattern = /^svc_(live|test)_[0-9A-Za-z]{40}$/;

export type Environment = 'live' | 'test';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 34 base62 characters carry 202 bits (N42 asks for 192). */
const randomLength = 34;
const checksumLength = 6;

/** CRC32 in base62: catches typing errors and cut-off secrets without a look at the database. */
const checksumOf = (text: string): string => {
  let rest = crc32(text);
  let encoded = '';
  while (encoded.length < checksumLength) {
    encoded = alphabet.charAt(rest % alphabet.length) + encoded;
    rest = Math.floor(rest / alphabet.length);
  }
  return encoded;
};

/** Puts a secret together from its random part (34 base62 characters). */
export const keySecretFrom = (environment: Environment, random: string): string => {
  const body = `svc_${environment}_${random}`;
  return body + checksumOf(body);
};

/** A new secret, shown once and never stored (S102). */
export const generateKeySecret = (environment: Environment): string =>
  keySecretFrom(
    environment,
    Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
  );

/** The environment that a secret selects; null where it is not a whole secret of ours. */
export const environmentOfSecret = (secret: string): Environment | null => {
  const match = keySecretPattern.exec(secret);
  if (match === null) return null;
  const body = secret.slice(0, -checksumLength);
  return checksumOf(body) === secret.slice(-checksumLength) ? (match[1] as Environment) : null;
};

/** What is stored in place of a secret. */
export const hashKeySecret = (secret: string): Buffer => createHash('sha256').update(secret, 'utf8').digest();

/** How a key is shown after its making: `svc_live_ab12` and its last four characters (N15). */
export const displayOfSecret = (secret: string): { prefix: string; last4: string } => ({
  prefix: secret.slice(0, 'svc_live_'.length + 4),
  last4: secret.slice(-4),
});
