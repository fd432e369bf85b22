import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** N35: how long a sign-in link may be opened. */
export const loginLinkSeconds = 15 * 60;

export interface LoginLink {
  readonly sessionId: string;
  /** Of several links of a session only the newest is valid. */
  readonly issue: number;
  readonly expiresAt: Date;
}

/** The key that signs sign-in links, made from the farm's own secret and of no use for anything else. */
export const loginLinkKey = (farmSecret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', farmSecret, '', 'browser sign-in links', 32));

const signatureOf = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The token of a link: the same for the same link, so that an outline may show it again without it being stored. */
export const loginToken = (key: Buffer, { sessionId, issue, expiresAt }: LoginLink): string => {
  const text = `${sessionId}.${issue}.${Math.floor(expiresAt.getTime() / 1_000)}`;
  return `${Buffer.from(text, 'utf8').toString('base64url')}.${signatureOf(key, text).toString('base64url')}`;
};

/** What a token was made for; null where it was not made here. Whether it expired or was used is for the caller. */
export const readLoginToken = (key: Buffer, token: string): LoginLink | null => {
  const [encoded = ''] = token.length <= 300 ? token.split('.') : [];
  const [sessionId = '', issue, seconds] = Buffer.from(encoded, 'base64url').toString('utf8').split('.');
  const link = { sessionId, issue: Number(issue), expiresAt: new Date(Number(seconds) * 1_000) };
  if (!Number.isSafeInteger(link.issue) || Number.isNaN(link.expiresAt.getTime())) return null;
  // The token is made again: one that only decodes to the same is none.
  const expected = Buffer.from(loginToken(key, link));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected) ? link : null;
};
