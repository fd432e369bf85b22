import { describe, expect, test } from 'vitest';
import { type SignedRequest, signatureProblem } from './signature-v4.ts';

/** The examples of the Amazon S3 API reference, "Authenticating Requests (AWS Signature Version 4)". */
const key = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const now = new Date('2013-05-24T00:00:00Z');
const host = 'examplebucket.s3.amazonaws.com';
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const authorization = (signedHeaders: string, signature: string): string =>
  `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${signedHeaders},Signature=${signature}`;
const withHeaders = (method: string, target: string, headers: Record<string, string>): SignedRequest => ({
  method,
  target,
  headers: { host, 'x-amz-date': '20130524T000000Z', 'x-amz-content-sha256': emptyHash, ...headers },
});

const getObject = withHeaders('GET', '/test.txt', {
  range: 'bytes=0-9',
  authorization: authorization(
    'host;range;x-amz-content-sha256;x-amz-date',
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ),
});
const putObject = withHeaders('PUT', '/test%24file.text', {
  date: 'Fri, 24 May 2013 00:00:00 GMT',
  'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
  'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  authorization: authorization(
    'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ),
});
const listObjects = withHeaders('GET', '/?max-keys=2&prefix=J', {
  authorization: authorization(
    'host;x-amz-content-sha256;x-amz-date',
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ),
});
const presigned: SignedRequest = {
  method: 'GET',
  target:
    '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  headers: { host },
};

describe('the signature check of the tests’ own S3 server', () => {
  test.each([
    ['a signed GET', getObject],
    ['a signed PUT', putObject],
    ['a signed query', listObjects],
    ['a signed address', presigned],
  ])('G12: finds %s of the reference right', (_what, request) => {
    expect(signatureProblem(request, key, now)).toBeNull();
  });

  test.each<[string, SignedRequest]>([
    ['another method', { ...presigned, method: 'PUT' }],
    ['another object', { ...presigned, target: presigned.target.replace('test.txt', 'test.tx1') }],
    ['a longer life', { ...presigned, target: presigned.target.replace('86400', '86401') }],
    ['one more parameter', { ...presigned, target: `${presigned.target}&response-content-type=text%2Fhtml` }],
    ['another host', { ...presigned, headers: { host: 'other.s3.amazonaws.com' } }],
    ['another signed header', withHeaders('GET', '/test.txt', { ...getObject.headers, range: 'bytes=0-10' })],
  ])('G12: refuses %s', (_what, request) => {
    expect(signatureProblem(request, key, now)).toBe('SignatureDoesNotMatch');
  });

  test('G12: refuses another secret, another key, another region, no signature, an x-amz header beside it', () => {
    expect(signatureProblem(presigned, { ...key, secretAccessKey: 'x' }, now)).toBe('SignatureDoesNotMatch');
    expect(signatureProblem(presigned, { ...key, accessKeyId: 'x' }, now)).toBe('InvalidAccessKeyId');
    expect(signatureProblem(presigned, { ...key, region: 'eu-west-1' }, now)).toBe('AuthorizationHeaderMalformed');
    expect(signatureProblem({ ...presigned, target: '/test.txt' }, key, now)).toBe('AccessDenied');
    const added = { ...presigned, headers: { host, 'x-amz-meta-reelyard-sha256': 'x' } };
    expect(signatureProblem(added, key, now)).toBe('AccessDenied');
  });

  test('G12: an address ends with its life, a request with the agreement of the clocks', () => {
    expect(signatureProblem(presigned, key, new Date('2013-05-25T00:00:00Z'))).toBeNull();
    expect(signatureProblem(presigned, key, new Date('2013-05-25T00:00:01Z'))).toBe('AccessDenied');
    expect(signatureProblem(presigned, key, new Date('2013-05-23T23:44:59Z'))).toBe('AccessDenied');
    expect(signatureProblem(getObject, key, new Date('2013-05-24T00:15:00Z'))).toBeNull();
    expect(signatureProblem(getObject, key, new Date('2013-05-24T00:15:01Z'))).toBe('RequestTimeTooSkewed');
    expect(signatureProblem(getObject, key, new Date('2013-05-23T23:44:59Z'))).toBe('RequestTimeTooSkewed');
  });
});
