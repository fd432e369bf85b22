import { describe, expect, test } from 'vitest';
import { provenMetadata, provenSha256 } from './object-proof.ts';

const secret = 'signing-secret-of-the-test-farm-0123456789';
const object = {
  key: 'accounts/a/images/1.png',
  sizeBytes: 10,
  sha256: 'ab'.repeat(32),
  contentType: 'image/png',
} as const;

describe('the proof of an object’s hash', () => {
  test('I12: what the control plane wrote is believed', () => {
    expect(provenSha256(secret, object, provenMetadata(secret, object))).toBe(object.sha256);
  });

  test.each<[string, object, Record<string, string>]>([
    ['another key', { ...object, key: 'accounts/a/images/2.png' }, {}],
    ['another size', { ...object, sizeBytes: 11 }, {}],
    ['another type', { ...object, contentType: 'text/html' }, {}],
    ['another hash', object, { 'reelyard-sha256': 'cd'.repeat(32) }],
    ['no proof', object, { 'reelyard-proof': '' }],
    ['a made-up proof', object, { 'reelyard-proof': '00'.repeat(32) }],
  ])('I12: %s proves nothing', (_what, described, changes) => {
    const metadata = { ...provenMetadata(secret, object), ...changes };
    expect(provenSha256(secret, described as typeof object, metadata)).toBeNull();
  });

  test('I12: neither does another farm’s secret, nor no metadata at all', () => {
    expect(provenSha256(`${secret}!`, object, provenMetadata(secret, object))).toBeNull();
    expect(provenSha256(secret, object, {})).toBeNull();
  });
});
