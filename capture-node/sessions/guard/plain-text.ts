const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ß: 'ss',
  ı: 'i',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  '’': "'",
  '‘': "'",
};
const latinMarks = /[\u0300-\u036f]/g;
/** Invisible characters that split a word for programs and not for the eye. */
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff\u202a-\u202e]/g;

/**
 * A text as it is compared: without case, accents, widths and invisible characters. Marks of other scripts stay:
 * without theirs, Japanese syllables would be other ones.
 */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(invisible, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(latinMarks, '')
    .normalize('NFC')
    .replace(/[łßıøæœđ’‘]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Finds any of the phrases as whole words; in writing systems without spaces anywhere. */
export const phrasePattern = (phrases: readonly string[]): RegExp => {
  const plain = phrases.map(plainText);
  const worded = plain.filter((phrase) => !spaceless.test(phrase)).map(escaped);
  const unspaced = plain.filter((phrase) => spaceless.test(phrase)).map(escaped);
  const parts = [
    ...(worded.length > 0 ? [`(?<![\\p{L}\\p{N}])(?:${worded.join('|')})(?![\\p{L}\\p{N}])`] : []),
    ...(unspaced.length > 0 ? [`(?:${unspaced.join('|')})`] : []),
  ];
  return new RegExp(parts.length > 0 ? parts.join('|') : '(?!)', 'u');
};
