/** A scene as a chapter. */
export interface Chapter {
  readonly title: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

const longestTitle = 200;

/** Text of a user as a value of ffmpeg's metadata format: one line, its five special characters escaped. */
const escaped = (text: string): string =>
  Array.from(text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ').trim())
    .slice(0, longestTitle)
    .join('')
    .replaceAll(/[=;#\\]/gu, (character) => `\\${character}`);

/**
 * Title and chapters as an ffmetadata file. User text reaches ffmpeg in this file only, never on its command line or in
 * a filtergraph.
 */
export const metadataFile = (title: string, chapters: readonly Chapter[]): string => {
  const millis = (seconds: number): number => Math.round(seconds * 1_000);
  const blocks = chapters.map((chapter, index) =>
    [
      '[CHAPTER]',
      'TIMEBASE=1/1000',
      `START=${millis(chapter.startSeconds)}`,
      `END=${millis(chapter.endSeconds)}`,
      `title=${escaped(chapter.title) || `Scene ${index + 1}`}`,
    ].join('\n'),
  );
  return [';FFMETADATA1', `title=${escaped(title)}`, ...blocks, ''].join('\n');
};
