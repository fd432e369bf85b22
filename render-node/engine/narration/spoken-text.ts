const pictograph = /[\p{Extended_Pictographic}\u{fe0f}\u{200d}\u{1f3fb}-\u{1f3ff}\u{1f1e6}-\u{1f1ff}]/gu;

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
