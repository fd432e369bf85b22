/** RULE: text as words are compared: no accents, lower case, one space between. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[’'`]/g, ' ').replace(/\s+/g, ' ').trim();

const suffixes = ['ings', 'ing', 'ies', 'es', 's', 'ed', 'er', 'e', 'en', 'n'];

/** RULE: a word without the endings that English and its neighbours put on; short words stay as they are. */
export const stemOf = (word: string): string => {
  if (word.length < 5) return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
  const suffix = suffixes.find(
    (ending) => word.endsWith(ending) && word.length - ending.length >= 3 && !word.endsWith('ss'),
  );
  if (suffix === undefined) return word;
  const stem = word.slice(0, -suffix.length);
  return suffix === 'ies' ? `${stem}y` : stem;
};

/** Scripts without spaces: every character is a word of its own. */
const characterScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** RULE: the stems of a text, in order. */
export const stemsOf = (text: string): string[] =>
  (folded(text).match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) =>
    characterScripts.test(word) ? Array.from(word) : [stemOf(word)],
  );
