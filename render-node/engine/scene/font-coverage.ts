import { brotliDecompressSync } from 'node:zlib';

/**
 * Which code points a WOFF2 file has glyphs for, read from its character map. The unicode ranges that come with a font
 * package say which file a browser should ask for, not what is in it: of the Latin range of Inter Tight, 70 code points
 * have no glyph and would be drawn as boxes.
 * Format: W3C WOFF 2.0, and OpenType cmap formats 4 and 12.
 */
export type Coverage = ReadonlySet<number>;

const headerBytes = 48;
const knownTag = { cmap: 0, glyf: 10, loca: 11 } as const;
const arbitraryTag = 63;

interface Cursor {
  at: number;
}

/** A length in the variable-width form of WOFF 2.0, seven bits a byte, highest first. */
const readBase128 = (bytes: Buffer, cursor: Cursor): number => {
  let value = 0;
  for (;;) {
    const byte = bytes.readUInt8(cursor.at);
    cursor.at += 1;
    value = value * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) return value;
  }
};

const cmapTable = (file: Buffer): Buffer => {
  const tableCount = file.readUInt16BE(12);
  const cursor: Cursor = { at: headerBytes };
  let offset = 0;
  let found: { start: number; length: number } | null = null;
  for (let table = 0; table < tableCount; table++) {
    const flags = file.readUInt8(cursor.at);
    cursor.at += 1;
    const tag = flags & 0x3f;
    const transform = flags >> 6;
    if (tag === arbitraryTag) cursor.at += 4;
    const originalLength = readBase128(file, cursor);
    const isOutlines = tag === knownTag.glyf || tag === knownTag.loca;
    const isTransformed = isOutlines ? transform !== 3 : transform !== 0;
    const length = isTransformed ? readBase128(file, cursor) : originalLength;
    if (tag === knownTag.cmap) found = { start: offset, length };
    offset += length;
  }
  if (found === null) throw new Error('font file has no character map');
  const data = brotliDecompressSync(file.subarray(cursor.at, cursor.at + file.readUInt32BE(20)));
  return data.subarray(found.start, found.start + found.length);
};

const readFormat4 = (table: Buffer, points: Set<number>): void => {
  const segments = table.readUInt16BE(6) / 2;
  const ends = 14;
  const starts = ends + segments * 2 + 2;
  const deltas = starts + segments * 2;
  const offsets = deltas + segments * 2;
  for (let segment = 0; segment < segments; segment++) {
    const first = table.readUInt16BE(starts + segment * 2);
    const last = table.readUInt16BE(ends + segment * 2);
    const delta = table.readUInt16BE(deltas + segment * 2);
    const offsetAt = offsets + segment * 2;
    const offset = table.readUInt16BE(offsetAt);
    for (let point = first; point <= last && point < 0xffff; point++) {
      const listed = offset === 0 ? point : table.readUInt16BE(offsetAt + offset + (point - first) * 2);
      const glyph = offset !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff;
      if (glyph !== 0) points.add(point);
    }
  }
};

const readFormat12 = (table: Buffer, points: Set<number>): void => {
  const groups = table.readUInt32BE(12);
  for (let group = 0; group < groups; group++) {
    const at = 16 + group * 12;
    const first = table.readUInt32BE(at);
    const last = table.readUInt32BE(at + 4);
    const glyph = table.readUInt32BE(at + 8);
    for (let point = first; point <= last; point++) if (glyph + (point - first) !== 0) points.add(point);
  }
};

/** The code points of the WOFF2 file `file` that have a glyph. */
export const coverageOf = (file: Buffer): Coverage => {
  const cmap = cmapTable(file);
  const points = new Set<number>();
  const tables = cmap.readUInt16BE(2);
  for (let index = 0; index < tables; index++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
    const format = table.readUInt16BE(0);
    if (format === 4) readFormat4(table, points);
    if (format === 12) readFormat12(table, points);
  }
  return points;
};
