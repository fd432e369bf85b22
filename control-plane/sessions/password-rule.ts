import type { Problem } from '../http/refusal.ts';

/** Characters. NIST SP 800-63B: length is what counts; rules on kinds of characters only make people write them down. */
export const passwordLength = { min: 10, max: 128 } as const;

/**
 * What is tried first: the front of public lists of leaked passwords that is long enough to get past the length. A look
 * at a service that knows every leaked one was rejected: the farm asks nobody outside about passwords.
 */
const tried = new Set(
  `1234567890 0123456789 0987654321 12345678910 123456789a 1234567891 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc qwertyuiop
  qwertyuiop123 qwerty123456 qwerty12345 asdfghjkl1 asdfghjkl; zxcvbnm123 qazwsxedcrfv zaq12wsxcde password12 password123
  password1234 password12345 passw0rd123 p@ssw0rd123 p@ssword123 passwordpassword mypassword mypassword1 changeme123
  changemenow letmein123 letmeinplease welcome123 welcome1234 welcome2024 welcome2025 welcome2026 administrator admin12345
  admin123456 adminadmin rootroot12 iloveyou123 iloveyou12 iloveyou1234 football123 baseball123 basketball superman123
  batman12345 princess123 sunshine123 monkey12345 dragon12345 master12345 shadow12345 michael123 jordan12345 liverpool1
  manchester1 chelsea12345 starwars123 pokemon123 minecraft123 whatever123 trustno1234 abc1234567 abcd123456 abcdefghij
  abcdefghijk a123456789 aa12345678 aa123456789 q123456789 qwe123456789 asd123456789 123qweasdzxc 123456qwerty 987654321a
  1111111111a summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025
  secret1234 secret12345 default123 guestguest testtest12 testtest123 test123456 test1234567 temp123456 temporary1
  correcthorsebatterystaple letmein12345 computer123 internet123 samsung1234 google1234 facebook123 linkedin123`.split(
    /\s+/,
  ),
);

/** Everything that counts as one password with another writing: case, spaces and the usual substitutes. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[@4]/g, 'a')
    .replaceAll('0', 'o')
    .replaceAll(/[$5]/g, 's')
    .replaceAll('3', 'e')
    .replaceAll(/[!|]/g, 'i')
    .replaceAll(/[\s._-]/g, '');

const triedPlainly = new Set([...tried].map(plain));

/** True where the whole text is one short piece again and again (aaaaaaaaaa, abcabcabcabc). */
const isRepeated = (text: string): boolean => /^(.{1,4})\1{2,}.{0,3}$/su.test(text);

/** True where every character is the neighbour of the one before (abcdefghij, 9876543210). */
const isRun = (text: string): boolean => {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && [1, -1].includes([...steps][0] ?? 0);
};

/** A password that is little more than a name of its owner or of the farm. */
const isOwnName = (password: string, names: readonly string[]): boolean =>
  names.some((name) => {
    const own = plain(name);
    return own.length >= 4 && password.includes(own) && password.length - own.length < 6;
  });

/**
 * Why a password is not taken; null where it is.
 *
 * @param path the field, as the problem names it
 * @param owner whose it is: neither the e-mail address nor the name may be most of it
 */
export const passwordProblem = (
  password: string,
  path: string,
  owner: { readonly email: string; readonly name: string },
): Problem | null => {
  const { length } = Array.from(password);
  if (length < passwordLength.min) {
    const message = `A password has ${passwordLength.min} characters at least; a few words in a row are easy to keep in mind.`;
    return { path, code: 'PASSWORD_TOO_SHORT', message };
  }
  if (length > passwordLength.max) {
    return { path, code: 'PASSWORD_TOO_LONG', message: `A password has ${passwordLength.max} characters at most.` };
  }
  const simple = plain(password);
  const names = [owner.email, owner.email.split('@')[0] ?? '', owner.name, 'reelyard'];
  const isGuessed =
    triedPlainly.has(simple) || isRepeated(simple) || isRun(password.toLowerCase()) || isOwnName(simple, names);
  if (!isGuessed) return null;
  return {
    path,
    code: 'PASSWORD_TOO_COMMON',
    message: 'This password is among the first that are tried. Take another one, for example a few words in a row.',
  };
};
