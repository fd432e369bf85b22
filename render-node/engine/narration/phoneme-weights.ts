/** How long a phoneme lasts beside the others: long vowels and diphthongs most, stops and reduced vowels least. */
const weightOfPhoneme = (phoneme: string): number => {
  const stressed = phoneme.includes("'") ? 0.35 : 0;
  const sound = phoneme.replaceAll(/[',%=_|!]/gu, '');
  if (sound === '' || sound === ';' || sound === ':') return 0;
  if (/^[aeiouAEIOUV03@]/u.test(sound)) {
    if (sound.includes(':')) return 1.6 + stressed;
    if (sound.replaceAll(/[#2]/gu, '').length > 1) return 1.5 + stressed;
    return (sound.startsWith('@') || sound.endsWith('#') ? 0.75 : 1.1) + stressed;
  }
  if (/^[szSZfvTD]/u.test(sound)) return 0.95;
  return 0.75;
};

/**
 * The weight of each word from espeak's mnemonics, one line per word, phonemes parted by `_`. Null where the lines do
 * not match the words. A word that is not pronounced weighs 0.
 */
export const phonemeWeights = (lines: readonly string[], wordCount: number): number[] | null => {
  const all = lines.map((line) => line.trim());
  while (all.length > wordCount && all[all.length - 1] === '') all.pop();
  if (all.length !== wordCount) return null;
  return all.map((line) => line.split(/[_\s]+/u).reduce((sum, phoneme) => sum + weightOfPhoneme(phoneme), 0));
};
