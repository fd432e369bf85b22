import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { encodePasswordHash, hashTerms, type ParsedPasswordHash, parsePasswordHash } from '../password-hash.ts';

const derive = promisify(argon2);

type Terms = Omit<ParsedPasswordHash, 'key'> & { readonly tagLength: number };

const deriveKey = (password: string, terms: Terms): Promise<Buffer> =>
  derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: terms.salt,
    memory: terms.memoryKib,
    passes: terms.passes,
    parallelism: terms.parallelism,
    tagLength: terms.tagLength,
  });

/**
 * argon2id and not better-auth's scrypt: it is what G5 asks for, node has it built in, and its 19 MiB are meant to be
 * what a graphics card runs short of. Runs on the thread pool: four at once at most, whoever asks.
 */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(hashTerms.saltBytes);
  return encodePasswordHash(salt, await deriveKey(password, { ...hashTerms, salt, tagLength: hashTerms.keyBytes }));
};

/** False where the hash is none of ours: such a login has no password that fits. */
export const verifyPassword = async (stored: string, password: string): Promise<boolean> => {
  const parsed = parsePasswordHash(stored);
  if (parsed === null) return false;
  const { key, ...terms } = parsed;
  const candidate = await deriveKey(password, { ...terms, tagLength: key.length });
  return timingSafeEqual(candidate, key);
};
