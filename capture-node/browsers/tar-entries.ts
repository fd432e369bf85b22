/** A plain file of a tar archive. */
export interface TarFile {
  /** As the archive spells it: relative, with forward slashes. */
  readonly path: string;
  readonly isExecutable: boolean;
  readonly bytes: Buffer;
}

const blockBytes = 512;
const textAt = (header: Buffer, from: number, length: number): string =>
  header.toString('utf8', from, from + length).replace(/\0.*$/s, '');
const octalAt = (header: Buffer, from: number, length: number): number =>
  Number.parseInt(textAt(header, from, length).trim() || '0', 8);

/**
 * RULE: the plain files of a ustar archive, which is what the Chromium package packs its libraries into. Folders are not
 * listed: their files name them.
 *
 * @throws where the archive is cut off, or a path would leave the folder that it is unpacked to
 */
export const tarFiles = (archive: Buffer): readonly TarFile[] => {
  const files: TarFile[] = [];
  let at = 0;
  while (at + blockBytes <= archive.length) {
    const header = archive.subarray(at, at + blockBytes);
    if (header.every((byte) => byte === 0)) return files;
    const size = octalAt(header, 124, 12);
    const from = at + blockBytes;
    if (from + size > archive.length) break;
    const prefix = textAt(header, 345, 155);
    const path = `${prefix === '' ? '' : `${prefix}/`}${textAt(header, 0, 100)}`;
    const type = textAt(header, 156, 1);
    if (type === '' || type === '0') {
      if (path.startsWith('/') || path.split('/').includes('..')) throw new Error(`the archive names ${path}`);
      files.push({
        path,
        isExecutable: (octalAt(header, 100, 8) & 0o100) !== 0,
        bytes: archive.subarray(from, from + size),
      });
    }
    at = from + Math.ceil(size / blockBytes) * blockBytes;
  }
  throw new Error('the archive ends before its end mark');
};
