/** Characters that every file system takes and that need no quoting in a header. */
const unsafeInNames = /[\p{Cc}\p{Cf}"\\/:*?<>|]+/gu;

/** A title as a file name: no path, no control characters, never empty, at most 120 code points. */
export const safeFilename = (title: string, extension: string): string => {
  const stem = Array.from(title.normalize('NFC').replaceAll(unsafeInNames, ' ').replaceAll(/\s+/gu, ' ').trim())
    .slice(0, 120)
    .join('')
    .replaceAll(/^[.\s]+|[.\s]+$/gu, '');
  return `${stem || 'video'}.${extension}`;
};

const encodeExtended = (text: string): string =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** RFC 6266: an ASCII name for old clients and the full one in RFC 5987 form. */
export const attachmentDisposition = (filename: string): string => {
  const ascii = filename
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeExtended(filename)}`;
};
