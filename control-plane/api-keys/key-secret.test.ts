import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  displayOfSecret,
  environmentOfSecret,
  generateKeySecret,
  hashKeySecret,
  keySecretFrom,
  keySecretPattern,
} from './key-secret.ts';

const random = 'abcdefghijklmnopqrstuvwxyzABCDEFGH';

test('S101/N42: a secret names its environment and carries at least 192 bits', () => {
  const secrets = new Set(Array.from({ length: 100 }, () => generateKeySecret('live')));
  expect(secrets.size).toBe(100);
  for (const secret of secrets) {
    expect(secret).toMatch(keySecretPattern);
    expect(environmentOfSecret(secret)).toBe('live');
  }
  expect(environmentOfSecret(generateKeySecret('test'))).toBe('test');
  expect(Math.log2(62) * random.length).toBeGreaterThan(192);
});

test('the checksum of a secret never changes: scanners and stored keys depend on it', () => {
  expect(keySecretFrom('live', random)).toBe('svc_live_abcdefghijklmnopqrstuvwxyzABCDEFGH0njduB');
});

test('N42: one wrong character, a swap or a cut is noticed without the database', () => {
  const secret = keySecretFrom('test', random);
  for (let index = 9; index < secret.length; index += 1) {
    const wrong = secret.charAt(index) === 'x' ? 'y' : 'x';
    expect(environmentOfSecret(secret.slice(0, index) + wrong + secret.slice(index + 1))).toBeNull();
  }
  expect(environmentOfSecret(secret.replace('ab', 'ba'))).toBeNull();
  expect(environmentOfSecret(secret.replace('svc_test_', 'svc_live_'))).toBeNull();
  expect(environmentOfSecret(secret.slice(0, -1))).toBeNull();
  expect(environmentOfSecret('')).toBeNull();
});

test('S102: what is stored is the SHA-256 of the secret', () => {
  expect(hashKeySecret('a')).toEqual(createHash('sha256').update('a').digest());
});

test('N15: a key is shown by its beginning and its end', () => {
  expect(displayOfSecret(keySecretFrom('live', random))).toEqual({ prefix: 'svc_live_abcd', last4: 'jduB' });
});
