import { expect, test } from 'vitest';
import { encodePasswordHash, hashTerms, parsePasswordHash } from './password-hash.ts';

const salt = Buffer.alloc(hashTerms.saltBytes, 1);
const key = Buffer.alloc(hashTerms.keyBytes, 2);

test('a hash is stored with its terms and read back', () => {
  const stored = encodePasswordHash(salt, key);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(parsePasswordHash(stored)).toEqual({ memoryKib: 19_456, passes: 2, parallelism: 1, salt, key });
});

test('terms of an earlier release are read from the hash and not taken from today', () => {
  const stored = encodePasswordHash(salt, key).replace('m=19456,t=2', 'm=8192,t=3');
  expect(parsePasswordHash(stored)).toMatchObject({ memoryKib: 8_192, passes: 3 });
});

test.each(['', 'x', '$argon2i$v=19$m=1,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA', '$2b$12$abcdefghijklmnopqrstuv'])(
  '%j is no hash',
  (text) => {
    expect(parsePasswordHash(text)).toBeNull();
  },
);
