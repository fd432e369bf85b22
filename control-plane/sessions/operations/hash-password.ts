import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { encodePasswordHash, hashTerms, type ParsedPasswordHash, parsePasswordHash } from '../password-hash.ts';

const derive = promisify(argon2);

/** At once in this process: files are read on the same four threads, and a flood of sign-ins must not stop those. */
const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
};

type Terms = Omit<ParsedPasswordHash, 'key'> & { readonly tagLength: number };

const deriveKey = (password: string, terms: Terms): Promise<Buffer> =>
  inTurn(() =>
    derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce: terms.salt,
      memory: terms.memoryKib,
      passes: terms.passes,
      parallelism: terms.parallelism,
      tagLength: terms.tagLength,
    }),
  );

/**
 * argon2id and not better-auth's scrypt: it is what G5 asks for, node has it built in, and its 19 MiB are meant to be
 * what a graphics card runs short of.
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
