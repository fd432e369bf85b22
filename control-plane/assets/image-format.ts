/** Formats that are taken in, by what their bytes are. */
export const imageFormats = ['png', 'jpeg', 'webp', 'gif', 'avif', 'svg'] as const;
export type ImageFormat = (typeof imageFormats)[number];

export const mimeTypeOfFormat: Record<ImageFormat, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  svg: 'image/svg+xml',
};

/** An SVG document may open with a byte order mark, a declaration, comments and a DOCTYPE before its root. */
const svgOpening =
  /^\uFEFF?\s*(?:<\?xml\b[^>]*\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE\b[^>[]*(?:\[[\s\S]*?\]\s*)?>\s*)*<(?:[\w-]+:)?svg[\s/>]/;
const svgOpeningBytes = 4_096;

const startsWith = (bytes: Buffer, text: string, at = 0): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text;

/**
 * The format of a file by its first bytes; null for everything else. What a server or a file name calls it is of no
 * account: a decoder is chosen from this answer, and has to agree with it.
 */
export const imageFormatOf = (bytes: Buffer): ImageFormat | null => {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif';
  if (startsWith(bytes, 'ftyp', 4) && (startsWith(bytes, 'avif', 8) || startsWith(bytes, 'avis', 8))) return 'avif';
  return svgOpening.test(bytes.subarray(0, svgOpeningBytes).toString('utf8')) ? 'svg' : null;
};
