import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { sfntOf } from './woff-to-sfnt.ts';

const folder = dirname(createRequire(import.meta.url).resolve('@fontsource/inter/package.json'));
const woff = readFileSync(join(folder, 'files', 'inter-latin-400-normal.woff'));

/** Name, checksum, offset and length of each table. */
const tablesOf = (sfnt: Buffer) =>
  Array.from({ length: sfnt.readUInt16BE(4) }, (_, index) => {
    const at = 12 + 16 * index;
    const [checksum, offset, length] = [4, 8, 12].map((field) => sfnt.readUInt32BE(at + field)) as [
      number,
      number,
      number,
    ];
    return { name: sfnt.toString('latin1', at, at + 4), checksum, offset, length };
  });

const checksumOf = (table: Buffer): number => {
  const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
};

it('gives back every table whole: each has the checksum that the font itself names', () => {
  const sfnt = sfntOf(woff);
  const tables = tablesOf(sfnt);
  expect(sfnt.length).toBe(woff.readUInt32BE(16));
  expect(tables.map(({ name }) => name)).toContain('cmap');
  // The checksum of `head` is of a table in which its own checksum field counts as 0.
  const wrong = tables.filter(
    ({ name, checksum, offset, length }) =>
      name !== 'head' && checksumOf(sfnt.subarray(offset, offset + length)) !== checksum,
  );
  expect(wrong).toEqual([]);
});

it('refuses what is no font, or is cut off', () => {
  expect(() => sfntOf(Buffer.alloc(0))).toThrow('not a WOFF font');
  expect(() => sfntOf(Buffer.from('wOF2'.padEnd(60)))).toThrow('not a WOFF font');
  expect(() => sfntOf(woff.subarray(0, woff.length - 2_000))).toThrow();
});
