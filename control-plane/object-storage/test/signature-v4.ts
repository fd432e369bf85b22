import { createHash, createHmac } from 'node:crypto';

/**
 * Checks AWS Signature Version 4 as a server does, from the bytes of the request line and headers. Written after the
 * specification and independent of the SDK, which signs; proven against the examples that AWS publishes.
 */
export interface SignedRequest {
  readonly method: string;
  /** Path and query as they stand in the request line. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface SigningKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export type SignatureProblem =
  | 'AccessDenied'
  | 'AuthorizationHeaderMalformed'
  | 'InvalidAccessKeyId'
  | 'RequestTimeTooSkewed'
  | 'SignatureDoesNotMatch';

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest();
const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const skewMs = 15 * 60_000;
const longestSeconds = 604_800;

/** Parameters of a query, decoded, in order of their encoded names. */
const parametersOf = (query: string): [name: string, value: string][] =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const [name = '', ...value] = pair.split('=');
      return [decodeURIComponent(name), decodeURIComponent(value.join('='))];
    });

interface Claim {
  readonly credential: string;
  readonly date: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly payloadHash: string;
  readonly expiresSeconds: number | null;
}

const claimOf = (request: SignedRequest, parameters: readonly [string, string][]): Claim | null => {
  const query = new Map(parameters);
  if (query.has('X-Amz-Signature')) {
    if (query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') return null;
    return {
      credential: query.get('X-Amz-Credential') ?? '',
      date: query.get('X-Amz-Date') ?? '',
      signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
      signature: query.get('X-Amz-Signature') ?? '',
      payloadHash: 'UNSIGNED-PAYLOAD',
      expiresSeconds: Number(query.get('X-Amz-Expires')),
    };
  }
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    request.headers['authorization'] ?? '',
  );
  if (!match) return null;
  const [, credential = '', signedHeaders = '', signature = ''] = match;
  const date = request.headers['x-amz-date'] ?? '';
  const payloadHash = request.headers['x-amz-content-sha256'] ?? '';
  return { credential, date, signedHeaders, signature, payloadHash, expiresSeconds: null };
};

const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** Null where the request is signed by the key and due at `now`; else the code that S3 answers with. */
export const signatureProblem = (request: SignedRequest, key: SigningKey, now: Date): SignatureProblem | null => {
  const [path = '', query = ''] = request.target.split(/\?(.*)/s);
  const parameters = parametersOf(query);
  const claim = claimOf(request, parameters);
  if (claim === null) return 'AccessDenied';
  const { credential, date, signedHeaders, signature, payloadHash, expiresSeconds } = claim;
  const [accessKeyId, day, region, ...rest] = credential.split('/');
  if (accessKeyId !== key.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== key.region || rest.join('/') !== 's3/aws4_request' || !date.startsWith(day ?? '-')) {
    return 'AuthorizationHeaderMalformed';
  }
  const signedNames = signedHeaders.split(';');
  const required = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'));
  // What is not signed could have been added by anyone on the way.
  if (!['host', ...required].every((name) => signedNames.includes(name))) return 'AccessDenied';
  const canonicalQuery = parameters
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]): [string, string] => [encoded(name), encoded(value)])
    .sort((a, b) => (a[0] === b[0] ? (a[1] < b[1] ? -1 : 1) : a[0] < b[0] ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const canonicalRequest = [
    request.method,
    path
      .split('/')
      .map((segment) => encoded(decodeURIComponent(segment)))
      .join('/'),
    canonicalQuery,
    ...signedNames.map((name) => `${name}:${(request.headers[name] ?? '').trim().replaceAll(/\s+/g, ' ')}`),
    '',
    signedHeaders,
    payloadHash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const signingKey = hmac(hmac(hmac(hmac(`AWS4${key.secretAccessKey}`, day ?? ''), key.region), 's3'), 'aws4_request');
  const expected = hmac(signingKey, ['AWS4-HMAC-SHA256', date, scope, sha256(canonicalRequest)].join('\n'));
  if (signature !== expected.toString('hex')) return 'SignatureDoesNotMatch';
  const ageMs = now.getTime() - timeOf(date);
  if (expiresSeconds === null) return Math.abs(ageMs) <= skewMs ? null : 'RequestTimeTooSkewed';
  const isDue = expiresSeconds >= 1 && expiresSeconds <= longestSeconds && ageMs <= expiresSeconds * 1_000;
  return isDue && ageMs >= -skewMs ? null : 'AccessDenied';
};
