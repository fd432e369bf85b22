import { inflateSync } from 'node:zlib';

const woffSignature = 0x77_4f_46_46;
const headerBytes = 44;
const entryBytes = 20;

/**
 * RULE: a WOFF 1.0 font as the OpenType font that it was made from: the tables in their order, each inflated. Fontconfig
 * reads no WOFF: a Chromium that was given such files drew nothing at all.
 *
 * @throws where the bytes are no WOFF font, or a table is damaged
 */
export const sfntOf = (woff: Buffer): Buffer => {
  if (woff.length < headerBytes || woff.readUInt32BE(0) !== woffSignature) throw new Error('not a WOFF font');
  const tableCount = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * tableCount);
  const entrySelector = Math.floor(Math.log2(tableCount));
  const searchRange = 16 * 2 ** entrySelector;
  directory.writeUInt32BE(woff.readUInt32BE(4), 0);
  directory.writeUInt16BE(tableCount, 4);
  directory.writeUInt16BE(searchRange, 6);
  directory.writeUInt16BE(entrySelector, 8);
  directory.writeUInt16BE(16 * tableCount - searchRange, 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (let table = 0; table < tableCount; table += 1) {
    const entry = headerBytes + entryBytes * table;
    const [from, packedBytes, bytes] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    const packed = woff.subarray(from, from + packedBytes);
    const content = packedBytes < bytes ? inflateSync(packed, { maxOutputLength: bytes }) : packed;
    if (content.length !== bytes) throw new Error('a table of the WOFF font is cut off');
    const row = 12 + 16 * table;
    woff.copy(directory, row, entry, entry + 4);
    woff.copy(directory, row + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(offset, row + 8);
    directory.writeUInt32BE(bytes, row + 12);
    const padding = Buffer.alloc((4 - (bytes % 4)) % 4);
    parts.push(content, padding);
    offset += bytes + padding.length;
  }
  return Buffer.concat(parts);
};
