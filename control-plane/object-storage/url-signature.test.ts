import { describe, expect, test } from 'vitest';
import { grantQuery, readGrant, type SignedGrant } from './url-signature.ts';

const secret = 'a signing secret of the farm';
const grant: SignedGrant = {
  method: 'GET',
  key: 'accounts/acc_1/exports/exp_1/1.mp4',
  expiresAtSeconds: 2_000_000_000,
  downloadFilename: 'Launch (Sandbox).mp4',
  contentType: null,
};
const query = Object.fromEntries(grantQuery(secret, grant));
const read = (
  changes: Record<string, unknown> = {},
  over: { method?: 'GET' | 'PUT'; key?: string; now?: number } = {},
) =>
  readGrant(secret, over.method ?? 'GET', over.key ?? grant.key, { ...query, ...changes }, over.now ?? 1_999_999_999);

describe('signed addresses', () => {
  test('G12: an untouched address reads back as what it grants, up to its last second', () => {
    expect(read()).toEqual(grant);
    expect(read({}, { now: 2_000_000_000 })).toEqual(grant);
    expect(read({}, { now: 2_000_000_001 })).toBe('expired');
  });

  test('G12: a flip of any character of the signature is refused', () => {
    const signature = query['signature'] ?? '';
    for (let index = 0; index < signature.length; index += 1) {
      const flipped = signature[index] === '0' ? '1' : '0';
      expect(read({ signature: signature.slice(0, index) + flipped + signature.slice(index + 1) })).toBe('forged');
    }
  });

  test('G12: another key, method, expiry, name or type under the same signature is refused', () => {
    expect(read({}, { key: 'accounts/acc_2/exports/exp_1/1.mp4' })).toBe('forged');
    expect(read({}, { method: 'PUT' })).toBe('forged');
    expect(read({ expires: '2000000001' })).toBe('forged');
    expect(read({ name: 'Other.mp4' })).toBe('forged');
    expect(read({ name: undefined })).toBe('forged');
    expect(read({ type: 'text/html' })).toBe('forged');
    expect(readGrant('another secret', 'GET', grant.key, query, 1_999_999_999)).toBe('forged');
  });

  test('a query that lacks its parts or repeats them is malformed', () => {
    expect(read({ expires: undefined })).toBe('malformed');
    expect(read({ expires: '2e9' })).toBe('malformed');
    expect(read({ signature: ['a', 'b'] })).toBe('malformed');
  });
});
