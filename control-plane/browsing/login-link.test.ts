import { describe, expect, test } from 'vitest';
import { loginLinkKey, loginToken, readLoginToken } from './login-link.ts';

const key = loginLinkKey('a-secret-of-the-farm-0123456789');
const link = { sessionId: 'bws_019aa2', issue: 3, expiresAt: new Date('2026-11-20T10:15:00.000Z') };

describe('the token of a sign-in link', () => {
  test('tells what it was made for, and is the same every time', () => {
    const token = loginToken(key, link);
    expect(readLoginToken(key, token)).toEqual(link);
    expect(loginToken(key, link)).toBe(token);
    expect(token).toMatch(/^[\w.-]+$/);
  });

  test('D14: of a token with one changed character, or of another farm, nothing is read', () => {
    const token = loginToken(key, link);
    const changed = Array.from(
      token,
      (letter, index) => `${token.slice(0, index)}${letter === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`,
    );
    expect(changed.filter((each) => readLoginToken(key, each) !== null)).toEqual([]);
    expect(readLoginToken(loginLinkKey('another-secret-0123456789'), token)).toBeNull();
  });

  test.each(['', '.', 'a.b.c', '..', 'x'.repeat(10_000), '\0', '💥.💥'])('D14: %j is no token', (text) => {
    expect(readLoginToken(key, text)).toBeNull();
  });
});
