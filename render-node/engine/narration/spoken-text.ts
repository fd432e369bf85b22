/** Pictures, the skin tones and joiners that follow them, and the letters that flags are made of. */
const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u{fe0f}|\u{200d}/gu;

/**
 * A line as a synthesiser should get it: one line, no pictographs (they would be read out by name), no control
 * characters, nothing that espeak takes for phoneme input (`[[`) or for markup.
 */
export const spokenText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(pictograph, ' ')
    .replaceAll(/[\p{Cc}\p{Co}\p{Cs}<>[\]{}|\\^`~]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** The words of a line, as captions show them. */
export const wordsOf = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');

/** True where a reader pauses after this word. */
export const endsClause = (word: string): boolean => /[.,;:!?…。、！？；：،؛؟—–)]["'”’»]?$/u.test(word);
