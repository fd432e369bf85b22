import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cacheFolder } from './cache-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'reelyard-cache-test-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write =
  (content: string) =>
  async (folder: string): Promise<void> => {
    mkdirSync(join(folder, 'deep'), { mode: 0o700 });
    writeFileSync(join(folder, 'deep', 'file'), content, { mode: 0o600 });
    writeFileSync(join(folder, 'program'), '', { mode: 0o700 });
  };

it('is filled once, by one rename, and opened to the user that browsers run as', async () => {
  const first = await cacheFolder('thing-1', write('first'), () => true, [root]);
  const second = await cacheFolder('thing-1', write('second'), () => true, [root]);
  expect(second).toBe(first);
  expect(readFileSync(join(first, 'deep', 'file'), 'utf8')).toBe('first');
  expect(['.', 'deep', 'deep/file', 'program'].map((path) => statSync(join(first, path)).mode & 0o777)).toEqual([
    0o755, 0o755, 0o644, 0o755,
  ]);
  expect(readdirSync(root)).toEqual(['thing-1']);
});

it('is whole for everyone where several fill it at once', async () => {
  const slow = async (folder: string): Promise<void> => {
    writeFileSync(join(folder, 'half'), '');
    await new Promise((resolve) => setImmediate(resolve));
    await write('whole')(folder);
  };
  const folders = await Promise.all(
    Array.from({ length: 5 }, async () => await cacheFolder('thing', slow, () => true, [root])),
  );
  expect(new Set(folders)).toEqual(new Set([join(root, 'thing')]));
  expect(readdirSync(join(root, 'thing')).toSorted()).toEqual(['deep', 'half', 'program']);
  expect(readdirSync(root)).toEqual(['thing']);
});

it('moves on where a cache cannot be written, is not ours, or is out of the browser’s reach', async () => {
  const [foreign, home, last] = ['foreign', 'home', 'last'].map((name) => join(root, name)) as [string, string, string];
  mkdirSync(join(foreign, 'thing'), { recursive: true });
  // Others may write here: what is in it could be theirs.
  chmodSync(join(foreign, 'thing'), 0o777);
  writeFileSync(join(foreign, 'thing', 'program'), '');
  writeFileSync(join(root, 'a-file'), '');
  const usable = (folder: string): boolean => !folder.startsWith(home);
  const caches = [join(root, 'a-file', 'below'), foreign, home, last];
  expect(await cacheFolder('thing', write(''), usable, caches)).toBe(join(last, 'thing'));
  await expect(cacheFolder('thing', write(''), () => false, [home, last])).rejects.toThrow(
    'thing cannot be used from any of',
  );
});

it('leaves nothing half done where filling fails', async () => {
  const fail = async (): Promise<void> => await Promise.reject(new Error('disk full'));
  await expect(cacheFolder('thing', fail, () => true, [root])).rejects.toThrow('disk full');
  expect(readdirSync(root)).toEqual([]);
});
