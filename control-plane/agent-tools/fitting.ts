/** What one result may hold besides pictures: an agent reads all of it, and pays for it. */
export const maxResultBytes = 8_192;
export const maxSummaryBytes = 1_024;
/** What lists in a result may take, so that everything around them and the summary still fit. */
const listBytes = 5_500;

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** A text of at most `maxBytes`, cut between characters and marked where it was cut. */
export const clipped = (text: string, maxBytes: number): string => {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let kept = '';
  let size = Buffer.byteLength('…');
  for (const character of text) {
    size += Buffer.byteLength(character);
    if (size > maxBytes) break;
    kept += character;
  }
  return `${kept}…`;
};

/** As many entries from the beginning as fit into `maxBytes`. */
export const fitting = <T>(entries: readonly T[], maxBytes: number = listBytes): T[] => {
  let size = 2;
  const end = entries.findIndex((entry) => {
    size += bytesOf(entry) + 1;
    return size > maxBytes;
  });
  return end === -1 ? [...entries] : entries.slice(0, end);
};
