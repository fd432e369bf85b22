import { expect, it } from 'vitest';
import { tarFiles } from './tar-entries.ts';

const entry = (path: string, content: string, { mode = '0000644', type = '0', prefix = '' } = {}): Buffer => {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write(mode, 100);
  header.write(Buffer.byteLength(content).toString(8).padStart(11, '0'), 124);
  header.write(type, 156);
  header.write(prefix, 345);
  return Buffer.concat([header, Buffer.from(content), Buffer.alloc((512 - (Buffer.byteLength(content) % 512)) % 512)]);
};
const end = Buffer.alloc(1_024);

it('lists the plain files with what is in them, and nothing else', () => {
  const archive = Buffer.concat([
    entry('lib/', '', { type: '5' }),
    entry('lib/a.so', 'a'.repeat(600), { mode: '0000755' }),
    entry('link', '', { type: '2' }),
    entry('b.json', '{}', { prefix: 'deep/folder' }),
    end,
  ]);
  expect(tarFiles(archive).map((file) => ({ ...file, bytes: file.bytes.length }))).toEqual([
    { path: 'lib/a.so', isExecutable: true, bytes: 600 },
    { path: 'deep/folder/b.json', isExecutable: false, bytes: 2 },
  ]);
});

it('E4: refuses paths that leave the folder, and archives that are cut off', () => {
  expect(() => tarFiles(Buffer.concat([entry('../out', 'x'), end]))).toThrow('../out');
  expect(() => tarFiles(Buffer.concat([entry('/etc/x', 'x'), end]))).toThrow('/etc/x');
  expect(() => tarFiles(entry('a', 'x'))).toThrow('end mark');
  expect(() => tarFiles(entry('a', 'x'.repeat(600)).subarray(0, 700))).toThrow('end mark');
});
