import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { nonceBytes, openProfile, profileKey, sealProfile } from './sealed-profile.ts';

const key = profileKey('a-secret-of-the-farm-0123456789');
const owner = { accountId: 'acc_1', holder: 'user:u1' };
const profile = {
  cookies: [{ name: 'sid', value: 'OnlyAnnaKnows', domain: 'example.com', path: '/', httpOnly: true }],
  origins: [{ origin: 'https://example.com', localStorage: [{ name: 'token', value: 'OnlyAnnaKnows' }] }],
};
const sealed = sealProfile(key, randomBytes(nonceBytes), owner, profile);

describe('a sealed login profile', () => {
  test('S83: opens for its owner, and nothing of it can be read in the bytes', () => {
    expect(openProfile(key, owner, sealed)).toEqual(profile);
    expect(sealed.includes('OnlyAnnaKnows')).toBe(false);
    expect(sealed.includes('example.com')).toBe(false);
  });

  test.each([
    ['another person', key, { ...owner, holder: 'user:u2' }],
    ['another account', key, { ...owner, accountId: 'acc_2' }],
    ['another farm', profileKey('another-secret-0123456789'), owner],
  ])('S83, D11: does not open for %s', (_who, otherKey, otherOwner) => {
    expect(openProfile(otherKey, otherOwner, sealed)).toBeNull();
  });

  test('D11: does not open once a byte was changed, or bytes are missing', () => {
    for (const at of [0, 12, 28, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(openProfile(key, owner, changed)).toBeNull();
    }
    expect(openProfile(key, owner, sealed.subarray(0, 20))).toBeNull();
  });
});
