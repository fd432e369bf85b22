import { createHmac, timingSafeEqual } from 'node:crypto';

/** Everything that a signed address grants; each member is covered by the signature (G12). */
export interface SignedGrant {
  /** HEAD is granted by the signature of GET: it answers less of the same. */
  readonly method: 'GET' | 'PUT';
  readonly key: string;
  readonly expiresAtSeconds: number;
  /** The name that a download is forced under; null = shown inline. */
  readonly downloadFilename: string | null;
  /** What an upload must declare; null for reads. */
  readonly contentType: string | null;
}

// JSON keeps the members apart: no two grants share a text, whatever a file name holds.
const signedText = (grant: SignedGrant): string =>
  JSON.stringify([grant.method, grant.key, grant.expiresAtSeconds, grant.downloadFilename, grant.contentType]);

/** HMAC-SHA256 over the whole grant, hex. */
export const signGrant = (secret: string, grant: SignedGrant): string =>
  createHmac('sha256', secret).update(signedText(grant), 'utf8').digest('hex');

/** The query of a signed address, the signature included. */
export const grantQuery = (secret: string, grant: SignedGrant): URLSearchParams => {
  const query = new URLSearchParams({ expires: String(grant.expiresAtSeconds) });
  if (grant.downloadFilename !== null) query.set('name', grant.downloadFilename);
  if (grant.contentType !== null) query.set('type', grant.contentType);
  query.set('signature', signGrant(secret, grant));
  return query;
};

export type GrantRefusal = 'malformed' | 'expired' | 'forged';

/** Reads a grant back from an address. `nowSeconds` is Unix time; an address is good up to and including its second. */
export const readGrant = (
  secret: string,
  method: SignedGrant['method'],
  key: string,
  query: Readonly<Record<string, unknown>>,
  nowSeconds: number,
): SignedGrant | GrantRefusal => {
  const { expires, name, type, signature } = query;
  const optionalText = (value: unknown): value is string | undefined =>
    value === undefined || typeof value === 'string';
  if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires)) return 'malformed';
  if (typeof signature !== 'string' || !optionalText(name) || !optionalText(type)) return 'malformed';
  const grant: SignedGrant = {
    method,
    key,
    expiresAtSeconds: Number(expires),
    downloadFilename: name ?? null,
    contentType: type ?? null,
  };
  const expected = Buffer.from(signGrant(secret, grant), 'utf8');
  const given = Buffer.from(signature, 'utf8');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
  return nowSeconds > grant.expiresAtSeconds ? 'expired' : grant;
};
