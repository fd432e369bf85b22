import { describe, expect, test } from 'vitest';
import { passwordProblem } from './password-rule.ts';

const owner = { email: 'Marie.Curie@example.com', name: 'Marie Curie' };
const codeOf = (password: string) => passwordProblem(password, 'password', owner)?.code ?? null;

describe('a password', () => {
  test.each([
    'otter violin drizzle',
    'x7$Lq2!vRz',
    'пароль из слов',
    '馬馬虎虎不要緊吧再說一句',
    'RtXz6rQGdpR2cUxM',
    'marie likes radium a lot',
    '🙂🙃🙂 kitchen sink',
  ])('%j is taken', (password) => {
    expect(codeOf(password)).toBeNull();
  });

  test.each([
    ['', 'PASSWORD_TOO_SHORT'],
    ['nine char', 'PASSWORD_TOO_SHORT'],
    ['🙂🙂🙂🙂🙂', 'PASSWORD_TOO_SHORT'],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['password123', 'PASSWORD_TOO_COMMON'],
    ['P@ssw0rd 123', 'PASSWORD_TOO_COMMON'],
    ['Qwertyuiop', 'PASSWORD_TOO_COMMON'],
    ['aaaaaaaaaaaaaaa', 'PASSWORD_TOO_COMMON'],
    ['abcabcabcabc', 'PASSWORD_TOO_COMMON'],
    ['bcdefghijklmn', 'PASSWORD_TOO_COMMON'],
    ['9876543210', 'PASSWORD_TOO_COMMON'],
    ['marie.curie@example.com', 'PASSWORD_TOO_COMMON'],
    ['MarieCurie1!', 'PASSWORD_TOO_COMMON'],
    ['reelyard2026', 'PASSWORD_TOO_COMMON'],
  ])('%j is refused as %s', (password, code) => {
    expect(codeOf(password)).toBe(code);
  });

  test('is refused with the place and a remedy', () => {
    expect(passwordProblem('short', 'newPassword', owner)).toEqual({
      path: 'newPassword',
      code: 'PASSWORD_TOO_SHORT',
      message: 'A password has 10 characters at least; a few words in a row are easy to keep in mind.',
    });
  });

  test('of a long repetition is judged at once', () => {
    expect(codeOf('ab'.repeat(64))).toBe('PASSWORD_TOO_COMMON');
    expect(codeOf(`${'ab'.repeat(63)}xy`)).toBe('PASSWORD_TOO_COMMON');
  });
});
