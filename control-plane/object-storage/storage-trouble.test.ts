import { describe, expect, test } from 'vitest';
import {
  StorageUnavailableError,
  s3ErrorOf,
  storageTroubleOf,
  storageTroubles,
  troubleHints,
} from './storage-trouble.ts';

const s3Error = (name: string, status?: number) => ({ name, $metadata: { httpStatusCode: status } });

describe('the trouble behind an error of an S3 server', () => {
  test.each([
    [s3Error('NoSuchBucket', 404), 'no_bucket'],
    [s3Error('AccessDenied', 403), 'denied'],
    [s3Error('SignatureDoesNotMatch', 403), 'denied'],
    [s3Error('InvalidAccessKeyId', 403), 'denied'],
    [s3Error('RequestTimeTooSkewed', 403), 'clock_skew'],
    [s3Error('PermanentRedirect', 301), 'wrong_region'],
    [s3Error('AuthorizationHeaderMalformed', 400), 'wrong_region'],
    [s3Error('SlowDown', 503), 'busy'],
    [s3Error('InternalError', 500), 'busy'],
    [s3Error('Unknown', 429), 'busy'],
    // The answer to a HEAD has no body that names it.
    [s3Error('Unknown', 403), 'denied'],
    [s3Error('Unknown', 401), 'denied'],
    [s3Error('NotFound', 404), 'other'],
    [s3Error('TimeoutError'), 'slow'],
    [s3Error('AbortError'), 'slow'],
    [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'unreachable'],
    [Object.assign(new Error('x'), { code: 'ENOTFOUND' }), 'unreachable'],
    [Object.assign(new Error('x'), { code: 'CERT_HAS_EXPIRED' }), 'unreachable'],
    [Object.assign(new Error('x'), { code: 'ETIMEDOUT' }), 'slow'],
    [new Error('anything'), 'other'],
    [null, 'other'],
    ['text', 'other'],
  ])('%j is %s', (error, trouble) => {
    expect(storageTroubleOf(error)).toBe(trouble);
  });

  test('a bare 404 to a question about the bucket means the bucket', () => {
    expect(storageTroubleOf(s3Error('NotFound', 404), true)).toBe('no_bucket');
  });

  test('every trouble says what to do about it', () => {
    for (const trouble of storageTroubles) expect(troubleHints[trouble]).toMatch(/\.$/);
  });

  test('what is not an error of the SDK has no status', () => {
    expect(s3ErrorOf(undefined)).toEqual({ name: 'Error', code: null, status: null });
  });

  test('C5: it is a 503 that says when to ask again, and nothing of its cause', () => {
    const refusal = new StorageUnavailableError('denied', new Error('secret'));
    expect([refusal.kind, refusal.code, refusal.headers]).toEqual([
      'unavailable',
      'STORAGE_UNAVAILABLE',
      { 'retry-after': '5' },
    ]);
    expect(refusal.message).not.toContain('secret');
  });
});
